// Every operation has all its faces: a command, an HTTP call, the same with --remote, an agent's call and a tool, and all of them say the
// same. Exceptions are listed here with their reasons; any other operation that lacks a face fails, by its name.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openOnceKeys } from "../../src/access/idempotency.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { hasRight } from "../../src/core/vocabulary/access/workspace-roles.ts";
import { byHand, type CommandEntry, commands } from "../../src/faces/cli/commands.ts";
import { flagName, parseFlags } from "../../src/faces/cli/input/flags.ts";
import { flagsOf, inputOf } from "../../src/faces/cli/input/operation-flags.ts";
import { recordOf } from "../../src/faces/cli/output.ts";
import { addOperations } from "../../src/faces/http/operations/routes.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { loadOperations } from "../../src/product/operation/groups.ts";
import { type OperationName, summaries } from "../../src/product/operation/names.ts";
import type { Http, Operation } from "../../src/product/operation/operation.ts";
import { openScopedReads } from "../../src/product/reads/scoped-reads.ts";
import { commandsRebuilds } from "../../src/product/replays/rebuilds.ts";
import { createAgent } from "../support/agents.ts";
import { createBrand, keepLogin } from "../support/brand.ts";
import { usualCaps } from "../support/caps.ts";
import { createTestDatabase } from "../support/database.ts";
import { importPlaces } from "../support/import-places.ts";
import { callOverHttp, callTool } from "../support/operation-calls.ts";
import { sampleOf } from "../support/operation-samples.ts";
import { manyPeople } from "../support/people.ts";
import { type Answer, refusalOf, secretKey, startService } from "../support/service.ts";
import { runSvc, wordsOf } from "../support/svc.ts";
import { beginCompany } from "../support/trading-company.ts";

type Reasons = Partial<Readonly<Record<OperationName, string>>>;

const withoutCommand: Reasons = {
  "programs.verify":
    "svc verify-integration does it from outside, with the key and over the way that the brand's own calls take",
  "imports.start": "svc import does it from a file of any size, with its progress",
  "replays.plan": "svc replay does it in the foreground, with its progress, where no service runs as well",
  "replays.apply": "svc replay apply does it in the foreground",
  "verifications.start": "svc verify does it in the foreground and ends with what it found",
  "verifications.show": "as verifications.start",
};

const withoutTool: Reasons = {
  "workspaces.list": "a key is of one workspace, and what it may see of it are the programs",
  "programs.create": "a key is made for what there is; people decide what there is to be",
  "demos.create": "as programs.create",
  "partners.link": "whoever has the link sees the partner's money: people hand it out",
  "partners.revoke-links": "as partners.link",
  "inbox.retry": "it follows a fix of the service, which people see to",
  "partners.show-email": "addresses of people are for people",
  "keys.show": "the key is its brand's to replace: an agent has its own",
  "agent-keys.list": "what other agents may do is for people to know",
  "access-changes.list": "who may do what is for people to look into, and names people",
  "applications.list": "as partners.show-email",
  "notices.show": "what a person hears of is the person's own",
  "notices.set": "as notices.show",
  "notices.list": "people are notified of what an agent can look up",
};

const commandByHand: Reasons = {
  "programs.create": "each of the commission terms is a flag of its own",
  "programs.update": "as programs.create, and what is left out of the terms stays as it is",
  "policies.set": "as programs.create",
  "groups.set": "as programs.create",
  "terms.set": "as programs.create",
  "connections.add": "secrets are read from standard input, or asked for without being shown",
  "connections.update": "as connections.add",
  "connections.set-api-key": "as connections.add",
  "exports.create": "as connections.add",
  "payouts.record-results": "it reads the payment tool's file",
  "payouts.show": "it shows what payouts.items answers beside the payout",
  "replays.show": "it shows what replays.rows answers beside the replay",
  "forecasts.start": "it builds the books here, with its progress, and waits for what it finds",
  "balance.show": "it also builds the books of an earlier moment, with its progress",
  "invoices.pdf": "it writes a file, which is no JSON",
  "statements.show": "a statement is also a page to print and a file, which are no JSON",
};

/** By another name than the operation's own. */
const commandNames: Partial<Readonly<Record<OperationName, string>>> = {
  "programs.status": "status",
  "balance.show": "balance",
  "forecasts.start": "programs forecast",
  "replays.list": "replay list",
  "replays.show": "replay show",
  "replays.rows": "replay rows",
  "replays.discard": "replay discard",
};

/** What a command answers in addition to the operation's result. */
const commandAddsTo: Partial<Readonly<Record<OperationName, readonly string[]>>> = {
  "programs.status": ["programs_projected_by_older_rules", "log_faults", "replica", "checkpoint_signing"],
  "payouts.show": ["items"],
  "replays.show": ["changes"],
};

