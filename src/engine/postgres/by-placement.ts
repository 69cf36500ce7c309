// A query that is worded in two ways: with all programs in one database, or on a cluster, where each part names the program whose rows it reads.
import type { Kysely } from "kysely";
import { SpreadAdapter } from "./citus/spread-dialect.ts";

export type Worded<Answer> = {
  /** For one database. */
  readonly together: () => Answer;
  /** Where programs lie on several machines. */
  readonly apart: () => Answer;
};

/** Also within a transaction. */
export function byPlacement<Tables, Answer>(db: Kysely<Tables>, { together, apart }: Worded<Answer>): Answer {
  return db.getExecutor().adapter instanceof SpreadAdapter ? apart() : together();
}
