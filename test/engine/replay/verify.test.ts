// An attacker who may write to the database may change the log, but not unnoticed. Each kind of tampering is named exactly.
import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ProgramFault, rollOn } from "../../../src/engine/integrity/rolling-verification.ts";
import { hashEvent } from "../../../src/engine/log/chain.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import type { EventRow } from "../../../src/engine/postgres/tables/tables.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { secretKey } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";
import { runSvc } from "../../support/svc.ts";

let db: TestDatabase;
let programId: number;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

/** Ten events: the program and its partner, then a click, a lead, a payment (seq 5, a delivery) and five sales. */
beforeEach(async () => {
  codes += 1;
  const program = await createTestProgram(db, {}, [`partner-${codes}`]);
  programId = program.programId;
  const sales = [1, 2, 3, 4, 5].map((number) => sale({ transaction_id: `tx-${number}` }));
  const events = [
    click(program.partnerIds[0] ?? 0),
    lead(),
    payment({ payer: { customer_key: "customer-1" } }),
    ...sales,
  ];
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
});

async function tamper(run: (client: Client) => Promise<unknown>): Promise<void> {
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await run(client);
  });
}

async function rowAt(seq: number): Promise<EventRow> {
  return db.database.kysely
    .selectFrom("event")
    .selectAll()
    .where("program_id", "=", programId)
    .where("seq", "=", seq)
    .executeTakeFirstOrThrow();
}

async function faults(): Promise<string[]> {
  const [program] = await verifyPrograms(replayParts(db), [programId]);
  return (program?.log_faults ?? []).map(({ kind, seq }) => `${kind} ${seq}`);
}

const at = (seq: number) => [programId, seq];

describe("the log of a program", () => {
  test("is intact when untouched", async () => {
    expect(await faults()).toEqual([]);
  });

  test("names a row whose data was changed", async () => {
    await tamper((client) =>
      client.query("update event set data = data || '{\"amount_cents\": 1}' where program_id = $1 and seq = $2", at(7)),
    );
    expect(await faults()).toEqual(["changed 7"]);
  });

  test.each(["source = 'other'", "is_test = true", "received_at = now()", "dedup_key = 'x'", "id = id + 1000000"])(
    "names a row with %s",
    async (change) => {
      await tamper((client) => client.query(`update event set ${change} where program_id = $1 and seq = $2`, at(6)));
      expect(await faults()).toContain("changed 6");
    },
  );

  test("names a row that was replaced with a hash of its own", async () => {
    const row = await rowAt(8);
    const forged = { ...row, data: { ...row.data, amount_cents: 1 } };
    await tamper((client) =>
      client.query("update event set data = $3, hash = $4 where program_id = $1 and seq = $2", [
        ...at(8),
        forged.data,
        hashEvent(row.prev_hash, forged),
      ]),
    );
    expect(await faults()).toEqual(["changed 8"]);
  });

  test("names a row that says nothing any more, from which no books can be built", async () => {
    const empty = "update event set data = '{}' where program_id = $1 and type = 'click_recorded' returning seq";
    let seqs: number[] = [];
    await tamper(async (client) => {
      const { rows } = await client.query<{ seq: string }>(empty, [programId]);
      seqs = rows.map(({ seq }) => Number(seq));
    });
    expect(seqs.length).toBeGreaterThan(0);
    expect(await faults()).toEqual(seqs.toSorted((a, b) => a - b).map((seq) => `changed ${seq}`));
  });

  test("names rows that are missing", async () => {
    await tamper((client) => client.query("delete from event where program_id = $1 and seq = $2", at(6)));
    expect(await faults()).toContain("missing 6");
  });

  test("names a log that was cut off at its end", async () => {
    await tamper((client) => client.query("delete from event where program_id = $1 and seq >= $2", at(9)));
    expect(await faults()).toEqual(["cut_off 9"]);
  });

  test.each([
    [6, 7],
    [5, 9],
  ])("names two rows that changed places: %i and %i", async (one, other) => {
    await tamper(async (client) => {
      await client.query("update event set seq = -1 where program_id = $1 and seq = $2", at(one));
      await client.query("update event set seq = $3 where program_id = $1 and seq = $2", [...at(other), one]);
      await client.query("update event set seq = $2 where program_id = $1 and seq = -1", at(other));
    });
    expect(await faults()).toEqual([`swapped ${one}`, `swapped ${other}`]);
  });

  test("names a row that was put in between", async () => {
    await tamper(async (client) => {
      await client.query("update event set seq = -seq where program_id = $1 and seq >= $2", at(7));
      await client.query("update event set seq = 1 - seq where program_id = $1 and seq < 0", [programId]);
      await client.query(
        `insert into event
         select program_id, 7, nextval('event_id_seq'), type, schema_version, source, 'forged', is_test, occurred_at,
                received_at, data, null, prev_hash, hash
           from event where program_id = $1 and seq = 6`,
        [programId],
      );
    });
    expect(await faults()).toContain("inserted 7");
  });

  test("names rows behind its end", async () => {
    const last = await rowAt(10);
    const forged = { ...last, seq: 11, id: last.id + 1_000_000, dedup_key: "forged" };
    await tamper((client) =>
      client.query(
        `insert into event
         select program_id, 11, id + 1000000, type, schema_version, source, 'forged', is_test, occurred_at, received_at,
                data, delivery_sha256, $2, $3
           from event where program_id = $1 and seq = 10`,
        [programId, last.hash, hashEvent(last.hash, forged)],
      ),
    );
    expect(await faults()).toEqual(["inserted 11"]);
  });

  test("names a delivery whose bytes were changed, and one that is gone", async () => {
    const { id } = await rowAt(5);
    await tamper((client) =>
      client.query("update delivery set body = 'x' where program_id = $1 and event_id = $2", [programId, id]),
    );
    expect(await faults()).toEqual(["delivery_changed 5"]);
    await tamper((client) => client.query("delete from delivery where program_id = $1", [programId]));
    expect(await faults()).toEqual(["delivery_missing 5"]);
  });

  test("names a delivery that was put in, and no replay reads it", async () => {
    const { id } = await rowAt(7);
    const plant = (eventId: number) =>
      withClient(db.url, (client) =>
        client.query(
          `insert into delivery
           select program_id, $2, connection_id, provider, 'forged', provider_event_type, adapter_version, received_at,
                  headers, body, connection_livemode
             from delivery where program_id = $1 limit 1`,
          [programId, eventId],
        ),
      );
    await plant(id);
    expect(await faults()).toEqual(["delivery_inserted 7"]);
    const plan = await planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: true }));
    expect(plan.reread?.read).toBe(1);
    await plant(id + 5_000_000);
    expect(await faults()).toEqual(["delivery_inserted 7", "delivery_inserted null"]);
  });
});

