// A key that must be replaced, from the first flag to the new key, at two services on one database with one simulated clock.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { flagKey, unflagKey } from "../../../src/product/keys/rotation.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import {
  type Answer,
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  type RunningService,
  refusalOf,
  startService,
} from "../../support/service.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const flaggedAt = new Date("2026-03-01T12:00:00.500Z");
const deadline = new Date("2026-03-08T00:00:00Z");
const beforeDeadline = new Date(deadline.getTime() - 1);

let clock = flaggedAt;
const now = () => clock.getTime();

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const services = [await startService(databaseUrl, {}, now), await startService(databaseUrl, {}, now)] as const;
const [one, other] = services;
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await testDatabase.drop();
});

let program: ProgramAtHand;
beforeEach(async () => {
  clock = flaggedAt;
  program = await createTestProgram(database);
});

const flag = (rotateBy = deadline) =>
  flagKey(database, { programId: program.programId, rotateBy, now: new Date(now()) }, operator);

const post = (service: RunningService, call: string, body: unknown, key = program.key) =>
  service.post(`/api/v1/track/${call}`, body, { key });

function headersOf({ headers }: Answer): (string | null)[] {
  return [headers.get("deprecation"), headers.get("sunset"), headers.get("link")];
}

function signalsOf(service: RunningService): string[] {
  return ["@1772366400", "Sun, 08 Mar 2026 00:00:00 GMT", `<${docsOf(service)}>; rel="deprecation"`];
}

function docsOf({ url }: RunningService): string {
  return `${url}/docs/errors#api_key_rotation_required`;
}

const nothing = [null, null, null];

function warningsOf(answer: Answer): unknown {
  return typeof answer.body === "object" && answer.body !== null && "warnings" in answer.body
    ? answer.body.warnings
    : undefined;
}

function expectWarning(service: RunningService, answer: Answer): void {
  expect(headersOf(answer)).toEqual(signalsOf(service));
  expect(warningsOf(answer)).toEqual([
    {
      code: "api_key_rotation_required",
      message: expect.stringContaining("2026-03-08T00:00:00.000Z"),
      hint: expect.stringContaining(`/api/v1/programs/${program.programId}/api-key`),
      rotate_by: "2026-03-08T00:00:00.000Z",
      docs_url: docsOf(service),
    },
  ]);
}

function expectPastDeadline(service: RunningService, answer: Answer): void {
  expect(answer.status).toBe(401);
  expect(headersOf(answer)).toEqual(signalsOf(service));
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expect(answer.body).toEqual({
    error: {
      code: "api_key_rotation_required",
      message: expect.any(String),
      hint: expect.stringContaining("regenerates"),
      docs_url: docsOf(service),
    },
  });
}

async function recordedOf({ programId }: ProgramAtHand): Promise<unknown> {
  const [counts] = await asOwner(
    databaseUrl,
    `select (select count(*)::int from event where program_id = $1) as events,
            (select count(*)::int from tracking_log where program_id = $1) as lines`,
    [programId],
  );
  return counts;
}

test("the walk: unflagged, flagged, at its deadline, regenerated", async () => {
  await bindCustomer(one, program, "ann");
  const sale = (id: string) => ({ transaction_id: id, amount_cents: 1000, customer_key: "ann" });

  for (const service of services) {
    const answer = await post(service, "sale", sale(`unflagged-${service.url}`));
    expect(answer.status).toBe(200);
    expect(headersOf(answer)).toEqual(nothing);
    expect(warningsOf(answer)).toBeUndefined();
  }

  await flag();
  for (const service of services) {
    const answer = await post(service, "sale", sale(`flagged-${service.url}`));
    expect(answer.status).toBe(200);
    expect(fieldOf(answer, "success")).toBe(true);
    expect(fieldOf(answer, "sale_id")).toEqual(expect.any(Number));
    expectWarning(service, answer);
  }

  clock = beforeDeadline;
  for (const service of services) {
    expectWarning(service, await post(service, "sale", sale(`last moment-${service.url}`)));
  }

  clock = deadline;
  const recorded = await recordedOf(program);
  for (const service of services) {
    expectPastDeadline(service, await post(service, "sale", sale(`late-${service.url}`)));
  }
  expect(await recordedOf(program)).toEqual(recorded);

  const key = await regenerateKey(database, program.programId, operator);
  for (const service of services) {
    const dead = await post(service, "sale", sale(`dead-${service.url}`));
    expect(refusalOf(dead)).toBe("401 unauthorized");
    expect(headersOf(dead)).toEqual(nothing);
    const answer = await post(service, "sale", sale(`new-${service.url}`), key);
    expect(answer.status).toBe(200);
    expect(headersOf(answer)).toEqual(nothing);
    expect(warningsOf(answer)).toBeUndefined();
  }
});

