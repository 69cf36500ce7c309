// An attacker owns the database: superuser, no triggers, every hash computed again, the head moved, the books rebuilt by our own replay.
// Checkpoints that were signed and published before find each of these, and say what it was.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { type Place, placeIn } from "../../../src/access/secrets/sealed-places.ts";
import { checkAgainst } from "../../../src/engine/integrity/against.ts";
import { readPublished } from "../../../src/engine/integrity/published-checkpoints.ts";
import { openTargets } from "../../../src/engine/integrity/targets.ts";
import { genesisHash, hashEvent } from "../../../src/engine/log/chain.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import type { EventRow } from "../../../src/engine/postgres/tables/tables.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { checkpointOf, checkpointParts, give, testSigner } from "../../support/checkpoints.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment, sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { replayParts, testSecrets, wish } from "../../support/replaying.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, record, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
let folder: string;
let program: Traders & { connectionId: number };
let others: Traders;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const trade = async (): Promise<Traders> => {
  const traders = await beginTrade(db);
  await record(
    db,
    traders.programId,
    sale({ transaction_id: "tx-1", amount_cents: 10_000 }),
    sale({ transaction_id: "tx-2", amount_cents: 20_000 }),
    payment({ payer: { customer_key: "customer-2" } }),
  );
  return traders;
};

/** A program that trades and pays, signed three times, and another one next to it. */
beforeEach(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "svc-checkpoints-"));
  const traders = await trade();
  others = await trade();
  const { programId, annaId } = traders;
  const recipient = { kind: "person", email: "anna@example.com", name: "Anna" } as const;
  await setPayoutRecipient(db.database, testSecrets, { programId, partnerId: annaId, recipient }, operator);
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_1"] } as const;
  const connectionId = (await addConnection(db.database, testSecrets, connection, operator)) ?? 0;
  program = { ...traders, connectionId };
  expect(await checkpointOf(db.database, programId)).toEqual([]);
  await approveCommissions(db.database);
  await makePayouts(db.database, programId, { partnerId: null, currency: null, minimumCents: 1 });
  expect(await checkpointOf(db.database, programId, "payout")).toEqual([]);
  await record(db, programId, sale({ transaction_id: "tx-3", amount_cents: 30_000 }));
  expect(await checkpointOf(db.database, programId)).toEqual([]);
  expect(await checkpointOf(db.database, others.programId)).toEqual([]);
  await give(db.database, openTargets({ folder, bucket: null, url: null }, Date.now));
  return () => rmSync(folder, { recursive: true });
});

async function against(): Promise<{ kinds: string[]; words: string }> {
  const given = await readPublished(folder, [testSigner.verifier]);
  const parts = checkpointParts(db.database);
  const { faults } = await checkAgainst(parts, given, { programId: program.programId, sinceNumber: 1 });
  return { kinds: faults.map(({ kind }) => kind), words: faults.map(({ detail }) => detail).join("\n") };
}

async function plainVerifyFinds(): Promise<boolean> {
  const verified = await verifyPrograms(replayParts(db), [program.programId]);
  return !verified.every(isVerified);
}

async function tamper(run: (client: Client) => Promise<unknown>): Promise<void> {
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await run(client);
  });
}

/** What was said of the log is made true of all that follows from it: hashes, head, books. */
async function makeConsistent(client: Client): Promise<void> {
  const { programId } = program;
  const { rows } = await client.query<EventRow>("select * from event where program_id = $1 order by seq", [programId]);
  await client.query("update event set seq = -seq where program_id = $1", [programId]);
  let hash: Buffer = genesisHash;
  for (const [index, row] of rows.entries()) {
    const next = hashEvent(hash, { ...row, seq: index + 1 });
    await client.query("update event set seq = $3, prev_hash = $4, hash = $5 where program_id = $1 and id = $2", [
      ...[programId, row.id, index + 1],
      ...[hash, next],
    ]);
    hash = next;
  }
  const head =
    "update program_head set seq = $2, projected_seq = $2, hash = $3, received_at = $4 where program_id = $1";
  await client.query(head, [programId, rows.length, hash, rows.at(-1)?.received_at]);
}

async function rebuildBooks(): Promise<void> {
  const parts = replayParts(db);
  const plan = await planReplay(parts, wish({ program_ids: [program.programId] }), {}, { keepsEqual: true });
  await applyReplay(parts, plan.run.run_id);
}

