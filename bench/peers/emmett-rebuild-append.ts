// Copies the events of our log into Emmett's event store, a stream a program, in our order. Not timed against anything.
import type { Event } from "@event-driven-io/emmett";
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import { withClient } from "../../src/engine/postgres/database.ts";
import { emmettAppendRequest } from "../replay/requests.ts";
import { readRequest, sendMessage } from "../replay/worker.ts";
import type { LogEvent } from "./emmett-rebuild-projection.ts";

const eventsPerAppend = 2_000;

const { ownerUrl, storeUrl, programIds } = readRequest(emmettAppendRequest);

type Row = { type: LogEvent["type"]; data: LogEvent["data"]; metadata: LogEvent["metadata"]; seq: number };

const store = getPostgreSQLEventStore(storeUrl);
const startedAt = performance.now();
let events = 0;
await withClient(ownerUrl, async (client) => {
  for (const programId of programIds) {
    for (let fromSeq = 0; ; ) {
      const { rows } = await client.query<Row>(
        `select seq, type, data,
                jsonb_build_object('program_id', program_id, 'event_id', id, 'source', source, 'received_at', received_at) as metadata
           from event where program_id = $1 and seq > $2 order by seq limit $3`,
        [programId, fromSeq, eventsPerAppend],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      const batch: Event[] = rows.map(({ type, data, metadata }) => ({ type, data, metadata }));
      await store.appendToStream(`program-${programId}`, batch);
      events += rows.length;
      fromSeq = last.seq;
    }
  }
});
await store.close();
await withClient(storeUrl, (client) => client.query("vacuum analyze"));
sendMessage({ kind: "result", result: { events, seconds: (performance.now() - startedAt) / 1000 } });
