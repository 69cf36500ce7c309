// How often each program key is shown, counted in memory and added to its table every few seconds: no call waits for a write.
// What a process counted since its last write is lost when it is killed: these are figures for an operator and not for money.

import { type KeyCaller, KeyCallers, writeKeyCallers } from "../../access/key-callers.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { mayPass } from "../../engine/postgres/faults.ts";

export type KeyUse = {
  count(keyHash: Buffer, caller: KeyCaller): void;
  /** Writes what was counted. While the database is away it is kept for the next time. */
  flush(): Promise<void>;
};

const daysKept = 90;

/** Of a key that was replaced meanwhile nothing is kept. In the order of the keys, so that two processes never deadlock. */
const addUseStatement: Statement = {
  name: "add_program_key_use",
  text: `insert into program_key_use (program_id, key_hash, day, calls, last_used_at)
         select k.program_id, k.key_hash, u.day, u.calls, u.last_used_at
           from unnest($1::bytea[], $2::date[], $3::bigint[], $4::timestamptz[]) as u(key_hash, day, calls, last_used_at)
           join program_key k on k.key_hash = u.key_hash
          order by k.program_id, u.day
         on conflict (program_id, key_hash, day)
         do update set calls = program_key_use.calls + excluded.calls,
                       last_used_at = greatest(program_key_use.last_used_at, excluded.last_used_at)`,
};

const removeOldUseStatement: Statement = {
  name: "remove_old_program_key_use",
  text: "delete from program_key_use where day < (now() at time zone 'UTC')::date - $1::integer",
};

const removeOldCallersStatement: Statement = {
  name: "remove_old_program_key_callers",
  text: "delete from program_key_caller where last_called_at < now() - make_interval(days => $1::integer)",
};

const millisecondsPerDay = 86_400_000;

/** The day in days since 1970, of UTC. */
type Counted = { readonly keyHash: Buffer; readonly day: number; calls: number; lastUsedAt: number };

export function openKeyUse(database: Database, now: () => number): KeyUse {
  let counted = new Map<string, Counted>();
  const callers = new KeyCallers();

  function add({ keyHash, day, calls, lastUsedAt }: Counted): void {
    const entry = `${day} ${keyHash.toString("latin1")}`;
    const known = counted.get(entry);
    if (known === undefined) {
      counted.set(entry, { keyHash, day, calls, lastUsedAt });
      return;
    }
    known.calls += calls;
    known.lastUsedAt = Math.max(known.lastUsedAt, lastUsedAt);
  }

  return {
    count(keyHash, caller) {
      const at = now();
      callers.count(keyHash, caller, at);
      add({ keyHash, day: Math.floor(at / millisecondsPerDay), calls: 1, lastUsedAt: at });
    },
    async flush() {
      const taken = [...counted.values()];
      if (taken.length === 0) return;
      counted = new Map();
      const takenCallers = callers.take();
      try {
        await database.transaction(async (session) => {
          void session.query(addUseStatement, [
            taken.map(({ keyHash }) => keyHash),
            taken.map(({ day }) => new Date(day * millisecondsPerDay).toISOString().slice(0, "2026-01-31".length)),
            taken.map(({ calls }) => calls),
            taken.map(({ lastUsedAt }) => new Date(lastUsedAt)),
          ]);
          writeKeyCallers(session, takenCallers);
        });
      } catch (error) {
        for (const entry of taken) add(entry);
        callers.putBack(takenCallers);
        if (!mayPass(error)) throw error;
      }
    },
  };
}

export async function removeOldKeyUse(database: Database): Promise<void> {
  await database.longTransaction(async (session) => {
    void session.query(removeOldUseStatement, [daysKept]);
    void session.query(removeOldCallersStatement, [daysKept]);
  });
}
