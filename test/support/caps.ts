// As the configuration has them by default.
import { capFigures } from "../../src/config/caps.ts";

export const { caps: usualCaps } = capFigures({
  WORKSPACES_PER_ACCOUNT_MAX: 50,
  PROGRAMS_PER_ACCOUNT_MAX: 200,
  ENDPOINTS_PER_PROGRAM_MAX: 50,
  ENDPOINTS_PER_WORKSPACE_MAX: 500,
});
