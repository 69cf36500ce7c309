// Program keys over two real processes under load: a call that starts after a key was replaced, flagged or past its deadline never reaches
// a process that still accepts the key.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { newPerson } from "../../support/people.ts";
import { fieldOf, secretKey, startService } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { runSvc } from "../../support/svc.ts";

const pollMilliseconds = 10;
const callersAtOnce = 12;
const callsAfter = 150;
/** Longer than a process goes by what it has just seen of a key. */
const lookMilliseconds = 2_000;

let db: TestDatabase;
let owner: Owner;
let both: readonly [ServiceProcess, ServiceProcess];
beforeAll(async () => {
  db = await createTestDatabase();
  owner = await newOwner(db);
  both = await Promise.all([startServiceProcess(db.url), startServiceProcess(db.url)]);
});
afterAll(async () => {
  await killChildren();
  await db.drop();
});

type Call = {
  /** As `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number;
  readonly code: string | undefined;
  readonly sunset: string | null;
};

async function send(url: string, body: object, token?: string) {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const json = (await response.json()) as { error?: { code?: string }; [name: string]: unknown };
  return { response, json };
}

type Owner = { readonly token: string; readonly programId: number };

/** The installation's first account, with a program. */
async function newOwner({ url }: TestDatabase): Promise<Owner> {
  const service = await startService(url);
  const { token } = await newPerson(service, "ann@example.com");
  const program = await service.post("/api/v1/programs", { name: "Acme" }, { key: token });
  await service.close();
  return { token, programId: Number(fieldOf(program, "data.program_id")) };
}

async function regenerate({ url }: ServiceProcess): Promise<string> {
  const { response, json } = await send(`${url}/api/v1/programs/${owner.programId}/api-key`, {}, owner.token);
  expect(response.status).toBe(200);
  return (json.data as { api_token: string }).api_token;
}

/** Test sales with the key, to both processes at once, from now until `enough`. */
function load(both: readonly ServiceProcess[], key: string) {
  const calls: Call[] = [];
  let isOver = false;
  const callers = Array.from({ length: callersAtOnce }, async (_, index) => {
    while (!isOver) {
      const startedAt = performance.now();
      const { url } = both[index % both.length] ?? { url: "" };
      const { response, json } = await send(`${url}/api/v1/track/sale`, { livemode: false }, key);
      calls.push({
        startedAt,
        endedAt: performance.now(),
        status: response.status,
        code: json.error?.code,
        sunset: response.headers.get("sunset"),
      });
    }
  });
  const until = async (isEnough: () => boolean): Promise<void> => {
    while (!isEnough()) await sleep(pollMilliseconds);
  };
  return {
    calls,
    until,
    startedAfter: (at: number) => calls.filter((call) => call.startedAt > at),
    async end() {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

function summary(calls: readonly Call[]): string[] {
  return [...new Set(calls.map(({ status, code, sunset }) => `${status} ${code ?? ""} ${sunset ?? ""}`.trim()))];
}

/** Again and again until the deadline still lies ahead when the command comes to it. */
async function flagUntil(deadlineOf: () => Date): Promise<Date> {
  for (;;) {
    const deadline = deadlineOf();
    const words = ["keys", "flag", "--program", String(owner.programId), "--deadline", deadline.toISOString()];
    const { stderr } = await runSvc(words, { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey } });
    if (stderr === "") return deadline;
    expect(stderr).toMatch(/^The deadline .* is past/);
  }
}

describe("with two processes under load", { timeout: 300_000 }, () => {
  test("a key that is flagged, then past its deadline, then replaced, is so for every call that starts after", async () => {
    const key = await regenerate(both[0]);
    const loading = load(both, key);
    await loading.until(() => loading.calls.filter((call) => call.status === 200).length >= callsAfter);

    const distant = await flagUntil(() => new Date("2099-05-31T12:00:00Z"));
    const flaggedAt = performance.now();
    await loading.until(() => loading.startedAfter(flaggedAt).length >= callsAfter);
    const movedAt = performance.now();
    let seconds = 1;
    const deadline = await flagUntil(() => new Date(Math.ceil(Date.now() / 1000 + seconds++) * 1000));
    await loading.until(() => Date.now() >= deadline.getTime());
    const deadlineAt = performance.now();
    await loading.until(() => loading.startedAfter(deadlineAt).length >= callsAfter);

    const newKey = await regenerate(both[1]);
    const replacedAt = performance.now();
    const sinceLook = () => loading.startedAfter(replacedAt + lookMilliseconds);
    await loading.until(() => sinceLook().length >= callsAfter);
    await loading.end();

    const whileFlagged = loading.startedAfter(flaggedAt).filter((call) => call.endedAt < movedAt);
    const late = loading.startedAfter(deadlineAt).filter((call) => call.startedAt < replacedAt);
    expect(whileFlagged.length).toBeGreaterThan(callersAtOnce);
    expect(summary(whileFlagged)).toEqual([`200  ${distant.toUTCString()}`]);
    expect(late.length).toBeGreaterThanOrEqual(callsAfter);
    expect(late.filter((call) => call.status === 200)).toEqual([]);
    // Which of the two refusals is sent may depend on a read a moment before; that the call is refused is exact.
    expect(loading.startedAfter(replacedAt).filter((call) => call.status !== 401)).toEqual([]);
    expect(summary(sinceLook())).toEqual(["401 unauthorized"]);
    for (const { url } of both) {
      const { response } = await send(`${url}/api/v1/track/sale`, { livemode: false }, newKey);
      expect([response.status, response.headers.get("sunset")]).toEqual([200, null]);
    }
  });

  test("no call that starts after the answer with the new key succeeds with the old one", async () => {
    let key = await regenerate(both[0]);
    for (const process of [both[0], both[1], both[0]]) {
      const loading = load(both, key);
      await loading.until(() => loading.calls.filter((call) => call.status === 200).length >= callsAfter);
      key = await regenerate(process);
      const replacedAt = performance.now();
      await loading.until(() => loading.startedAfter(replacedAt).length >= callsAfter);
      await loading.end();
      expect(summary(loading.startedAfter(replacedAt))).toEqual(["401 unauthorized"]);
    }
  });
});
