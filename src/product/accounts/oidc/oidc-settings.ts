// The one OIDC issuer (Keycloak, Entra, Google, Okta, Authentik …) whose people may sign in, as the operator configures it.
import type { Secret } from "../../../access/secrets/secret.ts";
import type { WorkspaceRole } from "../../../core/vocabulary/access/workspace-roles.ts";

/** A place in a workspace that signing in gives. */
export type GivenRole = { readonly workspaceId: number; readonly role: WorkspaceRole };

export type OidcSettings = {
  /** As its discovery document names it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret<string>;
  /** On the button. */
  readonly name: string;
  /** The domains of e-mails that may sign in, in lower case; null gives no role. */
  readonly domains: readonly { readonly domain: string; readonly gives: GivenRole | null }[];
  readonly groups: readonly { readonly group: string; readonly gives: GivenRole }[];
  readonly groupsClaim: string;
  /** Passwords, sign-up and invitations of people without an account are closed. */
  readonly isOnlyWay: boolean;
};
