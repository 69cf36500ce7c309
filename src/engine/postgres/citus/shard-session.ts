// A session on the node of one shard: it sends the same statements as on one PostgreSQL, with the shard's own relations in place of the
// tables, so that nothing of them is for Citus to plan. What belongs to no program it leaves to the coordinator's session.
import type { Session } from "../driver/session.ts";
import type { Statement } from "../driver/statement.ts";
import { oneShard } from "../one-database.ts";
import { tablesOfPrograms } from "./distribution.ts";
import type { ShardGroup, ShardMap } from "./shard-map.ts";

export type StatementsOfShard = (statement: Statement) => Statement;

/** Each statement is rewritten once; the names stay, as a connection serves one shard alone. */
export function statementsOfShard({ relations }: ShardGroup, { views }: Pick<ShardMap, "views">): StatementsOfShard {
  const toRelations = (text: string): string =>
    text.replace(tableNames, (_, keyword: string, table: string) => `${keyword}${relations.get(table) ?? table}`);
  const readThrough = [...views].map(([name, query]) => ({
    name: new RegExp(`\\b(from|join)(\\s+)${name}\\b`, "g"),
    query: toRelations(query),
  }));
  const rewritten = new WeakMap<Statement, Statement>();
  return (statement) => {
    const known = rewritten.get(statement);
    if (known !== undefined) return known;
    const text = readThrough.reduce(
      (so, { name, query }) => so.replace(name, (_, keyword: string, space: string) => `${keyword}${space}(${query})`),
      toRelations(statement.text),
    );
    const own = { name: statement.name, text };
    rewritten.set(statement, own);
    return own;
  };
}

/** Where a statement names a table: in no column, alias or string. */
const tableNames = new RegExp(`\\b((?:from|join|into|update|using)\\s+\\(*)(${tablesOfPrograms.join("|")})\\b`, "gi");

export function sessionOfShard(session: Session, shared: Session, rewrite: StatementsOfShard): Session {
  return {
    placement: oneShard,
    shared,
    query: (statement, values) => session.query(rewrite(statement), values),
    answered: () => session.answered(),
  };
}