const differentForTheOperator: Reasons = {
  "workspaces.list": "the operator is shown those of everybody, and has no role in them",
  "notices.show": "the operator's command line is nobody's account, and names whose they are",
};

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl, manyPeople);
const company = await beginCompany(service);
const agent = await createAgent(database, company);
const asOwner = { authorization: `Bearer ${company.owner.token}` };
const asAgent = { authorization: `Bearer ${agent.key}` };
const asOperator = {
  ...{ DATABASE_URL: databaseUrl, SVC_SECRET_KEYS: secretKey, SVC_BASE_URL: service.url },
  // As the service: no test asks a payment provider.
  PAYOUT_API_URLS: "paypal=http://127.0.0.1:9",
};
const brand = await createBrand();
await keepLogin(brand, service.url, company.owner);
const operations = await loadOperations();
const named = operations.map((operation) => [operation.name, operation] as const);
const reading = named.filter(
  ([name, { http, changes, access }]) =>
    http !== null && !changes && withoutCommand[name] === undefined && access.kind !== "operator",
);
const receiver = await startReceiver();
afterAll(async () => {
  receiver.close();
  await service.close();
  await brand.remove();
  await testDatabase.drop();
});

function commandEntryOf(name: OperationName): CommandEntry | undefined {
  const commandName = commandNames[name] ?? name.replace(".", " ");
  return commands.find((entry) => entry[0] === commandName);
}

async function loadCommand(name: OperationName) {
  const [commandName, summary, load] = commandEntryOf(name) ?? missing(name);
  return { commandName, summary, load, command: (await load()).command };
}

function missing(name: OperationName): never {
  throw new Error(`${name} has no command`);
}

type Received = { readonly operation: OperationName; readonly input: unknown };

/** The service's own routes, behind which nothing runs: what came is kept. */
async function startReceiver() {
  const received: Received[] = [];
  const secrets = openSecrets([secretKey]);
  const app = express();
  app.set("query parser", false);
  addOperations(app, {
    operations: operations.map((operation) => ({
      ...operation,
      http: withoutOwnRoute(operation.http),
      list: null,
      runOnce: null,
      run: async (_call, input) => {
        received.push({ operation: operation.name, input });
        return { data: null };
      },
    })),
    work: {
      database,
      secrets,
      reads: openScopedReads(database.kysely),
      forgetConnection: () => undefined,
      baseUrl: "http://receiver.test",
      now: () => 0,
      verify: null,
      mailInvitation: null,
      mailApplicant: null,
      sendsMail: false,
      exportFolder: null,
      railUrls: {},
      caps: usualCaps,
      invitationDays: 7,
      checkpointKeys: [],
      imports: importPlaces,
      outbound: { schemes: ["https"], addresses: "public" },
      rebuilds: commandsRebuilds({ database, ownerUrl: databaseUrl }),
    },
    shownReads: openScopedReads(database.kysely),
    onceKeys: openOnceKeys(database, secrets),
    people: { account: async () => ({ kind: "account", accountId: "1" }) },
    agents: { agent: () => Promise.reject(new Error("no agent is received")) },
    bodyBytesMax: 65_536,
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address()) satisfies Pick<AddressInfo, "port">;
  const url = `http://127.0.0.1:${port}`;
  return { url, received, close: () => server.close() };
}

function withoutOwnRoute(http: Http | null): Http | null {
  if (http === null) return null;
  const { hasOwnRoute: _, ...rest } = http;
  return rest;
}

/** The input that the example of an operator's own command comes to. */
async function operatorsExample(operation: Operation): Promise<unknown> {
  const { commandName, summary, command } = await loadCommand(operation.name);
  const { flags, names } = flagsOf(operation);
  const given: unknown[] = [];
  const execute = async (options: unknown): Promise<number> => {
    given.push(inputOf(names, parseFlags(flags, options)));
    return 0;
  };
  const stub: CommandEntry = [commandName, summary, async () => ({ command: { ...command, execute } })];
  const run = await runSvc(wordsOf(command.example), { commands: [stub] });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  return given[0];
}

test("every operation is defined once, and its HTTP call and its tool are its own", () => {
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(summaries).toSorted());
  const calls = operations.flatMap(({ http }) => (http === null ? [] : [`${http.method} ${http.path}`]));
  expect(calls.length).toBe(new Set(calls).size);
  const tools = operations.flatMap(({ tool }) => (tool === null ? [] : [tool.name]));
  expect(tools.length).toBe(new Set(tools).size);
});

test("no reason is kept for what needs none", () => {
  expect(Object.keys(commandByHand).toSorted()).toEqual(Object.keys(byHand).toSorted());
  const owners = named.filter(([, { access }]) => access.kind === "program" && !hasRight("member", access.right));
  for (const [name] of owners) expect(withoutTool).not.toHaveProperty(name);
});

describe.each(named)("%s", (name, operation) => {
  test("has HTTP, unless it is the command line's alone", () => {
    if (operation.http === null) expect(operation.access.kind).toBe("operator");
  });

  test("has a tool, unless it is the operator's or not a member's, or there is a reason", () => {
    const { access, tool } = operation;
    // An agent acts as a member; the right to terms can be given to it by a scope of its own.
    const isBeyondMember = "right" in access && access.right !== null && !hasRight("member", access.right);
    const isNone = access.kind === "operator" || (isBeyondMember && tool?.scope !== "programs:terms");
    expect(operation.tool === null).toBe(isNone || withoutTool[name] !== undefined);
  });

  test("has a command, or there is a reason", () => {
    expect(commandEntryOf(name) === undefined).toBe(withoutCommand[name] !== undefined);
  });
});