describe("svc verify", { timeout: 30_000 }, () => {
  const svc = (...words: string[]) => runSvc(words, { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey } });
  const verifyThis = (...words: string[]) => svc("verify", "--program", String(programId), ...words);

  test("ends with 0 and says what it proved", async () => {
    const { code, stdout } = await verifyThis();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "Verified 1 program, 10 events: the log is intact and the books match it.\n",
    });
  });

  test("ends with 1 and names what is wrong, for people and for programs", async () => {
    await tamper((client) => client.query("update commission set amount_cents = 7 where program_id = $1", [programId]));
    const people = await verifyThis();
    expect(people.code).toBe(1);
    expect(people.stdout).toMatch(/commission of event \d+: amount_cents 7 -> \d+/);
    expect(people.stderr).toBe("Not verified: 1 of 1 program.\n");

    const programs = await verifyThis("--json");
    expect(programs.code).toBe(1);
    expect(JSON.parse(programs.stdout)).toMatchObject({
      verified: false,
      programs: [
        { program_id: programId, log_faults: [], books_difference: { books: [{ book: "commission", changed: 6 }] } },
      ],
    });
    expect((await verifyPrograms(replayParts(db), [programId])).every(isVerified)).toBe(false);
  });
});

describe("books that earlier rules wrote", () => {
  const writtenBy = (version: number) =>
    tamper((client) =>
      client.query("update program_head set projector_version = $2 where program_id = $1", [programId, version]),
    );
  const verified = async () => (await verifyPrograms(replayParts(db), [programId]))[0];
  /** What the service's own check finds in these books once it reaches them: it takes one program at a time. */
  async function foundByRolling(): Promise<readonly ProgramFault[]> {
    const text = "select 1 from verification where program_id = $1 and books_checked_at is not null";
    const checked = () =>
      db.database.withSession((session) => session.query({ name: "books_checked", text }, [programId]));
    for (;;) {
      const { faults: found } = await rollOn(db.database);
      if ((await checked()).length > 0) return found.filter((each) => each.programId === programId);
    }
  }
  /** Rules 3 kept what a provider said of a subscription's first payment. */
  const asRulesThreeWrote = (client: Client) =>
    client.query("update sale set is_recurring = true where program_id = $1 and transaction_id = 'tx-1'", [programId]);
  const cutCommission = (client: Client) =>
    client.query(
      `update commission set amount_cents = amount_cents - 100
        where program_id = $1 and sale_id = (select sale_id from sale where program_id = $1 and transaction_id = 'tx-2')`,
      [programId],
    );

  test("are named as such where only the rules changed, and are not at fault", async () => {
    await writtenBy(3);
    await tamper(asRulesThreeWrote);
    const found = await verified();
    expect(found).toMatchObject({ books_difference: null, earlier_rules: { written_by: 3 } });
    expect(found?.earlier_rules?.difference.books.map(({ book }) => book)).toEqual(["sale"]);
    const run = await runSvc(["verify", "--program", String(programId)], {
      env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey },
    });
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain("written by rules 3");
    expect(await foundByRolling()).toEqual([]);
  });

  test.each([
    ["a commission that differs while its sale does not", cutCommission],
    [
      "a partner that was renamed",
      (client: Client) => client.query("update partner set name = 'X' where program_id = $1", [programId]),
    ],
    [
      "a click that was moved",
      (client: Client) => client.query("update click set clicked_at = now() where program_id = $1", [programId]),
    ],
  ])("are still at fault for %s", async (_, change) => {
    await writtenBy(3);
    await tamper(asRulesThreeWrote);
    await tamper(change);
    expect(await verified()).toMatchObject({ earlier_rules: null, books_difference: { books: expect.any(Array) } });
    expect(await foundByRolling()).toEqual([{ programId, fault: expect.stringContaining("Its books differ") }]);
  });

  test("are at fault for any difference where today's rules wrote them", async () => {
    await tamper(asRulesThreeWrote);
    expect(await verified()).toMatchObject({ earlier_rules: null, books_difference: { books: [{ book: "sale" }] } });
  });
});
