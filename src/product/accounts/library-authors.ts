// Who asks the accounts library to change members or invitations, said to the database as every other change says it: the library
// writes through an adapter that knows no account, so the adapter notes whose session the library found for a call, says it in the
// transaction of what the call then changes, and signs what that changed of members.
import { AsyncLocalStorage } from "node:async_hooks";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, DBTransactionAdapter } from "better-auth/adapters";
import type { Kysely } from "kysely";
import { z } from "zod";
import { sayWhoActsIn } from "../../access/acting.ts";
import type { ChangeSigner } from "../../access/signed/signed-changes.ts";
import { newestAccessChange, signPeople } from "../../access/signed/signed-people.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** Of one call, filled in once the library has found its session. */
type Note = { accountId: string | null };

const notes = new AsyncLocalStorage<Note>();

/** The library's names of what keeps its changes. */
const keptModels: readonly string[] = ["member", "invitation", "account"];

export function withAuthorNote<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  return notes.run({ accountId: null }, call);
}

const foundSession = z.looseObject({ userId: z.string() });

function noteSession(row: unknown): void {
  const note = notes.getStore();
  const session = foundSession.safeParse(row).data;
  if (note !== undefined && session !== undefined) note.accountId = session.userId;
}

function asksForNone(where: Parameters<DBAdapter["findMany"]>[0]["where"]): boolean {
  return (where ?? []).some(
    ({ operator, value, connector }) =>
      operator === "in" && Array.isArray(value) && value.length === 0 && connector !== "OR",
  );
}

export function authoringAdapter(db: Kysely<Tables>, secrets: ChangeSigner): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = kyselyAdapter(db, { type: "postgres", transaction: true })(options);
    const named = <Answer>(accountId: string, run: (inner: DBTransactionAdapter) => Promise<Answer>): Promise<Answer> =>
      db.transaction().execute(async (transaction) => {
        const author = { kind: "account", accountId } as const;
        await sayWhoActsIn(transaction, author);
        const since = await newestAccessChange(transaction);
        const answer = await run(kyselyAdapter(transaction, { type: "postgres", transaction: false })(options));
        await signPeople(transaction, secrets, since, author);
        return answer;
      });
    const changing = <Answer>(
      model: string,
      run: (inner: DBTransactionAdapter) => Promise<Answer>,
    ): Promise<Answer> => {
      const accountId = notes.getStore()?.accountId ?? null;
      return accountId === null || !keptModels.includes(model) ? run(adapter) : named(accountId, run);
    };
    return {
      ...adapter,
      async findOne<Row>(call: Parameters<DBAdapter["findOne"]>[0]) {
        const row = await adapter.findOne<Row>(call);
        if (call.model === "session") noteSession(row);
        return row;
      },
      // PostgreSQL has no list without entries, which the library asks for where a page of members is past the last of them.
      findMany: (call) => (asksForNone(call.where) ? Promise.resolve([]) : adapter.findMany(call)),
      create: (call) => changing(call.model, (inner) => inner.create(call)),
      update: (call) => changing(call.model, (inner) => inner.update(call)),
      incrementOne: (call) => changing(call.model, (inner) => inner.incrementOne(call)),
      consumeOne: (call) => changing(call.model, (inner) => inner.consumeOne(call)),
      updateMany: (call) => changing(call.model, (inner) => inner.updateMany(call)),
      delete: (call) => changing(call.model, (inner) => inner.delete(call)),
      deleteMany: (call) => changing(call.model, (inner) => inner.deleteMany(call)),
      transaction: (run) => {
        const accountId = notes.getStore()?.accountId ?? null;
        return accountId === null ? adapter.transaction(run) : named(accountId, run);
      },
    };
  };
}
