// One row that the service did not write takes a log's next place: the program's calls are answered with the cause and lose nothing, other
// programs continue, and the operator removes the row.
import { expect, test } from "vitest";
import { verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { replayParts } from "../../support/replaying.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

const { service, databaseUrl, database, testDatabase } = await serviceForFile();

const svc = (...words: readonly string[]) =>
  runSvc([...words, "--json"], { env: { DATABASE_URL: databaseUrl, SVC_SECRET_KEYS: secretKey } });

test("a row behind the head of a log stops its program with its name, until it is set aside", {
  timeout: 90_000,
}, async () => {
  const [stopped, free] = [await createTestProgram(database), await createTestProgram(database)];
  const { customerKey } = await bindCustomer(service, stopped, "customer-1");
  const other = await bindCustomer(service, free, "customer-2");
  // As the service's role may: it can add rows, and take none out.
  await database.transaction(async (session) => {
    await session.query(
      {
        name: "foreign_row",
        text: `insert into event (program_id, seq, id, type, schema_version, source, is_test, received_at, data, prev_hash, hash)
               select program_id, seq + 1, 9000000, 'click_recorded', 1, 'browser', false, now(), '{}', '\\x00', '\\x01'
                 from program_head where program_id = $1`,
      },
      [stopped.programId],
    );
  });
  const sale = (program: typeof stopped, customer_key: string) =>
    service.post(
      "/api/v1/track/sale",
      { transaction_id: "t1", amount_cents: 10_000, customer_key },
      { key: program.key },
    );

  const [refused, taken] = await Promise.all([sale(stopped, customerKey), sale(free, other.customerKey)]);
  expect([refused.status, fieldOf(refused, "error.code"), refused.headers.get("retry-after")]).toEqual([
    503,
    "internal_error",
    "60",
  ]);
  expect(refused.text).not.toContain("9000000");
  expect(taken.status).toBe(200);
  const said = service.logged.find((line) => line.includes("svc log set-aside"));
  expect(said).toContain(`program ${stopped.programId}, seq `);
  expect(said).toContain("event 9000000");

  const [verified] = await verifyPrograms(replayParts(testDatabase), [stopped.programId]);
  expect(verified?.log_faults.at(-1)).toMatchObject({ kind: "inserted", event_id: 9_000_000 });
  expect(verified?.log_faults.at(-1)?.detail).toContain("svc log set-aside");

  const own = ["log", "set-aside", "--program", String(stopped.programId)];
  const shown = JSON.parse((await svc(...own)).stdout);
  expect(shown.data).toMatchObject([{ program_id: stopped.programId, id: 9_000_000, type: "click_recorded" }]);
  expect(JSON.parse((await svc(...own, "--apply")).stdout).data).toEqual(shown.data);
  expect(await asOwner(databaseUrl, "select (event ->> 'id')::int as id from event_set_aside")).toEqual([
    { id: 9_000_000 },
  ]);
  expect((await sale(stopped, customerKey)).status).toBe(200);
  expect(JSON.parse((await svc(...own, "--apply")).stdout).data).toEqual([]);

  const [whole] = await verifyPrograms(replayParts(testDatabase), [stopped.programId]);
  expect(whole).toMatchObject({ log_faults: [], books_difference: null });
  await expect(asOwner(databaseUrl, "delete from event")).rejects.toThrow("append-only");
  const asService = database.transaction((session) =>
    session.query({ name: "try", text: "select set_aside_foreign_events($1)" }, [stopped.programId]),
  );
  await expect(asService).rejects.toThrow("permission denied");
});
