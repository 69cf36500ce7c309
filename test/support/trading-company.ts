// A company whose program has everything an operation can be asked for: partners, a connection with a delivery, a customer who buys,
// payouts. What it needs is made by the operations themselves, as their operator.
import { z } from "zod";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets.ts";
import { approveCommissions } from "../../src/changes/approvals.ts";
import { loadOperation } from "../../src/operations/groups.ts";
import type { OperationName } from "../../src/operations/names.ts";
import { commandsRebuilds } from "../../src/operations/rebuilds.ts";
import { openScopedReads } from "../../src/queries/scoped-reads.ts";
import { planReplay } from "../../src/replay/plan.ts";
import type { RunRow } from "../../src/replay/runs.ts";
import { verifyPrograms } from "../../src/replay/verify.ts";
import { type Company, newCompany, newOperator } from "./people.ts";
import { noRunIsWorkedOn, wish } from "./replaying.ts";
import { fieldOf, type RunningService, secretKey } from "./service.ts";
import { stripeHeaders } from "./signing.ts";

export type TradingCompany = Company & {
  /** The program's. */
  readonly key: string;
  /** Of the same workspace, for what would end the key. */
  readonly otherProgramId: number;
  readonly partnerId: number;
  readonly deliveryId: number;
  /** Answers the id of what was made, by the name of its field. */
  make(name: OperationName, input: object, idField: string): Promise<number>;
  /** Of a sale of its own, waiting to be paid. */
  newPayout(): Promise<number>;
  /** Answers the address of the account. */
  newOperator(): Promise<string>;
  /** A replay that is planned and changes nothing. */
  newPlan(): Promise<RunRow>;
  newVerification(): Promise<number>;
  /** Answers its transaction_id. Its customer is user-1. */
  newSale(): Promise<string>;
  /** Different from all before. */
  nextNumber(): number;
};

const one = z.object({ data: z.looseObject({}) });
const payouts = z.object({ data: z.tuple([z.object({ payout_id: z.number() })]) });
const signingSecret = "whsec_of_this_connection";

export async function beginCompany(service: RunningService): Promise<TradingCompany> {
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
  await run("programs.update", { ...ofProgram, hold_period_days: 0 });
  const key = z.string().parse(one.parse(await run("keys.regenerate", ofProgram)).data.api_token);
  const otherProgramId = await make("programs.create", { name: "Other", workspace_id: workspaceId }, "program_id");
  const partnerId = await make("partners.add", { ...ofProgram, name: "Anna", code: "anna" }, "partner_id");
  const connection = { ...ofProgram, provider: "stripe", signing_secret: signingSecret };
  const connectionId = await make("connections.add", connection, "connection_id");

  const click = await service.post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=anna" });
  const clickId = fieldOf(click, "click_id");
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
  return {
    ...company,
    key,
    otherProgramId,
    partnerId,
    deliveryId: await deliver(service, connectionId),
    make,
    nextNumber,
    newOperator: async () => (await newOperator(service, `operator-${nextNumber()}@svc.test`)).email,
    async newPlan() {
      await noRunIsWorkedOn(database);
      return (await planReplay(replayParts, wish({ program_ids: [programId] }))).run;
    },
    async newVerification() {
      const started = Promise.withResolvers<number>();
      await verifyPrograms(replayParts, [programId], { onStarted: started.resolve });
      return started.promise;
    },
    newSale,
    async newPayout() {
      await newSale();
      await approveCommissions(database);
      return payouts.parse(await run("payouts.create", { ...ofProgram, currency: "USD" })).data[0].payout_id;
    },
  };
}

/** Of a kind that nothing is made of: it stands in the log all the same. */
async function deliver(service: RunningService, connectionId: number): Promise<number> {
  const event = { id: "evt_1", object: "event", type: "customer.created", livemode: true, data: { object: {} } };
  const body = Buffer.from(JSON.stringify({ ...event, created: 1_760_000_000 }));
  const headers = stripeHeaders(body, [signingSecret], Math.floor(Date.now() / 1000));
  const answer = await service.post(`/webhooks/stripe/${connectionId}`, Uint8Array.from(body), { headers });
  return z.number().parse(fieldOf(answer, "event_id"));
}
