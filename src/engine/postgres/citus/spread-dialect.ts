// The dialect of queries on a cluster, where each part of a query must name the program whose rows it reads.
import { PostgresAdapter, PostgresDialect } from "kysely";

/** By which `byPlacement` knows such a database. */
export class SpreadAdapter extends PostgresAdapter {}

export class SpreadDialect extends PostgresDialect {
  override createAdapter(): SpreadAdapter {
    return new SpreadAdapter();
  }
}
