// What must hold of the database behind the cases: books match the logs, no fold threw, and acknowledged events are kept.
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { isVerified, verifyPrograms } from "../../src/engine/replay/verify.ts";
import { noRunIsWorkedOn } from "../support/replaying.ts";
import { secretKey } from "../support/service.ts";
import type { Tally } from "./tally.ts";
import type { World } from "./world.ts";

/** What is wrong, in words; `acknowledged` are the events that deliveries were answered with. */
export async function wrongInBooks(
  { service, databaseUrl }: World,
  acknowledged: ReadonlySet<number>,
  tally: Tally,
): Promise<string[]> {
  const { database } = service;
  await noRunIsWorkedOn(database);
  const parts = { database, ownerUrl: databaseUrl, secrets: openSecrets([secretKey]), now: Date.now, actor: operator };
  const verified = await verifyPrograms(parts, null);
  const wrong = verified
    .filter((program) => !isVerified(program))
    .map((program) => `books: ${JSON.stringify(program).slice(0, 2_000)}`);
  return withClient(databaseUrl, async (client) => {
    const { rows: failed } = await client.query<{ event_id: number; type: string; detail: unknown }>(
      `select o.event_id, e.type, o.detail from outcome o join event e on e.program_id = o.program_id and e.id = o.event_id
        where o.outcome = 'failed' and o.reason = 'projector_error' and o.detail::text not like '%was retried later%' limit 20`,
    );
    const { rows: lost } = await client.query<{ event_id: number }>(
      "select given.id as event_id from unnest($1::bigint[]) as given (id) where not exists (select from event where event.id = given.id)",
      [[...acknowledged]],
    );
    const { rows: events } = await client.query<{ type: string; outcome: string; count: number }>(
      `select e.type, coalesce(o.outcome || coalesce(' ' || case when o.outcome = 'failed' then o.reason end, ''), 'recorded') as outcome,
              count(*)::int as count
         from event e left join outcome o on o.program_id = e.program_id and o.event_id = e.id group by 1, 2`,
    );
    for (const { type, outcome, count } of events) tally.addEvents(type, outcome, count);
    return [
      ...wrong,
      ...failed.map((event) => `the fold threw: ${JSON.stringify(event)}`),
      ...lost.map(({ event_id }) => `event ${event_id} was acknowledged and is not in the log`),
    ];
  });
}
