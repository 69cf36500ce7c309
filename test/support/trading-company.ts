// A company whose program has everything an operation can be asked for: partners, a connection with a delivery, a customer who buys,
// payouts. What it needs is made by the operations themselves, as their operator.
import { z } from "zod";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { raiseAlarm } from "../../src/engine/integrity/alarms.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { planReplay } from "../../src/engine/replay/plan.ts";
import type { RunRow } from "../../src/engine/replay/runs/runs.ts";
import { verifyPrograms } from "../../src/engine/replay/verify.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { runForecast } from "../../src/product/forecasts/run-forecast.ts";
import { issueInvoice } from "../../src/product/invoices/issue.ts";
import { chooseSelfBilling } from "../../src/product/invoices/self-billing-change.ts";
import { loadOperation } from "../../src/product/operation/groups.ts";
import type { OperationName } from "../../src/product/operation/names.ts";
import { openScopedReads } from "../../src/product/reads/scoped-reads.ts";
import { commandsRebuilds } from "../../src/product/replays/rebuilds.ts";
import { apply } from "./applications.ts";
import { usualCaps } from "./caps.ts";
import { checkpointOf } from "./checkpoints.ts";
import { keepMadeDiscount, madeDiscountTerms } from "./discounts.ts";
import { payment } from "./event-builders.ts";
import { importPlaces } from "./import-places.ts";
import type { TestEvent } from "./memory-program.ts";
import { type Company, newCompany, newOperator, newPerson } from "./people.ts";
import { expectedTransfer } from "./receipts.ts";
import { noRunIsWorkedOn, wish } from "./replaying.ts";
import { fieldOf, type RunningService, secretKey } from "./service.ts";
import { stripeHeaders } from "./signing.ts";
import { submission } from "./submissions.ts";
import { giveTaxDetails } from "./tax-details.ts";

export type TradingCompany = Company & {
  /** The program's. */
  readonly key: string;
  /** Of the same workspace, for what would end the key. */
  readonly otherProgramId: number;
  readonly partnerId: number;
  readonly deliveryId: number;
  /** Answers the id of what was made, by the name of its field. */
  make(name: OperationName, input: object, idField: string): Promise<number>;
  run(name: OperationName, input: object): Promise<object>;
  /** Of a sale of its own. */
  newCommission(): Promise<number>;
  /** The partner gives them; it has an e-mail. */
  giveTaxDetails(): Promise<void>;
  /** Of a sale of its own, waiting to be paid. */
  newPayout(): Promise<number>;
  /** Of a payout of its own that was paid to the partner, who agreed to it; answers its number. */
  newInvoice(): Promise<string>;
  /** Answers the address of the account. */
  newOperator(): Promise<string>;
  newMember(): Promise<string>;
  /** Of a sale of its own. */
  newDispute(): Promise<{ readonly transaction_id: string; readonly dispute_id: string }>;
  /** Answers the transaction_id of a sale that its chain contradicts. */
  newContradiction(): Promise<string>;
  /** A payment of an unknown customer. Answers its event's id. */
  newParked(): Promise<number>;
  /** Of an applicant who wants to become a partner; answers its id. */
  newApplication(): Promise<number>;
  /** A replay that is planned and changes nothing. */
  newPlan(): Promise<RunRow>;
  newVerification(): Promise<number>;
  newForecast(): Promise<number>;
  /** Answers its number. */
  newCheckpoint(): Promise<number>;
  newAlarm(): Promise<number>;
  /** Made at a provider for the partner; answers what a call for it is given. */
  newDiscount(): Promise<object>;
  /** Answers its transaction_id. Its customer is user-1. */
  newSale(): Promise<string>;
  /** Different from all before. */
  nextNumber(): number;
};

const one = z.object({ data: z.looseObject({}) });
const payouts = z.object({ data: z.tuple([z.object({ payout_id: z.number() })]) });
const sales = z.object({ data: z.array(z.object({ sale_id: z.number(), transaction_id: z.string() })) });
const signingSecret = "whsec_of_this_connection";

