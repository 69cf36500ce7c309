// What a database that is spread over machines cannot do; see docs/scale.md.
import type { Database } from "../db/database.ts";
import { AccessRefused } from "./permission.ts";

export function requireOneMachine({ isSpread }: Pick<Database, "isSpread">, what: string): void {
  if (!isSpread) return;
  throw new AccessRefused("forbidden", `${what} on a database that is spread over machines: see docs/scale.md.`);
}
