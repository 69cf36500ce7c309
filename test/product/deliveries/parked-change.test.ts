// Parked payments can be discarded: by the operator, or because they waited for too long; and a replay discards the same ones.
import { describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { findDelivery } from "../../../src/product/deliveries/detail-read.ts";
import { releaseOldParked, releaseParked } from "../../../src/product/deliveries/parked-change.ts";
import { listParked } from "../../../src/product/deliveries/parked-list.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { inObject, session as sessionFixture } from "../../support/stripe-readings.ts";

const { service, databaseUrl, database } = await serviceForFile();

const program = await createTestProgram(database);
const { programId } = program;
const secret = "whsec_of_this_connection";
const connection = { programId, provider: "stripe", livemode: true, secrets: [secret] };
const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);

let made = 0;
/** Of an unknown customer. Answers the event's id. */
async function parkedPayment(customerKey: string): Promise<number> {
  made += 1;
  const body = [
    [["id"], `evt_${made}`],
    [inObject("id"), `cs_${made}`],
    [inObject("payment_intent"), `pi_${made}`],
    [inObject("customer_details", "email"), null],
    [inObject("metadata"), { svc_customer_key: customerKey }],
  ].reduce<Buffer>(
    (bytes, [path, value]) => changed(bytes, path as readonly (string | number)[], value),
    readFixtureFile(`stripe/${sessionFixture}.json`),
  );
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  const answer = await service.post(`/webhooks/stripe/${connectionId}`, Uint8Array.from(body), { headers });
  expect(answer.body).toMatchObject({ status: "parked" });
  return Number(fieldOf(answer, "event_id"));
}

const parkedIds = async (): Promise<number[]> =>
  (await listParked(database.kysely, programId, { limit: 100, cursor: null })).data.map(({ event_id }) => event_id);
const salesOf = (customerKey: string) =>
  asOwner(databaseUrl, "select from sale where program_id = $1 and customer_key = $2", [programId, customerKey]);
const release = (eventId: number) =>
  releaseParked(database, { programId, eventId, reason: "a test of ours" }, operator);

describe("a payment that waits", () => {
  test("is settled by nothing any more once it was released, and says by what", async () => {
    const eventId = await parkedPayment("released");
    expect(await parkedIds()).toContain(eventId);
    expect(await release(eventId)).toBeNull();
    expect(await parkedIds()).not.toContain(eventId);
    expect(await findDelivery(database, programId, eventId)).toMatchObject({ reason: "released", waits_for: [] });
    await bindCustomer(service, program, "released");
    expect(await salesOf("released")).toEqual([]);
    const [outcome] = await asOwner<object>(
      databaseUrl,
      `select o.outcome, o.reason, e.type, e.source, e.data ->> 'reason' as why
         from outcome o join event e on e.program_id = o.program_id and e.id = o.refers_to
        where o.event_id = $1`,
      [eventId],
    );
    expect(outcome).toEqual({
      outcome: "ignored",
      reason: "released",
      type: "parked_released",
      source: "operator",
      why: "a test of ours",
    });
  });

  test("is one sale, whichever of its names a brand calls for once it was released", async () => {
    const eventId = await parkedPayment("called");
    const names = [`cs_${made}`, `pi_${made}`];
    expect(await release(eventId)).toBeNull();
    await bindCustomer(service, program, "called");
    const answers: number[] = [];
    for (const transaction_id of names) {
      const sale = { transaction_id, customer_key: "called", amount_cents: 2_000, currency: "USD" };
      answers.push((await service.post("/api/v1/track/sale", sale, { key: program.key })).status);
    }
    expect(answers).toEqual([200, 409]);
    expect(await salesOf("called")).toHaveLength(1);
  });

  test("is released once, and what waits for nothing never", async () => {
    const eventId = await parkedPayment("twice");
    const others = await parkedPayment("another");
    expect(await release(eventId)).toBeNull();
    const events = () => asOwner(databaseUrl, "select count(*) from event");
    const before = await events();
    for (const id of [eventId, program.partnerId, 999_999_999])
      expect(await release(id)).toContain("waits for nothing");
    expect(await releaseParked(database, { programId: 999_999, eventId: 1, reason: "x" }, operator)).toBe(
      "There is no program 999999.",
    );
    expect(await events()).toEqual(before);
    expect(await parkedIds()).toContain(others);
  });

  test("is released by itself when it waited for longer than it may, and no younger one", async () => {
    const [old, young] = [await parkedPayment("old"), await parkedPayment("young")];
    await asOwner(databaseUrl, "alter table event disable trigger event_is_append_only");
    await asOwner(databaseUrl, "update event set received_at = received_at - interval '401 days' where id = $1", [old]);
    await asOwner(databaseUrl, "alter table event enable trigger event_is_append_only");
    expect(await releaseOldParked(database, 400)).toBe(1);
    const left = await parkedIds();
    expect([left.includes(old), left.includes(young)]).toEqual([false, true]);
    await asOwner(databaseUrl, "alter table event disable trigger event_is_append_only");
    await asOwner(databaseUrl, "update event set received_at = received_at + interval '401 days' where id = $1", [old]);
    await asOwner(databaseUrl, "alter table event enable trigger event_is_append_only");
  });

  test("is discarded by a replay as well, at the same place", async () => {
    const verified = await verifyPrograms(
      { database, ownerUrl: databaseUrl, secrets: openSecrets([secretKey]), now: Date.now, actor: operator },
      [programId],
    );
    expect(verified).toMatchObject([{ log_faults: [], books_difference: null }]);
  });
});
