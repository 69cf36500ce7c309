// Endpoints that are queues of SQS, at a stand-in that speaks its protocol: what arrives in them, what is not taken for arrived, and what a
// wire that is cut or a killed service costs.
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killChildren } from "../../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { whileHeld } from "../../../support/held-rows.ts";
import { describeWith } from "../../../support/needs-tool.ts";
import { beginOutbound, type Outbound, type SellingProgram } from "../../../support/outbound.ts";
import { asOwner, type RunningService, sendTo, startService } from "../../../support/service.ts";
import { startServiceProcess } from "../../../support/service-process.ts";
import { awsKey, hasSqsServer, type SqsServer, startSqsServer } from "../../../support/sqs-server.ts";
import { startTcpProxy } from "../../../support/tcp-proxy.ts";

const allowed = { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any", RATE_LIMIT_KEY_PER_MINUTE: "1000000" };
const credentials = `${awsKey.id}:${awsKey.secret}`;
const ofSales = ["sale.recorded", "commission.created", "refund.recorded", "commission.reduced"];

let db: TestDatabase;
let service: RunningService;
let outbound: Outbound;
let sqs: SqsServer;

describeWith("fauxqs", hasSqsServer, () => {
  beforeAll(async () => {
    sqs = await startSqsServer();
    db = await createTestDatabase();
    service = await startService(db.url, allowed);
    outbound = await beginOutbound(service);
  });
  afterAll(async () => {
    await service.close();
    await sqs.close();
    await killChildren();
    await db.drop();
  });

  const endpointAt = async ({ programId: program_id }: SellingProgram, url: string, wish: object = {}) => {
    const made = await outbound.run("endpoints.create", { program_id, url, kind: "sqs", credentials, ...wish });
    return Number(made.endpoint_id);
  };
  const attemptsOf = (endpointId: number) =>
    asOwner<{ status_code: number | null; fault: string | null; response: string | null }>(
      db.url,
      "select status_code, fault, response from outbound_attempt where endpoint_id = $1 order by attempt_no",
      [endpointId],
    );

  test("each message of a sale is in the queue, in order, signed, in a group of its own", async () => {
    const queue = await sqs.makeQueue("sales.fifo");
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, queue, { event_types: ofSales });
    await outbound.sell(program, "order-1", 10_000);
    await outbound.refund(program, "order-1", 4_000);
    await outbound.settled(program, endpointId);
    const found = await sqs.takeAll(queue);
    expect(found.map(({ body }) => JSON.parse(body).type)).toEqual(ofSales);
    const [sale] = found.map(({ body }) => JSON.parse(body).data.about.id);
    expect(new Set(found.map(({ group }) => group))).toEqual(new Set([`sale:${sale}`]));
    const which = { program_id: program.programId, endpoint_id: endpointId };
    const { signing_secret } = await outbound.run("endpoints.show-secret", which);
    const verifier = new Webhook(String(signing_secret));
    for (const { body, attributes } of found) expect(() => verifier.verify(body, { ...attributes })).not.toThrow();
    const shown = [
      await outbound.run("endpoints.show", which),
      await outbound.run("messages.show", { ...which, ...(await outbound.messageOf(endpointId)) }),
      await asOwner(db.url, "select * from access_change where program_id = $1", [program.programId]),
      service.logged,
    ];
    expect(JSON.stringify(shown)).not.toContain(awsKey.secret);
  });

  test("endpoints of one queue do not take each other's messages for doubles, and one sent again is no second one", async () => {
    const queue = await sqs.makeQueue("shared.fifo");
    const program = await outbound.newProgram();
    const event_types = ["sale.recorded"];
    const full = await endpointAt(program, queue, { event_types });
    const thin = await endpointAt(program, queue, { event_types, payload: "thin" });
    await outbound.sell(program, "order-1", 10_000);
    for (const endpointId of [full, thin]) await outbound.settled(program, endpointId);
    const which = { program_id: program.programId, endpoint_id: full };
    await outbound.run("messages.redeliver", { ...which, ...(await outbound.messageOf(full)) });
    await outbound.settled(program, full);
    expect(await attemptsOf(full)).toHaveLength(2);
    expect(await sqs.takeAll(queue)).toHaveLength(2);
  });

  test("a missing queue is no success: the message is retried, and the service's answer is recorded", async () => {
    const queue = await sqs.makeQueue("there.fifo");
    const program = await outbound.newProgram();
    const elsewhere = queue.replace("there.fifo", "later.fifo");
    const endpointId = await endpointAt(program, elsewhere, { event_types: ["sale.recorded"] });
    await outbound.sell(program, "order-1", 10_000);
    await outbound.untilAttempted(endpointId, 1);
    expect(await attemptsOf(endpointId)).toMatchObject([
      { status_code: 400, response: expect.stringContaining("QueueDoesNotExist") },
    ]);
    await sqs.makeQueue("later.fifo");
    await outbound.dueNow(endpointId);
    await outbound.settled(program, endpointId);
    expect(await sqs.takeAll(elsewhere)).toHaveLength(1);
  });

  test("a connection cut mid-request loses no sale: each arrives in order, and duplicates share an id", async () => {
    const queue = await sqs.makeQueue("cut.fifo");
    const wire = await startTcpProxy(queue);
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, wire.url, { event_types: ofSales });
    const sales = 20;
    const cut = async (): Promise<void> => {
      await wire.cut();
      await sleep(200);
      await wire.mend();
    };
    let cutting: Promise<void> | undefined;
    for (let sale = 0; sale < sales; sale += 1) {
      await outbound.sell(program, `order-${sale}`, 10_000);
      if (sale === sales / 2) cutting = cut();
      await outbound.refund(program, `order-${sale}`, 1_000);
    }
    await cutting;
    const due = setInterval(() => void outbound.dueNow(endpointId), 200);
    await outbound.settled(program, endpointId);
    clearInterval(due);
    await wire.cut();
    const bySale = new Map<string, Map<string, string>>();
    for (const { attributes, body } of await sqs.takeAll(queue)) {
      const { type, data } = JSON.parse(body);
      const ofSale = bySale.get(data.about.id) ?? new Map<string, string>();
      bySale.set(data.about.id, ofSale.set(attributes["webhook-id"] ?? "", type));
    }
    expect(bySale.size).toBe(sales);
    for (const ofSale of bySale.values()) expect([...ofSale.values()]).toEqual(ofSales);
  });

  test("a service killed between the acknowledgement and its note sends again, and the queue has it once", async () => {
    const queue = await sqs.makeQueue("noted.fifo");
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, queue, { event_types: ["sale.recorded"] });
    await service.close();
    const first = await startServiceProcess(db.url, allowed);
    const found: unknown[] = [];
    await whileHeld(db.url, "lock table outbound_attempt in share row exclusive mode", async () => {
      const sale = { transaction_id: "order-1", amount_cents: 10_000, customer_key: program.customerKey };
      const headers = { "content-type": "application/json" };
      const call = { method: "POST", headers, key: program.key, body: JSON.stringify(sale) };
      await sendTo(`${first.url}/api/v1/track/sale`, call);
      while (found.length === 0) {
        found.push(...(await sqs.takeAll(queue)));
        await sleep(50);
      }
      first.child.process.kill("SIGKILL");
      await first.child.exit;
    });
    expect(await attemptsOf(endpointId)).toEqual([]);
    await asOwner(db.url, "update outbound_endpoint set leased_until = null");
    service = await startService(db.url, allowed);
    outbound = await beginOutbound(service);
    await outbound.settled(program, endpointId);
    expect(await sqs.takeAll(queue)).toEqual([]);
    expect(await attemptsOf(endpointId)).toMatchObject([{ status_code: 200 }]);
  });
});
