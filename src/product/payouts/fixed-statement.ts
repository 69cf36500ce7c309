// One fixed statement, asked in a transaction that decides or in a snapshot that only reads, so that both read the same.
import { CompiledQuery, type Kysely } from "kysely";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type Ask = Session["query"];

export function askIn(session: Session): Ask {
  return (statement, values) => session.query(statement, values);
}

export function askOf(db: Kysely<Tables>): Ask {
  return async <Row extends object>({ text }: Statement, values: readonly unknown[]) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  };
}