type Case = readonly [name: string, call: string, status: number, body: unknown];

const cases: readonly Case[] = [
  ["a sale", "sale", 200, { transaction_id: "t-2", amount_cents: 100, customer_key: "ann" }],
  ["a test sale", "sale", 200, { livemode: false }],
  ["a sale that is recorded already", "sale", 409, { transaction_id: "t-1", amount_cents: 100, customer_key: "ann" }],
  ["a sale of nobody", "sale", 400, { transaction_id: "t-3", amount_cents: 100, customer_key: "nobody" }],
  ["a sale in another currency", "sale", 422, { transaction_id: "t-3", amount_cents: 100, currency: "GBP" }],
  ["a sale without an amount", "sale", 400, { transaction_id: "t-3" }],
  ["a sale that is no JSON", "sale", 400, "{broken"],
  ["a sale that is too large", "sale", 413, "x".repeat(70_000)],
  ["a refund", "refund", 200, { transaction_id: "t-1" }],
  ["a refund of no sale", "refund", 404, { transaction_id: "unknown" }],
  ["a refund of too much", "refund", 422, { transaction_id: "t-1", refund_amount_cents: 101 }],
  ["a refund without its sale", "refund", 400, {}],
  ["a lead", "lead", 200, { customer_key: "ann" }],
  ["a test lead", "lead", 200, { additional_data: { test_mode: true } }],
  ["a lead of nobody", "lead", 400, { customer_key: "nobody" }],
  ["a lead of nothing", "lead", 400, {}],
  ["a reference", "payment-reference", 200, { provider: "sepay", reference: "AFF0001", customer_key: "ann" }],
  ["a reference to nothing", "payment-reference", 400, {}],
];

describe("before the deadline every answer warns", () => {
  test.each(cases)("%s (%s, %i)", async (_, call, status, body) => {
    await bindCustomer(one, program, "ann");
    const first = { transaction_id: "t-1", amount_cents: 100, customer_key: "ann" };
    for (const service of services) await post(service, "sale", first);
    await flag();
    // Both remember the key as it was.
    for (const service of services) {
      const answer = await post(service, call, body);
      if (service === one) expect(answer.status).toBe(status);
      expectWarning(service, answer);
    }
  });
});

describe("at the deadline every call is refused, and nothing of it is kept", () => {
  test.each(cases)("%s (%s)", async (_, call, _status, body) => {
    await bindCustomer(one, program, "ann");
    for (const service of services) await post(service, "sale", { livemode: false });
    await flag();
    clock = deadline;
    const recorded = await recordedOf(program);
    for (const service of services) expectPastDeadline(service, await post(service, call, body));
    expect(await recordedOf(program)).toEqual(recorded);
  });
});

test("a key that is called too often is warned with the refusal, and refused for good from its deadline on", async () => {
  const limited = await startService(databaseUrl, { RATE_LIMIT_KEY_PER_MINUTE: "1" }, now);
  try {
    const sale = { livemode: false };
    expect((await post(limited, "sale", sale)).status).toBe(200);
    await flag();
    clock = new Date(flaggedAt.getTime() + 1000);
    const answer = await post(limited, "sale", sale);
    expect(refusalOf(answer)).toBe("429 rate_limited");
    expectWarning(limited, answer);
    clock = deadline;
    expectPastDeadline(limited, await post(limited, "sale", sale));
  } finally {
    await limited.close();
  }
});

