// How many deliveries each connection refused for their signature, by the hour: counted in memory and added to a table, so that a stranger who sends
// wrong ones makes no writes. What a process counted since its last write is lost when it is killed: these are figures for a
// notice. Nothing of such a delivery itself is kept.
import type { SignatureFault } from "../../../adapters/adapter.ts";
import type { Connection } from "../../access/connections.ts";
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { mayPass } from "../postgres/faults.ts";

export type RefusedDeliveries = {
  count(connection: Pick<Connection, "programId" | "connectionId">, fault: SignatureFault): void;
  /** Writes what was counted. While the database is away it is kept for the next time. */
  flush(): Promise<void>;
};

const daysKept = 7;
const millisecondsPerHour = 3_600_000;

/** In the order of the keys, so that two processes never deadlock. */
const addStatement: Statement = {
  name: "add_refused_deliveries",
  text: `insert into refused_delivery as kept (program_id, connection_id, hour, deliveries, last_fault)
         select r.program_id, r.connection_id, r.hour, r.deliveries, r.last_fault
           from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::text[])
                as r(program_id, connection_id, hour, deliveries, last_fault)
          order by r.program_id, r.connection_id, r.hour
         on conflict (program_id, connection_id, hour)
         do update set deliveries = kept.deliveries + excluded.deliveries, last_fault = excluded.last_fault`,
};

const removeOldStatement: Statement = {
  name: "remove_old_refused_deliveries",
  text: "delete from refused_delivery where hour < now() - make_interval(days => $1::integer)",
};

type Counted = {
  readonly programId: number;
  readonly connectionId: number;
  readonly hour: number;
  deliveries: number;
  fault: SignatureFault;
};

export function openRefusedDeliveries(database: Database, now: () => number): RefusedDeliveries {
  let counted = new Map<string, Counted>();

  function add(one: Counted): void {
    const key = `${one.connectionId} ${one.hour}`;
    const known = counted.get(key);
    if (known === undefined) {
      counted.set(key, one);
      return;
    }
    known.deliveries += one.deliveries;
    known.fault = one.fault;
  }

  return {
    count({ programId, connectionId }, fault) {
      const hour = Math.floor(now() / millisecondsPerHour) * millisecondsPerHour;
      add({ programId, connectionId, hour, deliveries: 1, fault });
    },
    async flush() {
      const taken = [...counted.values()];
      if (taken.length === 0) return;
      counted = new Map();
      const values = [
        taken.map(({ programId }) => programId),
        taken.map(({ connectionId }) => connectionId),
        taken.map(({ hour }) => new Date(hour)),
        taken.map(({ deliveries }) => deliveries),
        taken.map(({ fault }) => fault),
      ];
      try {
        await database.transaction((session) => session.query(addStatement, values));
      } catch (error) {
        for (const one of taken) add(one);
        if (!mayPass(error)) throw error;
      }
    },
  };
}

export async function removeOldRefusedDeliveries(database: Database): Promise<void> {
  await database.transaction((session) => session.query(removeOldStatement, [daysKept]));
}
