// Who makes a change, said to the database in the transaction that makes it: the tables of keys, connections, recipients and members
// keep their own changes, and read there who it was.
import { type Kysely, sql } from "kysely";
import { type Author, authorText } from "../core/vocabulary/access/author.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import type { Tables } from "../engine/postgres/tables/tables.ts";

const sayStatement: Statement = { name: "say_who_acts", text: "select set_config('svc.actor', $1, true)" };

/** Sent without waiting: it precedes everything that the transaction changes next. */
export function sayWhoActs(session: Session, author: Author): void {
  void session.query(sayStatement, [authorText(author)]);
}

export async function sayWhoActsIn(transaction: Kysely<Tables>, author: Author): Promise<void> {
  await sql`select set_config('svc.actor', ${authorText(author)}, true)`.execute(transaction);
}
