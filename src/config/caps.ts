// How much one account may make. The command line's operator is not limited, and what was made before a limit stays.
import type { z } from "zod";
import { limit } from "./values.ts";

export const capLimits = {
  WORKSPACES_PER_ACCOUNT_MAX: limit(50, [1, 1_000_000], "Workspaces one account may own."),
  PROGRAMS_PER_ACCOUNT_MAX: limit(
    200,
    [1, 1_000_000],
    "Programs in all the workspaces that one account owns, or in one workspace.",
  ),
  ENDPOINTS_PER_PROGRAM_MAX: limit(
    50,
    [1, 1_000_000],
    "Webhook endpoints of one program, without the postbacks of its partners.",
  ),
  ENDPOINTS_PER_WORKSPACE_MAX: limit(
    500,
    [1, 1_000_000],
    "Webhook endpoints of all programs of one workspace, without the postbacks of their partners.",
  ),
};

type Given = { readonly [Name in keyof typeof capLimits]: z.output<(typeof capLimits)[Name]> };

export function capFigures(given: Given) {
  return {
    caps: Object.freeze({
      workspacesPerAccountMax: given.WORKSPACES_PER_ACCOUNT_MAX,
      programsPerAccountMax: given.PROGRAMS_PER_ACCOUNT_MAX,
      endpointsPerProgramMax: given.ENDPOINTS_PER_PROGRAM_MAX,
      endpointsPerWorkspaceMax: given.ENDPOINTS_PER_WORKSPACE_MAX,
    }),
  };
}