describe.each(named.filter(([name]) => withoutCommand[name] === undefined))("the command of %s", (name, operation) => {
  test("has its summary, and goes over HTTP as well where there is HTTP", async () => {
    const { command, summary } = await loadCommand(name);
    expect(summary).toBe(operation.summary);
    expect("remote" in command.flags).toBe(operation.http !== null);
  });

  test("has an example that comes to an input it takes", async () => {
    if (operation.http === null) {
      expect(operation.input.safeParse(await operatorsExample(operation)).error).toBeUndefined();
      return;
    }
    const { command } = await loadCommand(name);
    receiver.received.splice(0);
    await keepLogin(brand, receiver.url, company.owner);
    await brand.run([...wordsOf(command.example), "--base-url", receiver.url], { input: "whsec_0123456789\n" });
    const [first] = receiver.received;
    expect(first?.operation).toBe(name);
    expect(operation.input.safeParse(first?.input).error).toBeUndefined();
  });
});

/** `--json` shows one thing by itself, and a list as it comes. */
function asCommandSays({ body }: Answer): unknown {
  const answer = z.looseObject({ data: z.unknown() }).parse(body);
  return Array.isArray(answer.data) ? answer : answer.data;
}

async function wordsFor(operation: Operation, input: object): Promise<string[]> {
  const { commandName, command } = await loadCommand(operation.name);
  const { names } = flagsOf(operation);
  const words = Object.entries(input).flatMap(([field, value]) => {
    const flag = names.get(field) ?? field;
    return flag === command.argument ? [String(value)] : [flagName(flag), String(value)];
  });
  return [...commandName.split(" "), ...words, "--json"];
}

describe.each(reading)("%s", (name, operation) => {
  test("answers the same at every door", async () => {
    const input = await sampleOf(name, company);
    // The service's job does so each minute, which may be between two of the calls.
    await approveCommissions(database);
    const answer = await callOverHttp(service, operation, { prefix: "/api/v1", input, headers: asOwner });
    expect(answer.status).toBe(200);

    if (operation.tool !== null) {
      const agents = await callOverHttp(service, operation, { prefix: "/api/agent/v1", input, headers: asAgent });
      expect(agents.text).toBe(answer.text);
      expect(await callTool(service, operation, input, asAgent)).toEqual({
        refusal: null,
        body: answer.body,
        text: answer.text,
      });
    }

    const words = await wordsFor(operation, input);
    const said = asCommandSays(answer);
    await keepLogin(brand, service.url, company.owner);
    expect(await commandSays(operation, brand.run([...words, "--remote"]))).toEqual(said);
    if (differentForTheOperator[name] !== undefined) return;
    expect(await commandSays(operation, runSvc(words, { env: asOperator }))).toEqual(said);
  });

  test.runIf("program_id" in operation.input.shape)("refuses a missing program in the same way", async () => {
    const input = { ...(await sampleOf(name, company)), program_id: 987_654 };
    const answer = await callOverHttp(service, operation, { prefix: "/api/v1", input, headers: asOwner });
    expect(refusalOf(answer)).toBe("404 not_found");
    if (operation.tool !== null) {
      const agents = await callOverHttp(service, operation, { prefix: "/api/agent/v1", input, headers: asAgent });
      expect(agents.text).toBe(answer.text);
      expect((await callTool(service, operation, input, asAgent)).text).toBe(answer.text);
    }
    const words = await wordsFor(operation, input);
    await keepLogin(brand, service.url, company.owner);
    for (const run of [brand.run([...words, "--remote"]), runSvc(words, { env: asOperator })]) {
      const { code, stdout, stderr } = await run;
      expect({ code, stdout, stderr: JSON.parse(stderr) }).toEqual({ code: 1, stdout: "", stderr: answer.body });
    }
  });
});

describe.each(reading.filter(([, { list }]) => list !== null))("%s", (name, operation) => {
  test("comes as CSV and as lines of JSON, with all columns", async () => {
    const input = await sampleOf(name, company);
    const inForm = (format: string, limit = {}) =>
      callOverHttp(service, operation, { prefix: "/api/v1", input, headers: asOwner, query: { format, ...limit } });
    const page = z.object({ data: z.array(z.unknown()) }).parse((await inForm("json", { limit: "1000" })).body);
    const lines = (await inForm("ndjson")).text.split("\n").slice(0, -1);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(page.data);
    const columns = operation.list?.columns ?? [];
    for (const row of page.data) expect(Object.keys(recordOf(row)).toSorted()).toEqual(columns.toSorted());
    const [head] = (await inForm("csv")).text.split("\r\n");
    expect(head).toBe(columns.join(","));
  });
});

async function commandSays({ name }: Operation, running: ReturnType<typeof runSvc>): Promise<unknown> {
  const { code, stdout, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const said = recordOf(JSON.parse(stdout));
  const more = commandAddsTo[name] ?? [];
  return Object.fromEntries(Object.entries(said).filter(([field]) => !more.includes(field)));
}
