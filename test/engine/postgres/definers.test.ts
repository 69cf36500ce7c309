// Functions with the owner's rights, called by the service's role: objects that this role puts next to our tables do not change what they
// work on.
import { expect, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { databaseForFile } from "../../support/for-file.ts";

const testDatabase = await databaseForFile();

test("a temporary table of the caller's is never taken for one of ours", async () => {
  await withClient(testDatabase.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc
        where prosecdef and pronamespace = 'public'::regnamespace
          and not exists (select from unnest(proconfig) c where c like 'search_path=%, pg_temp')`,
    );
    expect(rows).toEqual([]);

    await client.query("set role svc_service");
    await client.query("create temp table event (like public.event)");
    await client.query(
      `insert into event (program_id, seq, id, type, schema_version, source, is_test, received_at, data, prev_hash, hash)
       values (1, 1, 7, 'click_recorded', 1, 'browser', false, now(), '{"page_url": "https://shop.test"}', '', '')`,
    );
    await client.query(
      "select erase_person(1, '{7}', '{}', '{customer_key}', '{anna}', array['erased:' || repeat('0', 32)])",
    );
    const { rows: theirs } = await client.query("select data from pg_temp.event");
    expect(theirs).toEqual([{ data: { page_url: "https://shop.test" } }]);
  });
});
