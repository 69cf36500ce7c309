// Tells queries that they are asked of several machines, where each part of a query has to name the program whose rows it is about.
import { type Kysely, PostgresAdapter, PostgresDialect } from "kysely";

class SpreadAdapter extends PostgresAdapter {}

export class SpreadDialect extends PostgresDialect {
  override createAdapter(): SpreadAdapter {
    return new SpreadAdapter();
  }
}

/** Also within a transaction. */
export function isAskedOfSeveral<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SpreadAdapter;
}
