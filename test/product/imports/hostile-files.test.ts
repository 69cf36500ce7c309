// Files that are made to end the process: tens of megabytes each, sent to a real one whose heap is small. Each is refused with a typed
// error, and the process answers meanwhile and afterwards.
import { once } from "node:events";
import { type ClientRequest, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { sendTo, startService } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";

const heapMebibytes = 256;
const bytesPerMebibyte = 1_048_576;
const fileMebibytes = 40;
/** Far more than a moment, since other tests may have the processor; on a machine that is slow without an upload, as many answers as this. */
const answerMillisecondsMax = 3_000;
const answersMax = 300;
const idleAnswers = 50;

let db: TestDatabase;
let token: string;
let path: string;
let running: ServiceProcess;
beforeAll(async () => {
  db = await createTestDatabase();
  const service = await startService(db.url, manyPeople);
  const { owner, programId } = await newCompany(service);
  token = owner.token;
  path = `/api/v1/programs/${programId}/imports?tool=csv`;
  await service.close();
  running = await startServiceProcess(db.url, { NODE_OPTIONS: `--max-old-space-size=${heapMebibytes}` });
}, 60_000);
afterAll(async () => {
  await killChildren();
  await db.drop();
});
afterEach(() => expect(running.child.process.exitCode).toBeNull());

type Answered = { readonly status: number; readonly body: unknown };

/** What the file is answered; it is sent no further when that comes. */
async function upload(start: string, repeated: string): Promise<Answered> {
  const request = httpRequest(`${running.url}${path}`, {
    method: "POST",
    headers: { "content-type": "text/csv", authorization: `Bearer ${token}` },
  });
  const answered = once(request, "response");
  request.on("error", () => undefined);
  const [[response]] = await Promise.all([answered, send(request, start, repeated, answered)]);
  const answer = { status: response.statusCode, body: JSON.parse(await text(response)) };
  request.destroy();
  return answer;
}

async function send(request: ClientRequest, start: string, repeated: string, answered: Promise<unknown>) {
  let isAnswered = false;
  const stop = answered.then(() => {
    isAnswered = true;
  });
  request.write(start);
  const chunk = Buffer.from(repeated.repeat(Math.ceil(bytesPerMebibyte / repeated.length)));
  for (let sent = 0; sent < fileMebibytes && !isAnswered; sent += 1) {
    if (!request.write(chunk)) await Promise.race([once(request, "drain"), stop]);
  }
  request.end();
}

/** The longest that the process took to answer until then. */
async function longestAnswer(ended: Promise<unknown>): Promise<number> {
  let longest = 0;
  let hasEnded = false;
  const end = ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const began = performance.now();
    const { status } = await sendTo(`${running.url}/healthz`);
    expect(status).toBe(200);
    longest = Math.max(longest, performance.now() - began);
  }
  await end;
  return longest;
}

const header = "partner_code,partner_name\n";
const tooLong = /longer than 65536 bytes/;
const tooFaulty = /More than 10000 of the first \d+ lines have faults/;

async function meanIdleAnswer(): Promise<number> {
  const began = performance.now();
  for (let answers = 0; answers < idleAnswers; answers += 1) await sendTo(`${running.url}/healthz`);
  return (performance.now() - began) / idleAnswers;
}

/** While it is sent, and afterwards, the process answers others. */
async function uploadWhileAnswering(start: string, repeated: string): Promise<Answered> {
  const idle = await meanIdleAnswer();
  const answered = upload(start, repeated);
  expect(await longestAnswer(answered)).toBeLessThan(Math.max(answerMillisecondsMax, answersMax * idle));
  expect((await sendTo(`${running.url}/readyz`)).status).toBe(200);
  return answered;
}

test.each([
  ["commas without a line break", "", ",", tooLong],
  ["commas behind the first line", header, ",", tooLong],
  ["quotes without a line break", header, '"', tooLong],
  ["a quote that is never closed, over many lines", `${header}"`, "a\n", tooLong],
  ["quotes that hold line breaks, with commas between", header, '"\n",,,,,,,,', tooLong],
  ["lines with quotes in the wrong place", header, '"a"b"\n', tooFaulty],
  ["lines with one column", header, "a\n", tooFaulty],
  ["lines that are no CSV", header, 'a"b\n', tooFaulty],
  ["lines whose cells hold no text", header, "\u0001,\u0001\n", tooFaulty],
])("40 MB of %s are refused", { timeout: 120_000 }, async (_, start, repeated, message) => {
  expect(await uploadWhileAnswering(start, repeated)).toEqual({
    status: 400,
    body: {
      data: null,
      error: expect.objectContaining({ code: "invalid_request", message: expect.stringMatching(message) }),
    },
  });
});

test("40 MB of lines with 60,000 columns are read, each a faulty line", { timeout: 120_000 }, async () => {
  const { status, body } = await uploadWhileAnswering(header, `${",".repeat(60_000)}\n`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: {
      status: "finished",
      partners_new: 0,
      faults: expect.arrayContaining([
        { line: 2, column: null, message: "has more than 2 columns, and the first line has 2." },
      ]),
    },
  });
});