/** An attacker who has the secret keys as well. */
const sealed = (place: Place, plain: string): Buffer => testSecrets.encrypt(place, plain);
const mallory = '{"email":"mallory@example.com","name":"Mallory"}';

type Tampering = {
  readonly does: (client: Client) => Promise<unknown>;
  /** Made consistent with itself, so that only a checkpoint can detect it. */
  readonly rewritesLog?: true;
  readonly kind: string;
  readonly says: RegExp;
};

const of = (client: Client, text: string, ...values: readonly unknown[]) =>
  client.query(text, [program.programId, ...values]);
const seqOf = "select seq from event where program_id = $1 and data ->> 'transaction_id' = ";
const rewritten = {
  rewritesLog: true,
  kind: "log_rewritten",
  says: /rewritten .* up to seq \d+: checkpoint 1 /,
} as const;

const tamperings: Readonly<Record<string, Tampering>> = {
  "a sale's amount": {
    ...rewritten,
    does: (client) =>
      of(
        client,
        `update event set data = data || '{"amount_cents": 99000}' where program_id = $1 and seq = (${seqOf} 'tx-1')`,
      ),
  },
  "an event that was taken out, the others renumbered": {
    ...rewritten,
    does: (client) => of(client, `delete from event where program_id = $1 and seq = (${seqOf} 'tx-2')`),
  },
  "a sale that was put in, the others renumbered": {
    ...rewritten,
    does: async (client) => {
      await of(client, `update event set seq = -seq - 1 where program_id = $1 and seq > (${seqOf} 'tx-1')`);
      await of(client, "update event set seq = -seq where program_id = $1 and seq < 0");
      await of(
        client,
        `insert into event select program_id, seq + 1, nextval('event_id_seq'), type, schema_version, source, dedup_key, is_test,
                occurred_at, received_at, data || '{"transaction_id": "forged"}', delivery_sha256, prev_hash, hash
           from event where program_id = $1 and data ->> 'transaction_id' = 'tx-1'`,
      );
    },
  },
  "two events that changed places": {
    ...rewritten,
    does: async (client) => {
      const { rows } = await of(client, `${seqOf} any (array['tx-1', 'tx-2']) order by seq`);
      const [one, other] = rows.map(({ seq }) => seq);
      await of(client, "update event set seq = -1 where program_id = $1 and seq = $2", one);
      await of(client, "update event set seq = $2 where program_id = $1 and seq = $3", one, other);
      await of(client, "update event set seq = $2 where program_id = $1 and seq = -1", other);
    },
  },
  "the clock of an event": {
    ...rewritten,
    does: (client) =>
      of(client, "update event set received_at = received_at - interval '40 days' where program_id = $1 and seq <= 5"),
  },
  "terms of the program, from its beginning": {
    ...rewritten,
    does: (client) =>
      of(
        client,
        "update event set data = jsonb_set(data, '{settings,platform_fee_bps}', '0') where program_id = $1 and type = 'program_created'",
      ),
  },
  "an end that was cut off": {
    kind: "log_cut_off",
    says: /ends at seq \d+, and checkpoint 3 /,
    rewritesLog: true,
    does: (client) => of(client, `delete from event where program_id = $1 and seq >= (${seqOf} 'tx-3')`),
  },
  "another program's log in its place": {
    kind: "log_rewritten",
    says: /rewritten from its beginning/,
    rewritesLog: true,
    does: async (client) => {
      await of(client, "delete from delivery where program_id = $1");
      await of(client, "delete from event where program_id = $1");
      const columns = "type, schema_version, source, dedup_key, is_test, occurred_at, received_at";
      await of(
        client,
        `insert into event select $1, seq, nextval('event_id_seq'), ${columns}, data, null, prev_hash, hash
           from event where program_id = $2 order by seq`,
        others.programId,
      );
    },
  },
  "where a partner's payouts go": {
    kind: "configuration_changed",
    says: /without a recorded author: where the payouts of partner \d+ go/,
    does: (client) =>
      of(
        client,
        "update payout_recipient set recipient_encrypted = $2 where program_id = $1",
        sealed(placeIn("payout_recipient", program.programId, program.annaId), mallory),
      ),
  },
  "where a partner's payouts go, for the first time": {
    kind: "configuration_changed",
    says: /where the payouts of partner \d+ go/,
    does: (client) =>
      of(
        client,
        "insert into payout_recipient (program_id, partner_id, recipient_encrypted) values ($1, $2, $3)",
        ...[program.benId, sealed(placeIn("payout_recipient", program.programId, program.benId), mallory)],
      ),
  },
  "a connection, from live to test": {
    kind: "configuration_changed",
    says: /connection \d+ \(its provider, mode, status or signing secrets\)/,
    does: (client) => of(client, "update connection set livemode = false where program_id = $1"),
  },
  "a connection's signing secret": {
    kind: "configuration_changed",
    says: /connection \d+/,
    does: (client) =>
      of(
        client,
        "update connection set secrets_encrypted = array[$2::bytea] where program_id = $1",
        sealed(placeIn("connection", program.connectionId), "whsec_mallory"),
      ),
  },
  "the program's key": {
    kind: "configuration_changed",
    says: /the program's key/,
    does: (client) => of(client, "update program_key set key_hash = sha256('mallory') where program_id = $1"),
  },
  "a code, to another partner": {
    kind: "codes_differ",
    says: /The code anna-\d+ leads to partner \d+, and the log gives it to partner \d+/,
    does: (client) =>
      of(client, "update partner_code set partner_id = $2 where program_id = $1 and code like 'anna%'", program.benId),
  },
  "a code, to another program": {
    kind: "codes_differ",
    says: /leads to a partner of program \d+/,
    does: (client) =>
      of(
        client,
        "update partner_code set program_id = $2, partner_id = $3 where program_id = $1 and code like 'anna%'",
        ...[others.programId, others.annaId],
      ),
  },
  "a delivery's headers": {
    kind: "deliveries_changed",
    says: /Headers, connection or mode of a delivery were changed between event \d+ and event \d+/,
    does: (client) => of(client, `update delivery set headers = '{"x": "y"}' where program_id = $1`),
  },
  "whether a delivery was live": {
    kind: "deliveries_changed",
    says: /Headers, connection or mode of a delivery were changed/,
    does: (client) => of(client, "update delivery set connection_livemode = false where program_id = $1"),
  },
  "a commission": {
    kind: "books_changed",
    says: /The books are not those of checkpoint 3/,
    does: (client) =>
      of(client, "update commission set amount_cents = 1, amount_at_sale_cents = 1 where program_id = $1"),
  },
  "a platform fee": {
    kind: "books_changed",
    says: /The books are not those/,
    does: (client) => of(client, "update platform_fee set amount_cents = 0 where program_id = $1"),
  },
  "the terms of a product": {
    kind: "books_changed",
    says: /The books are not those/,
    does: (client) =>
      of(
        client,
        `insert into policy (program_id, product_id, from_event_id, commission)
         select $1, 'prod-1', 1, '{"type": "percentage", "bps": 9000}'`,
      ),
  },
  "the checkpoints, all of them removed": {
    kind: "checkpoints_changed",
    says: /does not keep checkpoint 3 any more/,
    does: async (client) => {
      await of(client, "delete from checkpoint where program_id = $1");
      await of(client, "delete from checkpoint_place where program_id = $1");
    },
  },
  "a checkpoint, by another one": {
    kind: "checkpoints_changed",
    says: /keeps another checkpoint 2 than was published/,
    does: (client) =>
      of(
        client,
        `update checkpoint c set note = o.note from checkpoint o
          where c.program_id = $1 and c.number = 2 and o.program_id = $1 and o.number = 1`,
      ),
  },
};

test("an untouched database matches its checkpoints", async () => {
  const given = await readPublished(folder, [testSigner.verifier]);
  expect(given.programs.get(program.programId)).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }]);
  expect(given).toMatchObject({ faults: [], incomplete: 0 });
  expect(await against()).toEqual({ kinds: [], words: "" });
  expect(await plainVerifyFinds()).toBe(false);
});

test.each(Object.entries(tamperings))("finds %s", async (_, { does, rewritesLog, kind, says }) => {
  await tamper(async (client) => {
    await does(client);
    if (rewritesLog) await makeConsistent(client);
  });
  if (rewritesLog) {
    await rebuildBooks();
    expect(await plainVerifyFinds()).toBe(false);
  }
  const { kinds, words } = await against();
  expect(kinds).toContain(kind);
  expect(words).toMatch(says);
});
