// Every kind of fault there is.
import { databaseFaults } from "./databases.ts";
import { failpoints } from "./failpoints.ts";
import type { FaultKind } from "./fault.ts";
import { processFaults } from "./processes.ts";
import { wayFaults } from "./ways.ts";

export const faultKinds: readonly FaultKind[] = [...failpoints, ...processFaults, ...databaseFaults, ...wayFaults];