/** `code` is its partner's. */
export async function beginCompany(service: RunningService, code = "anna"): Promise<TradingCompany> {
  const company = await newCompany(service);
  const { workspaceId, programId } = company;
  const { database } = service;
  const work = {
    database,
    reads: openScopedReads(database.kysely),
    secrets: openSecrets([secretKey]),
    forgetConnection: () => undefined,
    baseUrl: service.url,
    now: () => Date.now(),
    verify: null,
    mailInvitation: null,
    mailApplicant: null,
    sendsMail: false,
    exportFolder: null,
    railUrls: { paypal: "http://127.0.0.1:9" },
    caps: usualCaps,
    invitationDays: 7,
    checkpointKeys: [],
    imports: importPlaces,
    outbound: { schemes: ["https"] as const, addresses: "public" as const },
    rebuilds: commandsRebuilds({ database, ownerUrl: service.databaseUrl }),
  };
  let number = 0;
  const nextNumber = (): number => {
    number += 1;
    return number;
  };
  const run = async (name: OperationName, input: object): Promise<object> =>
    (await loadOperation(name)).run({ ...work, actor: operator }, input);
  const make: TradingCompany["make"] = async (name, input, idField) =>
    z.number().parse(one.parse(await run(name, input)).data[idField]);

  const ofProgram = { program_id: programId };
  await run("programs.update", { ...ofProgram, hold_period_days: 0, partner_sign_up: "by_approval" });
  const key = z.string().parse(one.parse(await run("keys.regenerate", ofProgram)).data.api_token);
  const otherProgramId = await make("programs.create", { name: "Other", workspace_id: workspaceId }, "program_id");
  const partnerId = await make("partners.add", { ...ofProgram, name: "Anna", code }, "partner_id");
  const connection = { ...ofProgram, provider: "stripe", signing_secret: signingSecret };
  const connectionId = await make("connections.add", connection, "connection_id");

  const click = await service.post("/api/v1/track/click", { affiliate_url: `https://shop.example/?aff=${code}` });
  const clickId = fieldOf(click, "click_id");
  const record = async (event: TestEvent): Promise<number> => {
    const [result] = await commitBatch(database, [submission(programId, event)]);
    return result?.kind === "concluded" ? (result.eventId ?? 0) : 0;
  };
  const replayParts = {
    database,
    ownerUrl: service.databaseUrl,
    secrets: work.secrets,
    now: Date.now,
    actor: operator,
  };
  const newSale = async (): Promise<string> => {
    const transaction_id = `order-${nextNumber()}`;
    const sale = { transaction_id, amount_cents: 1_000, click_id: clickId, customer_key: "user-1" };
    const sold = await service.post("/api/v1/track/sale", sale, { key });
    if (sold.status !== 200) throw new Error(`the sale was answered ${sold.status} ${sold.text}`);
    return transaction_id;
  };
  const newPayout = async (): Promise<number> => {
    await newSale();
    await approveCommissions(database);
    return payouts.parse(await run("payouts.create", { ...ofProgram, currency: "USD" })).data[0].payout_id;
  };
  return {
    ...company,
    key,
    otherProgramId,
    partnerId,
    deliveryId: await deliver(service, connectionId),
    run,
    make,
    giveTaxDetails: () => giveTaxDetails(service, { programId, email: "anna@partners.example" }),
    nextNumber,
    async newCommission() {
      const transaction_id = await newSale();
      const { data } = sales.parse(await run("sales.list", { ...ofProgram, limit: 1_000 }));
      return data.find((sale) => sale.transaction_id === transaction_id)?.sale_id ?? 0;
    },
    async newDispute() {
      const transaction_id = await newSale();
      const dispute_id = `disp_${nextNumber()}`;
      const aliases = [{ kind: "transaction" as const, value: transaction_id }];
      const opened = { type: "dispute_opened" as const, aliases, dispute_id, amount_cents: null, currency: null };
      await record({ source: "creem", data: opened });
      return { transaction_id, dispute_id };
    },
    async newContradiction() {
      const transaction = `0x${String(nextNumber()).padStart(64, "0")}`;
      const transaction_id = `eip155:8453:${transaction}`;
      const paid = {
        transaction_id,
        payer: { customer_key: "user-1" },
        chain_transfer: { ...expectedTransfer, transaction },
      };
      await newSale();
      await record({ ...payment(paid), source: "x402" });
      const evidence = { evidence: "chain_contradicted" as const, transfer: null, detail: "another amount" };
      await record({ source: "chain", data: { type: "payment_evidence_recorded", transaction_id, ...evidence } });
      return transaction_id;
    },
    async newDiscount() {
      const code = `SALE${nextNumber()}`;
      const coupon = { ...ofProgram, partner_id: partnerId, code };
      const own = await make("connections.add", { ...connection, livemode: false }, "connection_id");
      await make("coupons.add", { ...coupon, provider_ids: [`stripe:promo_${code}`] }, "partner_id");
      await keepMadeDiscount(database, { programId, partnerId, connectionId: own, code });
      return { ...coupon, connection_id: own, ...madeDiscountTerms };
    },
    newParked: () =>
      record(payment({ transaction_id: `in_${nextNumber()}`, payer: { customer_key: `nobody-${nextNumber()}` } })),
    async newMember() {
      const { email } = await newPerson(service, `member-${nextNumber()}@acme.test`);
      await run("members.add", { workspace_id: workspaceId, email, role: "member" });
      return email;
    },
    newOperator: async () => (await newOperator(service, `operator-${nextNumber()}@svc.test`)).email,
    async newApplication() {
      const number = nextNumber();
      const wish = { program_id: programId, code: `dora-${number}`, email: `dora-${number}@partners.example` };
      return apply(database, wish);
    },
    async newPlan() {
      await noRunIsWorkedOn(database);
      return (await planReplay(replayParts, wish({ program_ids: [programId] }))).run;
    },
    async newVerification() {
      const started = Promise.withResolvers<number>();
      await verifyPrograms(replayParts, [programId], { onStarted: started.resolve });
      return started.promise;
    },
    async newForecast() {
      const started = Promise.withResolvers<number>();
      const commission = { type: "flat", amount_cents: 500, currency: "USD", duration_months: null } as const;
      const forecast = { programId, commission, months: 6, scope: { product_id: null } };
      await runForecast(replayParts, forecast, { onStarted: started.resolve });
      return started.promise;
    },
    async newCheckpoint() {
      await checkpointOf(database, programId);
      const [newest] = await database.kysely
        .selectFrom("checkpoint")
        .select("number")
        .where("program_id", "=", programId)
        .orderBy("number", "desc")
        .limit(1)
        .execute();
      return newest?.number ?? 0;
    },
    async newAlarm() {
      const alarm = { programId, kind: "books_differ", detail: `A difference, number ${nextNumber()}` } as const;
      await database.transaction((session) => raiseAlarm(session, alarm));
      const { alarm_id } = await database.kysely
        .selectFrom("alarm")
        .select("alarm_id")
        .where("detail", "=", alarm.detail)
        .executeTakeFirstOrThrow();
      return alarm_id;
    },
    newSale,
    newPayout,
    async newInvoice() {
      const { secrets } = work;
      const email = "anna@partners.example";
      const issuer = { legal_name: "Acme GmbH", legal_address: "Hauptstrasse 1\n10115 Berlin", legal_country: "DE" };
      await run("programs.update", { ...ofProgram, ...issuer, invoice_prefix: "ACME" });
      await run("partners.set-email", { ...ofProgram, partner_id: partnerId, email });
      await giveTaxDetails(service, { programId, email });
      await chooseSelfBilling(database, { programId, agreesIn: "en" }, { emailHash: secrets.hashEmail(email) });
      const payoutId = await newPayout();
      await run("payouts.mark-paid", { ...ofProgram, payout_id: payoutId });
      const which = { programId, partnerId, payoutId, kind: "invoice" } as const;
      const invoice = await issueInvoice({ database, secrets, now: Date.now }, which);
      if (invoice === null) throw new Error(`payout ${payoutId} got no invoice`);
      return invoice;
    },
  };
}

/** Of a kind that creates nothing: the log contains it all the same. */
async function deliver(service: RunningService, connectionId: number): Promise<number> {
  const event = { id: "evt_1", object: "event", type: "customer.created", livemode: true, data: { object: {} } };
  const body = Buffer.from(JSON.stringify({ ...event, created: 1_760_000_000 }));
  const headers = stripeHeaders(body, [signingSecret], Math.floor(Date.now() / 1000));
  const answer = await service.post(`/webhooks/stripe/${connectionId}`, Uint8Array.from(body), { headers });
  return z.number().parse(fieldOf(answer, "event_id"));
}
