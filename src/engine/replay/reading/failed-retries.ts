// The recurring retry of failed deliveries: each with its own back-off, from the start of the process, since a start may bring the code
// that fixes it, and then every hour. It is bounded: what one run leaves, the next one takes. It remembers only when to try again; the
// books know what failed.
import { operator } from "../../../access/permission.ts";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import type { OutcomeName } from "../../../core/rules/rows/sale-rows.ts";
import { doublingWaits, secondsToWait } from "../../jobs/waits.ts";
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import { everyFailed, findFailed, firstPlace, type Place, retryDelivery } from "./retry-failed.ts";

const millisecondsPerSecond = 1_000;
const waits = doublingWaits(60, 3_600);
const placesPerLook = 1000;
const retriesPerRunMax = 200;
/** A stop of the service waits for a run. */
const runMillisecondsMax = 5000;
/** Beyond, some are tried more often than they should be. */
const rememberedMax = 20_000;

const failedPlacesStatement: Statement = {
  name: "places_of_failed_deliveries",
  text: `select o.program_id as "programId", o.event_id as "eventId"
           from outcome o
          where o.outcome = 'failed'
            and (o.program_id, o.event_id) > ($1::bigint, $2::bigint)
            and exists (select 1 from delivery d where d.program_id = o.program_id and d.event_id = o.event_id)
          order by o.program_id, o.event_id
          limit $3`,
};

/** By outcome; `failed` is a repeated failure. */
export type RetryCounts = { readonly [Outcome in OutcomeName]?: number };

export type FailedRetries = { runOnce(stop: AbortSignal): Promise<RetryCounts> };

type Pause = { readonly failures: number; readonly until: number };

export function openFailedRetries(database: Database, secrets: Secrets, now: () => number): FailedRetries {
  const pauses = new Map<number, Pause>();
  let place = firstPlace;

  async function retry(at: Place, counts: Map<OutcomeName, number>): Promise<void> {
    const request = { ...everyFailed, programIds: [at.programId], eventId: at.eventId };
    const [failed] = await findFailed(database, request, firstPlace, 1);
    if (failed === undefined) return;
    const failures = (pauses.get(at.eventId)?.failures ?? 0) + 1;
    const seconds = secondsToWait(waits, failures);
    if (pauses.size >= rememberedMax) pauses.clear();
    pauses.set(at.eventId, { failures, until: now() + seconds * millisecondsPerSecond });
    const retried = await retryDelivery({ database, secrets, actor: operator }, failed);
    const outcome = retried.kind === "taken_up" ? retried.outcome : "failed";
    if (retried.kind !== "fails_again") pauses.delete(at.eventId);
    if (retried.kind !== "gone") counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }

  return {
    async runOnce(stop) {
      const over = AbortSignal.any([AbortSignal.timeout(runMillisecondsMax), stop]);
      const counts = new Map<OutcomeName, number>();
      const places = await database.withSession((session) =>
        session.query<Place>(failedPlacesStatement, [place.programId, place.eventId, placesPerLook]),
      );
      let tried = 0;
      const faults: unknown[] = [];
      const blocked = new Set<number>();
      for (const at of places) {
        if (over.aborted || tried >= retriesPerRunMax) break;
        place = at;
        if ((pauses.get(at.eventId)?.until ?? 0) > now() || blocked.has(at.programId)) continue;
        tried += 1;
        try {
          await retry(at, counts);
        } catch (error) {
          // Its program may be locked, or written by a newer release: the others have their turn.
          faults.push(error);
          blocked.add(at.programId);
        }
      }
      if (places.length < placesPerLook && place === (places.at(-1) ?? place)) place = firstPlace;
      if (faults.length > 0) throw new AggregateError(faults, `failed deliveries of ${faults.length} program(s) wait`);
      return Object.fromEntries(counts);
    },
  };
}
