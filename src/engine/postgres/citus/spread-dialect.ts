// The dialect of queries on a cluster, where each part of a query must name the program whose rows it reads.
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