test("while the database is away, a key that calls too often gets 429 and its known flag", async () => {
  const proxy = await startTcpProxy(databaseUrl);
  const far = await startService(proxy.url, { RATE_LIMIT_KEY_PER_MINUTE: "1" }, now);
  await flag();
  expectWarning(far, await post(far, "sale", { livemode: false }));
  await proxy.cut();
  clock = new Date(flaggedAt.getTime() + 1000);
  const answer = await post(far, "sale", { livemode: false });
  expect(refusalOf(answer)).toBe("429 rate_limited");
  expectWarning(far, answer);
  clock = new Date(flaggedAt.getTime() + 61_000);
  expect((await post(far, "sale", { livemode: false })).status).toBe(503);
  await proxy.mend();
  await far.close();
  await proxy.cut();
});

test("a call that came before the deadline is taken, however long its body took", async () => {
  await post(one, "sale", { livemode: false });
  await flag();
  clock = beforeDeadline;
  const headers = {
    authorization: `Bearer ${program.key}`,
    "content-type": "application/json",
    expect: "100-continue",
  };
  const call = httpRequest(`${one.url}/api/v1/track/sale`, { method: "POST", headers });
  call.flushHeaders();
  // The service has the call and waits for its body.
  await once(call, "continue");
  clock = deadline;
  call.end(JSON.stringify({ livemode: false }));
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(await json(answer)).toMatchObject({ warnings: [{ code: "api_key_rotation_required" }] });
});

describe("an operator", () => {
  test("is refused a deadline that is past, and the key stays as it was", async () => {
    expect(await flag(flaggedAt)).toBe("deadline_past");
    expect(await flag(new Date(flaggedAt.getTime() - 1))).toBe("deadline_past");
    expect(headersOf(await post(one, "sale", { livemode: false }))).toEqual(nothing);
    expect(await flagKey(database, { programId: 999_999, rotateBy: deadline, now: clock }, operator)).toBe(
      "no_program",
    );
  });

  test("moves a deadline, also one that is past, and the time of the flag stays", async () => {
    await flag();
    clock = deadline;
    for (const service of services) expectPastDeadline(service, await post(service, "sale", { livemode: false }));
    const later = new Date("2026-03-09T00:00:00Z");
    expect(await flag(later)).toEqual({ flaggedAt, rotateBy: later });
    clock = new Date(deadline.getTime() + 1000);
    for (const service of services) {
      const answer = await post(service, "sale", { livemode: false });
      expect(answer.status).toBe(200);
      expect(headersOf(answer).slice(0, 2)).toEqual(["@1772366400", "Mon, 09 Mar 2026 00:00:00 GMT"]);
    }
  });

  test("takes the flag back, also after the deadline", async () => {
    await flag();
    clock = deadline;
    for (const service of services) expectPastDeadline(service, await post(service, "sale", { livemode: false }));
    expect(await unflagKey(database, program.programId, operator)).toBe(true);
    expect(await unflagKey(database, program.programId, operator)).toBe(false);
    clock = new Date(deadline.getTime() + 1000);
    for (const service of services) {
      const answer = await post(service, "sale", { livemode: false });
      expect(answer.status).toBe(200);
      expect(headersOf(answer)).toEqual(nothing);
    }
  });
});

describe("no one else is warned", () => {
  test("of a key that opens nothing, since its program is not active", async () => {
    await flag();
    await changeProgram(database, program.programId, { name: null, status: "inactive", settings: {} }, operator);
    const answer = await post(other, "sale", { livemode: false });
    expect(refusalOf(answer)).toBe("401 unauthorized");
    expect(headersOf(answer)).toEqual(nothing);
  });

  test("a browser without a key, or another program", async () => {
    await flag();
    const click = await one.post("/api/v1/track/click", { affiliate_url: program.link });
    expect(headersOf(click)).toEqual(nothing);
    const lead = await one.post("/api/v1/track/lead", { click_id: fieldOf(click, "click_id"), customer_key: "ben" });
    expect([lead.status, headersOf(lead), warningsOf(lead)]).toEqual([200, nothing, undefined]);
    const another = await createTestProgram(database);
    expect(headersOf(await post(one, "sale", { livemode: false }, another.key))).toEqual(nothing);
  });
});
