// The callers of each program key: address and client program, counted in memory and written with the key's use. It shows who still uses an
// old key that must be replaced. Only each key's latest few are kept.

import { callersKeptMax } from "../core/vocabulary/access/key-callers-kept.ts";
import { isStorableText } from "../core/vocabulary/facts.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";

/** Where a call came from, and what made it. */
export type KeyCaller = { readonly address: string; readonly client: string };

/** For all keys between two writes; a further caller is only counted as a call. */
const callersCountedMax = 5_000;
const clientCharactersMax = 100;
const nothingSaid = "unknown";

/** Of a key that was replaced meanwhile nothing is kept. In the order of the keys, so that two processes never deadlock. */
const addCallersStatement: Statement = {
  name: "add_program_key_callers",
  text: `insert into program_key_caller (program_id, key_hash, address, client, calls, last_called_at)
         select k.program_id, k.key_hash, u.address, u.client, u.calls, u.last_called_at
           from unnest($1::bytea[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
                as u(key_hash, address, client, calls, last_called_at)
           join program_key k on k.key_hash = u.key_hash
          order by k.program_id, k.key_hash, u.address, u.client
         on conflict (program_id, key_hash, address, client)
         do update set calls = program_key_caller.calls + excluded.calls,
                       last_called_at = greatest(program_key_caller.last_called_at, excluded.last_called_at)`,
};

const keepLatestStatement: Statement = {
  name: "keep_latest_program_key_callers",
  text: `delete from program_key_caller c
          using (
                 select program_id, key_hash, address, client,
                        row_number() over (partition by program_id, key_hash order by last_called_at desc, address, client) as place
                   from program_key_caller
                  where key_hash = any($1::bytea[])
                ) p
          where p.place > $2::integer
            and (c.program_id, c.key_hash, c.address, c.client) = (p.program_id, p.key_hash, p.address, p.client)`,
};

type Counted = KeyCaller & { readonly keyHash: Buffer; calls: number; lastCalledAt: number };

export class KeyCallers {
  #counted = new Map<string, Counted>();

  count(keyHash: Buffer, { address, client }: KeyCaller, at: number): void {
    this.#add({ keyHash, address, client: shortened(client), calls: 1, lastCalledAt: at });
  }

  /** What was counted since the last time. */
  take(): readonly Counted[] {
    const taken = [...this.#counted.values()];
    this.#counted = new Map();
    return taken;
  }

  putBack(taken: readonly Counted[]): void {
    for (const each of taken) this.#add(each);
  }

  #add(caller: Counted): void {
    const entry = `${caller.keyHash.toString("latin1")} ${caller.address} ${caller.client}`;
    const known = this.#counted.get(entry);
    if (known !== undefined) {
      known.calls += caller.calls;
      known.lastCalledAt = Math.max(known.lastCalledAt, caller.lastCalledAt);
    } else if (this.#counted.size < callersCountedMax) {
      this.#counted.set(entry, { ...caller });
    }
  }
}

export function writeKeyCallers(session: Session, taken: readonly Counted[]): void {
  if (taken.length === 0) return;
  void session.query(addCallersStatement, [
    taken.map(({ keyHash }) => keyHash),
    taken.map(({ address }) => address),
    taken.map(({ client }) => client),
    taken.map(({ calls }) => calls),
    taken.map(({ lastCalledAt }) => new Date(lastCalledAt)),
  ]);
  void session.query(keepLatestStatement, [taken.map(({ keyHash }) => keyHash), callersKeptMax]);
}

function shortened(client: string): string {
  const short = client.trim().slice(0, clientCharactersMax);
  return short === "" || !isStorableText(short) ? nothingSaid : short;
}
