// How much one account may make, and what is answered beyond that. Operators of the command line are not limited.
import type { Author } from "../../core/vocabulary/access/author.ts";

export type Caps = {
  readonly workspacesPerAccountMax: number;
  readonly programsPerAccountMax: number;
  readonly endpointsPerProgramMax: number;
  readonly endpointsPerWorkspaceMax: number;
};

export type CapName = keyof Caps;

const wording: { readonly [Name in CapName]: (max: number) => string } = {
  workspacesPerAccountMax: (max) => `An account may own at most ${max} workspaces (WORKSPACES_PER_ACCOUNT_MAX).`,
  programsPerAccountMax: (max) =>
    `An account may have at most ${max} programs in the workspaces it owns (PROGRAMS_PER_ACCOUNT_MAX).`,
  endpointsPerProgramMax: (max) =>
    `A program may have at most ${max} endpoints of its own (ENDPOINTS_PER_PROGRAM_MAX): remove one first.`,
  endpointsPerWorkspaceMax: (max) =>
    `The programs of a workspace may have at most ${max} endpoints together (ENDPOINTS_PER_WORKSPACE_MAX): remove one first.`,
};

/** What was there before the limit stays; one more is refused. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly max: number;

  constructor(cap: CapName, max: number) {
    super(`${wording[cap](max)} The operator of the installation can raise it.`);
    this.max = max;
  }
}

export function requireBelow(caps: Caps, cap: CapName, count: number, actor: Author | null): void {
  if (actor?.kind !== "operator" && count >= caps[cap]) throw new LimitReached(cap, caps[cap]);
}
