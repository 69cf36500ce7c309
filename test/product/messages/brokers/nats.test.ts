// Endpoints at a real NATS server: what arrives in its streams, what is not taken for arrived, and what a killed server or service costs.
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killChildren } from "../../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { whileHeld } from "../../../support/held-rows.ts";
import {
  hasNatsServer,
  type NatsServer,
  natsUser,
  type Published,
  startNatsServer,
} from "../../../support/nats-server.ts";
import { describeWith } from "../../../support/needs-tool.ts";
import { beginOutbound, type Outbound, type SellingProgram } from "../../../support/outbound.ts";
import { asOwner, type RunningService, sendTo, startService } from "../../../support/service.ts";
import { startServiceProcess } from "../../../support/service-process.ts";

const allowed = { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any", RATE_LIMIT_KEY_PER_MINUTE: "1000000" };
const credentials = `${natsUser.user}:${natsUser.password}`;

let db: TestDatabase;
let service: RunningService;
let outbound: Outbound;
let nats: NatsServer;

describeWith("nats", hasNatsServer, () => {
  beforeAll(async () => {
    nats = await startNatsServer();
    db = await createTestDatabase();
    service = await startService(db.url, allowed);
    outbound = await beginOutbound(service);
  });
  afterAll(async () => {
    await service.close();
    await nats.close();
    await killChildren();
    await db.drop();
  });

  const endpointAt = async ({ programId: program_id }: SellingProgram, subject: string, wish: object = {}) => {
    const url = `nats://127.0.0.1:${nats.port}/${subject}`;
    const made = await outbound.run("endpoints.create", { program_id, url, credentials, ...wish });
    return Number(made.endpoint_id);
  };
  const typesIn = (messages: readonly Published[]) => messages.map(({ body }) => JSON.parse(body).type as string);
  const attemptsOf = (endpointId: number) =>
    asOwner<{ status_code: number | null; fault: string | null; response: string | null }>(
      db.url,
      "select status_code, fault, response from outbound_attempt where endpoint_id = $1 order by attempt_no",
      [endpointId],
    );

  test("each message of a sale is in the stream, in order, signed, on a subject of its type", async () => {
    await nats.makeStream("SALES", ["sales.>"]);
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, "sales.{program_id}.{type}");
    await outbound.sell(program, "order-1", 10_000);
    await outbound.refund(program, "order-1", 4_000);
    await outbound.settled(program, endpointId);
    const found = (await nats.read("SALES")).filter(({ body }) => JSON.parse(body).data.about.kind === "sale");
    expect(typesIn(found)).toEqual(["sale.recorded", "commission.created", "refund.recorded", "commission.reduced"]);
    expect(found[0]?.subject).toBe(`sales.${program.programId}.sale.recorded`);
    const which = { program_id: program.programId, endpoint_id: endpointId };
    const { signing_secret } = await outbound.run("endpoints.show-secret", which);
    const verifier = new Webhook(String(signing_secret));
    for (const { body, headers } of found) expect(() => verifier.verify(body, { ...headers })).not.toThrow();
    expect((await attemptsOf(endpointId))[0]).toMatchObject({
      ...{ status_code: null, fault: null },
      response: expect.stringContaining('"stream":"SALES"'),
    });
  });

  test("endpoints of one stream do not take each other's messages for doubles", async () => {
    await nats.makeStream("SHARED", ["shared.>"]);
    const program = await outbound.newProgram();
    const event_types = ["sale.recorded"];
    const both = [
      await endpointAt(program, "shared.full", { event_types }),
      await endpointAt(program, "shared.thin", { event_types, payload: "thin" }),
    ];
    await outbound.sell(program, "order-1", 10_000);
    for (const endpointId of both) await outbound.settled(program, endpointId);
    const subjects = (await nats.read("SHARED")).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["shared.full", "shared.thin"]);
  });

  test("a message that was sent again is one in the stream", async () => {
    await nats.makeStream("AGAIN", ["again"]);
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, "again", { event_types: ["sale.recorded"] });
    await outbound.sell(program, "order-1", 10_000);
    await outbound.settled(program, endpointId);
    const which = { program_id: program.programId, endpoint_id: endpointId };
    await outbound.run("messages.redeliver", { ...which, ...(await outbound.messageOf(endpointId)) });
    await outbound.settled(program, endpointId);
    expect(await nats.read("AGAIN")).toHaveLength(1);
    expect((await attemptsOf(endpointId)).map(({ response }) => JSON.parse(response ?? "{}").duplicate)).toEqual([
      undefined,
      true,
    ]);
  });

  test("a subject that no stream takes is no success: it says so, and is tried again", async () => {
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, "nowhere.{type}", { event_types: ["sale.recorded"] });
    await outbound.sell(program, "order-1", 10_000);
    await outbound.untilAttempted(endpointId, 1);
    expect(await attemptsOf(endpointId)).toMatchObject([
      {
        status_code: 503,
        fault: "no stream takes the subject nowhere.sale.recorded: nothing acknowledged the message",
      },
    ]);
    await nats.makeStream("NOWHERE", ["nowhere.>"]);
    await outbound.dueNow(endpointId);
    await outbound.settled(program, endpointId);
    expect(await nats.read("NOWHERE")).toHaveLength(1);
  });

  test("a stream's refusal is recorded with its message", async () => {
    await nats.makeStream("TINY", ["tiny"], { max_msg_size: 10 });
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, "tiny", { event_types: ["sale.recorded"] });
    await outbound.sell(program, "order-1", 10_000);
    await outbound.untilAttempted(endpointId, 1);
    expect(await attemptsOf(endpointId)).toMatchObject([
      { fault: expect.stringMatching(/^the stream refused it: .*maximum/), status_code: expect.any(Number) },
    ]);
  });

  test("wrong credentials are refused by the server, right ones are taken, and neither is shown anywhere", async () => {
    await nats.makeStream("GUARDED", ["guarded"]);
    const program = await outbound.newProgram();
    const wrong = "svc:wrong-password-of-this-test";
    const endpointId = await endpointAt(program, "guarded", { event_types: ["sale.recorded"], credentials: wrong });
    await outbound.sell(program, "order-1", 10_000);
    await outbound.untilAttempted(endpointId, 1);
    expect(await attemptsOf(endpointId)).toMatchObject([
      { status_code: null, fault: expect.stringMatching(/^the server refused the credentials: .*Authorization/i) },
    ]);
    const which = { program_id: program.programId, endpoint_id: endpointId };
    const updated = await outbound.run("endpoints.update", { ...which, credentials });
    await outbound.dueNow(endpointId);
    await outbound.settled(program, endpointId);
    expect(await nats.read("GUARDED")).toHaveLength(1);
    const shown = [
      updated,
      await outbound.run("endpoints.show", which),
      await outbound.run("messages.show", { ...which, ...(await outbound.messageOf(endpointId)) }),
      await asOwner(db.url, "select * from access_change where program_id = $1", [program.programId]),
      service.logged,
    ];
    expect(updated.has_credentials).toBe(true);
    expect(JSON.stringify(shown)).not.toMatch(/password-of-this-test/);
  });

  test("a server that is killed in the middle loses nothing: each sale is there in its order, doubles with one id", async () => {
    await nats.makeStream("KILLED", ["killed.>"]);
    const program = await outbound.newProgram();
    const event_types = ["sale.recorded", "commission.created", "refund.recorded", "commission.reduced"];
    const endpointId = await endpointAt(program, "killed.{type}", { event_types });
    const sales = 40;
    const kill = async (): Promise<void> => {
      await nats.kill();
      await nats.start();
    };
    let killing: Promise<void> | undefined;
    for (let sale = 0; sale < sales; sale += 1) {
      await outbound.sell(program, `order-${sale}`, 10_000);
      if (sale === sales / 2) killing = kill();
      await outbound.refund(program, `order-${sale}`, 1_000);
    }
    await killing;
    const due = setInterval(() => void outbound.dueNow(endpointId), 200);
    await outbound.settled(program, endpointId);
    clearInterval(due);
    const bySale = new Map<string, Map<string, string>>();
    for (const { headers, body } of await nats.read("KILLED")) {
      const { type, data } = JSON.parse(body);
      const ofSale = bySale.get(data.about.id) ?? new Map<string, string>();
      bySale.set(data.about.id, ofSale.set(headers["webhook-id"] ?? "", type));
    }
    expect(bySale.size).toBe(sales);
    for (const ofSale of bySale.values()) expect([...ofSale.values()]).toEqual(event_types);
  });

  test("a service killed between the acknowledgement and its note publishes again, and the stream has it once", async () => {
    await nats.makeStream("NOTED", ["noted"]);
    const program = await outbound.newProgram();
    const endpointId = await endpointAt(program, "noted", { event_types: ["sale.recorded"] });
    await service.close();
    const first = await startServiceProcess(db.url, allowed);
    await whileHeld(db.url, "lock table outbound_attempt in share row exclusive mode", async () => {
      const sale = { transaction_id: "order-1", amount_cents: 10_000, customer_key: program.customerKey };
      const headers = { "content-type": "application/json" };
      const call = { method: "POST", headers, key: program.key, body: JSON.stringify(sale) };
      await sendTo(`${first.url}/api/v1/track/sale`, call);
      while ((await nats.read("NOTED")).length === 0) await sleep(50);
      first.child.process.kill("SIGKILL");
      await first.child.exit;
    });
    expect(await attemptsOf(endpointId)).toEqual([]);
    await asOwner(db.url, "update outbound_endpoint set leased_until = null");
    service = await startService(db.url, allowed);
    outbound = await beginOutbound(service);
    await outbound.settled(program, endpointId);
    expect(await nats.read("NOTED")).toHaveLength(1);
    const [attempt] = await attemptsOf(endpointId);
    expect(JSON.parse(attempt?.response ?? "{}")).toMatchObject({ stream: "NOTED", duplicate: true });
  });
});
