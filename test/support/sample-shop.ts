// A program with one of each thing that can happen to a payment: a click, a lead and a sale of which some went back; a payment that
// waits for its click, a delivery that is not used, one that could not be read, and a test.

import { changed, readFixtureFile } from "./fixtures.ts";
import { type Company, newCompany } from "./people.ts";
import { type Answer, fieldOf, type RunningService } from "./service.ts";
import { stripeHeaders } from "./signing.ts";
import { inObject, session as sessionFixture } from "./stripe-readings.ts";

const signingSecret = "whsec_of_this_connection";
export const waitingEmail = "waiting@example.com";

export type SampleShop = Company & {
  readonly path: string;
  readonly key: string;
  readonly clickId: string;
  readonly partnerId: number;
  readonly ids: {
    readonly click: number;
    readonly lead: number;
    readonly sale: number;
    readonly refund: number;
    readonly parked: number;
    readonly ignored: number;
    readonly failed: number;
    readonly test: number;
  };
  readonly get: (path: string, token?: string) => Promise<Answer>;
  readonly deliver: (body: Buffer) => Promise<number>;
  /** A paid checkout of 59.50 EUR. */
  readonly checkout: (number: number, payer: { readonly customerKey: string | null; readonly email: string }) => Buffer;
};

export async function openSampleShop(service: RunningService): Promise<SampleShop> {
  const company = await newCompany(service);
  const { owner, programId } = company;
  const path = `/api/v1/programs/${programId}`;
  const post = async (where: string, body: object, key = owner.token): Promise<Answer> => {
    const answer = await service.post(where, body, { key });
    if (answer.status >= 300) throw new Error(`${where} was answered ${answer.status} ${answer.text}`);
    return answer;
  };
  const key = String(fieldOf(await post(`${path}/api-key`, {}), "data.api_token"));
  const partnerId = Number(fieldOf(await post(`${path}/partners`, { name: "Ann", code: "ann" }), "data.partner_id"));
  const connection = await post(`${path}/connections`, { provider: "stripe", signing_secret: signingSecret });
  const webhook = `/webhooks/stripe/${fieldOf(connection, "data.connection_id")}`;
  const deliver = async (body: Buffer): Promise<number> => {
    const headers = stripeHeaders(body, [signingSecret], Math.floor(Date.now() / 1000));
    const answer = await service.post(webhook, Uint8Array.from(body), { headers });
    return Number(fieldOf(answer, "event_id"));
  };
  const checkout: SampleShop["checkout"] = (number, { customerKey, email }) =>
    (
      [
        [["id"], `evt_${number}`],
        [inObject("id"), `cs_${number}`],
        [inObject("payment_intent"), `pi_${number}`],
        [inObject("customer_details", "email"), email],
        [inObject("metadata"), { svc_customer_key: customerKey, program_id: String(programId) }],
      ] as const
    ).reduce<Buffer>(
      (bytes, [field, value]) => changed(bytes, field, value),
      readFixtureFile(`stripe/${sessionFixture}.json`),
    );
  const clicked = await post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=ann" });
  const clickId = String(fieldOf(clicked, "click_id"));
  await post("/api/v1/track/lead", { click_id: clickId, customer_key: "user-1" }, key);
  const sold = await post(
    "/api/v1/track/sale",
    { transaction_id: "order-1", amount_cents: 10_000, customer_key: "user-1", product_id: "pro" },
    key,
  );
  const back = { transaction_id: "order-1", refund_amount_cents: 2_500, refund_id: "re_1" };
  await post("/api/v1/track/refund", back, key);
  const test = { livemode: false, amount_cents: 777, customer_key: "user-1" };
  await post("/api/v1/track/sale", test, key);
  const get = (where: string, token = owner.token): Promise<Answer> =>
    service.request(`${path}${where}`, { key: token });
  const parked = await deliver(checkout(1, { customerKey: "user-2", email: waitingEmail }));
  const unused = { id: "evt_2", object: "event", type: "customer.created", livemode: true, data: { object: {} } };
  const ignored = await deliver(Buffer.from(JSON.stringify({ ...unused, created: 1_760_000_000 })));
  const unreadable = changed(
    checkout(3, { customerKey: "user-3", email: "c@example.com" }),
    inObject("amount_total"),
    "x",
  );
  const failed = await deliver(unreadable);
  const { rows } = await lastEvents(get);
  const of = (type: string): number => rows.find((row) => row.type === type)?.event_id ?? 0;
  return {
    ...company,
    path,
    key,
    clickId,
    partnerId,
    get,
    deliver,
    checkout,
    ids: {
      click: of("click_recorded"),
      lead: of("lead_reported"),
      sale: Number(fieldOf(sold, "sale_id")),
      refund: of("refund_reported"),
      test: rows.find((row) => row.is_test)?.event_id ?? 0,
      parked,
      ignored,
      failed,
    },
  };
}

type Row = { readonly event_id: number; readonly type: string; readonly is_test: boolean };

async function lastEvents(get: (path: string) => Promise<Answer>): Promise<{ readonly rows: readonly Row[] }> {
  const { body } = await get("/events");
  return { rows: (body as { readonly data: readonly Row[] }).data };
}
