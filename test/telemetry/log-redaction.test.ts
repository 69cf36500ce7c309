// What is left of an error in the log: where it failed and how, and nothing of what it quotes.
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { redactedLines } from "../../src/telemetry/log-redaction.ts";

const config = readConfig({
  DATABASE_URL: "postgres://svc:p%40ssword@db.test/svc",
  SVC_SECRET_KEYS: "only-for-tests-only-for-tests-only",
  DATABASE_READ_URL: "postgres://svc:replica-password@standby.test/svc",
  REDIS_URL: "redis://svc:redis-password@counts.test:6379",
  X402_RPC_URLS: "eip155:8453=https://node.test/v3/0123456789abcdef",
  CHECKPOINT_URL: "https://keep.test/checkpoints/hidden-path",
});

function lineOf(fields: object): string {
  const lines: string[] = [];
  pino({ serializers: redactedLines(config) }, { write: (line) => void lines.push(line) }).error(fields, "it failed");
  return lines.join("");
}

const thrown = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
};

test.each<[string, unknown]>([
  ["a text that is no JSON", thrown(() => JSON.parse("hush-hush"))],
  ["an address that is none", thrown(() => new URL("postgres://user:hush-hush@host:port/"))],
  ["an address with a password", new Error("cannot reach postgres://user:hush-hush@host/")],
  ["an address with a query", new Error("cannot fetch https://host.test/link?token=hush-hush")],
  ["a cause", new Error("failed", { cause: new Error('{"password":"hush-hush"}') })],
  ["one of many errors", new AggregateError([new Error("Authorization: Bearer hush-hush")], "all failed")],
  ["a field of its own", Object.assign(new Error("failed"), { detail: "hush-hush", response: { body: "hush-hush" } })],
  ["a value that PostgreSQL could not read", Object.assign(new Error('invalid input: "hush-hush"'), { code: "22P02" })],
  ["what is no error", { password: "hush-hush" }],
])("%s shows nothing of it", (_, err) => {
  expect(lineOf({ err })).not.toContain("hush-hush");
  expect(lineOf({ details: [err] })).not.toContain("hush-hush");
});

test("secrets of the configuration go, however they are quoted", () => {
  const said =
    "svc p@ssword p%40ssword cEBzc3dvcmQ= replica-password redis-password only-for-tests-only-for-tests-only https://node.test/v3/0123456789abcdef https://keep.test/checkpoints/hidden-path";
  const { fault } = JSON.parse(lineOf({ fault: said }));
  expect(fault).toBe(`svc${" [secret]".repeat(8)}`);
});

test("what shows an operator where to look stays", () => {
  const words = 'duplicate key value violates unique constraint "sale_pkey"';
  const error = Object.assign(new Error(words), { code: "23505", table: "sale", constraint: "sale_pkey" });
  const { err } = JSON.parse(lineOf({ err: error, program_id: 7 }));
  expect(err).toMatchObject({ type: "Error", message: words, code: "23505", table: "sale", constraint: "sale_pkey" });
  expect(err.stack).toContain("log-redaction.test.ts");
});
