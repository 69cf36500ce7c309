// Where a database's programs are: asked of the database itself.
import { severalMachines } from "./citus/several-machines.ts";
import { withClient } from "./database.ts";
import { isLogSpread } from "./migrations/migrate.ts";
import { oneDatabase } from "./one-database.ts";
import type { Placement } from "./placement.ts";

export function placementAt(url: string): Promise<Placement> {
  return withClient(url, async (client) => ((await isLogSpread(client)) ? severalMachines : oneDatabase));
}
