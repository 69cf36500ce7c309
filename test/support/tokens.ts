// Tokens of a workspace, created as an owner creates them.
import { scopesOfRole, type TokenRole, type TokenScope } from "../../src/core/vocabulary/access/token-scopes.ts";
import type { Person } from "./people.ts";
import { fieldOf, type RunningService } from "./service.ts";

export type TokenAtHand = { readonly tokenId: number; readonly token: string };

/** With all that its role may have unless it says what. */
export async function createToken(
  service: RunningService,
  { workspaceId }: { readonly workspaceId: number },
  { token: key }: Pick<Person, "token">,
  role: TokenRole = "viewer",
  scopes: readonly TokenScope[] = scopesOfRole(role),
): Promise<TokenAtHand> {
  const body = { name: `a ${role} token`, role, scopes };
  const made = await service.post(`/api/v1/workspaces/${workspaceId}/tokens`, body, { key });
  return { tokenId: Number(fieldOf(made, "data.token_id")), token: String(fieldOf(made, "data.token")) };
}
