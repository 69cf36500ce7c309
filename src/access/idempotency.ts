// Makes a repeated change happen once: the caller's idempotency key is written in the transaction of the change, so that a crash leaves
// both or neither. A concurrent repeat waits for that transaction. Only completed changes are kept, for a day: a refused call may be
// repeated with its key.
import { authorText } from "../core/vocabulary/access/author.ts";
import type { Database } from "../engine/postgres/database.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import type { Actor } from "./permission.ts";
import type { Secrets } from "./secrets/secrets.ts";

const keptHours = 24;
const rowsRemovedAtOnce = 1_000;

export type Once = { readonly caller: string; readonly key: string; readonly fingerprint: string };

/** An earlier call with this key made the change: `answer` is its answer, null if unknown. */
export class DoneBefore extends Error {
  override readonly name = "DoneBefore";
  readonly madeIds: readonly number[];
  readonly answer: string | null;

  constructor(madeIds: readonly number[], answer: string | null) {
    super("the change was made before");
    this.madeIds = madeIds;
    this.answer = answer;
  }
}

/** The key belongs to another call of the same caller. */
export class KeyReused extends Error {
  override readonly name = "KeyReused";
}

export type OnceKeys = {
  /** `call` and `body` say what is asked for: the same key with another body is refused. */
  of(actor: Exclude<Actor, { kind: "operator" }>, key: string, call: string, body: object): Once;
  /** For repeats: the answer as it is sent. */
  keepAnswer(once: Once, answer: string): Promise<void>;
};

const claimStatement: Statement = {
  name: "claim_idempotency_key",
  text: `insert into idempotency_key (caller, key, fingerprint, made_ids)
         values ($1, $2, $3, '{}')
         on conflict (caller, key) do update
            set fingerprint = excluded.fingerprint, made_ids = '{}', answer = null, claimed_at = clock_timestamp()
          where idempotency_key.claimed_at < clock_timestamp() - make_interval(hours => $4)
         returning caller`,
};

const findStatement: Statement = {
  name: "find_idempotency_key",
  text: "select fingerprint, made_ids, answer from idempotency_key where caller = $1 and key = $2",
};

const keepIdsStatement: Statement = {
  name: "keep_made_ids",
  text: "update idempotency_key set made_ids = $3::bigint[] where caller = $1 and key = $2",
};

const keepAnswerStatement: Statement = {
  name: "keep_answer",
  text: "update idempotency_key set answer = $4 where caller = $1 and key = $2 and fingerprint = $3 and answer is null",
};

const removeOldStatement: Statement = {
  name: "remove_old_idempotency_keys",
  text: `delete from idempotency_key
          where (caller, key) in (select caller, key from idempotency_key
                                   where claimed_at < clock_timestamp() - make_interval(hours => $1)
                                   order by claimed_at
                                   limit $2)
         returning caller`,
};

export function openOnceKeys(database: Database, secrets: Pick<Secrets, "fingerprint">): OnceKeys {
  return {
    of: (actor, key, call, body) => ({
      caller: authorText(actor),
      key,
      fingerprint: secrets.fingerprint(JSON.stringify([call, body])),
    }),
    async keepAnswer({ caller, key, fingerprint }, answer) {
      await database.transaction(
        async (session) => void session.query(keepAnswerStatement, [caller, key, fingerprint, answer]),
      );
    },
  };
}

/** Asked behind the caller's right and before the change. Throws `DoneBefore` or `KeyReused`; null is a call without a key. */
export async function claimOnce(session: Session, once: Once | null): Promise<void> {
  if (once === null) return;
  const { caller, key, fingerprint } = once;
  const claimed = await session.query(claimStatement, [caller, key, fingerprint, keptHours]);
  if (claimed.length > 0) return;
  type Kept = { fingerprint: string; made_ids: number[]; answer: string | null };
  const [kept] = await session.query<Kept>(findStatement, [caller, key]);
  if (kept === undefined) throw new Error("an idempotency key was removed while it was claimed");
  if (kept.fingerprint !== fingerprint) throw new KeyReused("the key belongs to another call");
  throw new DoneBefore(kept.made_ids, kept.answer);
}

/** What the change made, with the change. Sends it and does not wait: the commit does. */
export function keepMadeIds(session: Session, once: Once | null, madeIds: readonly number[]): void {
  if (once !== null) void session.query(keepIdsStatement, [once.caller, once.key, madeIds]);
}

export async function removeOldIdempotencyKeys(database: Database): Promise<void> {
  for (let removed = rowsRemovedAtOnce; removed === rowsRemovedAtOnce; ) {
    const rows = await database.transaction((session) =>
      session.query(removeOldStatement, [keptHours, rowsRemovedAtOnce]),
    );
    removed = rows.length;
  }
}
