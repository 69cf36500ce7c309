// A clock of the database's own that a test can move: holds end, months close and windows expire for every process on it.
// The functions that give the time are found in a schema of their own before PostgreSQL's, by every session that begins after
// this. Time only goes on: a log never goes back. Services on it need `CLOCK_STEP_SECONDS_MAX`, since their machine's clock stays.

import { clockRule } from "../../src/engine/postgres/clock.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { openDatabase, roleIfUsable, serviceRole, withClient } from "../../src/engine/postgres/database.ts";
import type { TestDatabase } from "./database.ts";

const stepSecondsMax = 1_000_000_000;

export const farFromTheMachines = { CLOCK_STEP_SECONDS_MAX: String(stepSecondsMax) };

export type MovableClock = { passDays(days: number): Promise<void> };

export async function moveClock({ url }: Pick<TestDatabase, "url">, start: Date): Promise<MovableClock> {
  const name = new URL(url).pathname.slice(1);
  await withClient(url, async (client) => {
    await client.query(`
      create schema moved_clock;
      create table moved_clock.ahead (by interval not null);
      create function moved_clock.clock_timestamp() returns timestamptz language sql volatile
        as 'select pg_catalog.clock_timestamp() + (select by from moved_clock.ahead)';
      create function moved_clock.now() returns timestamptz language sql stable
        as 'select pg_catalog.now() + (select by from moved_clock.ahead)';
      grant usage on schema moved_clock to public;
      grant select on moved_clock.ahead to public;
      alter database ${name} set search_path = public, moved_clock, pg_catalog`);
    await client.query("insert into moved_clock.ahead select $1::timestamptz - pg_catalog.clock_timestamp()", [start]);
  });
  return {
    passDays: (days) =>
      withClient(url, async (client) => {
        await client.query("update moved_clock.ahead set by = by + make_interval(days => $1)", [days]);
      }),
  };
}

/** As the service opens it. Connections of the test's own database may predate the clock. */
export async function openOnMovedClock({ url }: TestDatabase): Promise<Database> {
  const role = await roleIfUsable(url, serviceRole);
  const clock = clockRule(stepSecondsMax);
  return openDatabase({ url, connectionsMax: 4, applicationName: "svc-test-clock", role, clock });
}
