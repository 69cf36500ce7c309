// One contract for the server libraries of every language: each of its cases against the running service, over a wire that loses answers
// where the case says so. A language that is not on this machine is skipped by name.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Svc, type SvcOptions } from "../../sdk/src/server.ts";
import { createTestDatabase } from "../support/database.ts";
import { startHttpWire } from "../support/http-wire.ts";
import { describeWith } from "../support/needs-tool.ts";
import { asOwner, clickOn, createTestProgram, startService } from "../support/service.ts";
import { root } from "../support/tree.ts";

const mishap = z.union([
  z.literal(["lose the answer", "lose half of the answer", "never answer", "pass"]),
  z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).exactOptional(),
    body: z.string().exactOptional(),
  }),
]);
const caseSchema = z.strictObject({
  name: z.string(),
  wire: z.array(mishap).default([]),
  options: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
  calls: z.array(
    z.strictObject({
      method: z.enum(["trackLead", "trackSale", "trackClick", "trackRefund"]),
      arguments: z.record(z.string(), z.unknown()),
    }),
  ),
  results: z.array(z.record(z.string(), z.unknown())),
  warnings: z.array(z.string()).default([]),
  requests: z.int(),
});
const answerSchema = z.object({ results: z.array(z.record(z.string(), z.unknown())), warnings: z.array(z.string()) });

type Case = z.infer<typeof caseSchema>;
type Job = Pick<Case, "options" | "calls"> & { readonly apiUrl: string; readonly apiKey: string };
type Driver = { readonly run: (job: Job) => Promise<unknown>; readonly end: () => void };

const cases = z.array(caseSchema).parse(JSON.parse(readFileSync(join(root, "sdk/contract/cases.json"), "utf8")));

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url);
const wire = await startHttpWire(service.url);
const program = await createTestProgram(testDatabase.database);
afterAll(async () => {
  await wire.close();
  await service.close();
  await testDatabase.drop();
});

const python = process.env.PYTHON ?? "python3";
const environment = { ...process.env, PYTHONPATH: join(root, "sdk/python/src"), PYTHONDONTWRITEBYTECODE: "1" };
const isThere = (command: string, parameters: readonly string[]) =>
  spawnSync(command, parameters, { env: environment }).status === 0;

/** `read` parses a program from standard input and runs nothing of it. */
const languages = [
  { name: "JavaScript", tool: null, isHere: true, start: startHere, readme: null },
  {
    name: "Python with httpx",
    tool: "python",
    readme: { path: "sdk/python/README.md", read: [python, "-c", "import ast, sys; ast.parse(sys.stdin.read())"] },
    isHere: isThere(python, ["-c", "import httpx"]),
    start: () => startDriver(python, [join(root, "sdk/contract/driver.py")]),
  },
  {
    name: "PHP with curl",
    tool: "php",
    readme: { path: "sdk/php/README.md", read: ["php", "-l"] },
    isHere: isThere("php", ["-r", "exit(function_exists('curl_init') ? 0 : 1);"]),
    start: () => startDriver("php", [join(root, "sdk/contract/driver.php")]),
  },
] as const;

let fresh = 0;

for (const language of languages) {
  const title = `the library for ${language.name}`;
  if (language.tool === null) describe(title, () => holdsTheContract(language));
  else describeWith(language.tool, language.isHere, () => describe(title, () => holdsTheContract(language)));
}

function holdsTheContract({ start, readme }: (typeof languages)[number]): void {
  const driver: Driver = start();
  afterAll(() => driver.end());

  test.each(cases.map((each) => [each.name, each] as const))("holds: %s", async (_, each) => {
    fresh += 1;
    const click = await clickOn(service, program);
    const names = { $click: click, $link: program.link, $customer: `customer-${fresh}`, $invoice: `invoice-${fresh}` };
    const { calls, results } = filled(each, names);
    const before = wire.requests.length;
    wire.next(...each.wire);
    const answer = await driver.run({ apiUrl: wire.url, apiKey: program.key, options: each.options, calls });
    const got = answerSchema.parse(answer);
    expect(got.results.length).toBe(results.length);
    for (const [index, result] of got.results.entries()) expect(result).toMatchObject(expected(results[index]));
    expect(got.warnings).toEqual(each.warnings);
    expect(wire.requests.length - before).toBe(each.requests);
    expect(JSON.stringify(got)).not.toContain(program.key);
    expect(JSON.stringify(got)).not.toContain("aff_secret");
    const invoice = "select 1 from sale where transaction_id = $1";
    expect((await asOwner(testDatabase.url, invoice, [names.$invoice])).length).toBeLessThanOrEqual(1);
  });

  if (readme === null) return;
  test("has examples that can be read", () => {
    const source = readFileSync(join(root, readme.path), "utf8");
    const examples = [...source.matchAll(/^```(?:python|php)\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
    expect(examples.length).toBeGreaterThan(0);
    const [command, ...parameters] = readme.read;
    for (const input of examples) expect(spawnSync(command, parameters, { input }).status).toBe(0);
  });
}

/** With what is fresh in this run in place of its names. */
function filled({ calls, results }: Case, names: Readonly<Record<string, string>>): Pick<Case, "calls" | "results"> {
  const text = JSON.stringify({ calls, results }).replaceAll(/"(\$\w+)"/g, (all, name: string) =>
    names[name] === undefined ? all : JSON.stringify(names[name]),
  );
  return JSON.parse(text);
}

function expected(result: Readonly<Record<string, unknown>> = {}): object {
  if (result.throws === true) return { throws: expect.stringMatching(/\w/) };
  return typeof result.error === "string" ? { ...result, error: expect.stringContaining(result.error) } : result;
}

/** The library of this repository, in this process. */
function startHere(): Driver {
  return {
    end: () => undefined,
    async run({ apiUrl, apiKey, options, calls }) {
      const warnings: string[] = [];
      const onWarning: SvcOptions["onWarning"] = ({ code }) => {
        warnings.push(code);
        throw new Error("a listener that fails");
      };
      const svc = new Svc({ apiKey, apiUrl, onWarning, ...options });
      const results: unknown[] = [];
      for (const call of calls) {
        const input = call.arguments as never;
        try {
          results.push(await svc[call.method](input));
        } catch (error) {
          results.push({ throws: String(error) });
        }
      }
      return { results, warnings };
    },
  };
}

/** A program that answers each line with one. */
function startDriver(command: string, parameters: readonly string[]): Driver {
  const child = spawn(command, parameters, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    end: () => child.stdin.end(),
    async run(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const { value } = await lines.next();
      return JSON.parse(String(value));
    },
  };
}
