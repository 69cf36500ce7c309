// The packed tarball in an empty project: it runs as ES module, CommonJS and TypeScript against the running service, and its
// types are found in every way TypeScript looks for them.
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { createProject, packSdk, readInstalled } from "../../support/sdk-package.ts";
import { createTestProgram, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url);
const program = await createTestProgram(testDatabase.database);
const packed = await packSdk();
const project = await createProject(packed, ["react", "react-dom", "scheduler", "@types/react", "csstype"]);
afterAll(async () => {
  await project.remove();
  await service.close();
  await testDatabase.drop();
});

const env = { SVC_URL: service.url, SVC_API_KEY: program.key, SVC_LINK: program.link };

/** From the click to the refund, and what the browser library is on a server; `types` as TypeScript. */
const story = (types: boolean): string => `
async function story(customer${types ? ": string" : ""}) {
  const { SVC_URL, SVC_API_KEY, SVC_LINK } = process.env${types ? " as Record<string, string>" : ""};
  const svc = new Svc({ apiKey: SVC_API_KEY, apiUrl: SVC_URL });
  const click = await svc.trackClick({ affiliateUrl: SVC_LINK });
  await svc.trackLead({ customerExternalId: customer, clickId: click.data?.click_id });
  const sale${types ? ": SvcResult<SaleData>" : ""} = await svc.trackSale({
    customerExternalId: customer, amount: 10_000, invoiceId: customer,
  });
  const refund = await svc.trackRefund({ invoiceId: customer, refundAmountCents: 2500 });
  console.log(JSON.stringify({
    sold: sale.data?.commission_id === sale.data?.sale_id,
    commission: refund.data?.commission_cents,
    browser: await loadSvc(1),
    same: DefaultSvc === Svc,
    rendered: renderToString(createElement(SvcProvider, { programId: 1 }, "page")),
  }));
}
`;

const reported = { sold: true, commission: 1500, browser: null, same: true, rendered: "page" };

const imports = `
import DefaultSvc, { Svc } from "@svc/sdk/server";
import { loadSvc } from "@svc/sdk";
import { SvcProvider } from "@svc/sdk/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
`;

describe("from a backend that knows nothing but the tarball", () => {
  test.each([
    ["an ES module", "story.mjs", `${imports}${story(false)}await story("by-esm");`],
    [
      "CommonJS",
      "story.cjs",
      `const { Svc, default: DefaultSvc } = require("@svc/sdk/server");
       const { loadSvc } = require("@svc/sdk");
       const { SvcProvider } = require("@svc/sdk/react");
       const { createElement } = require("react");
       const { renderToString } = require("react-dom/server");
       ${story(false)}story("by-cjs");`,
    ],
    [
      "TypeScript",
      "story.mts",
      `${imports}import type { SaleData, SvcResult } from "@svc/sdk/server";${story(true)}await story("by-ts");`,
    ],
  ])("%s reports a click, a lead, a sale and a refund", async (_, file, text) => {
    await project.write(file, text);
    const { code, stdout, stderr } = await project.node([file], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(reported);
  });

  test("a runtime that has fetch, timers, AbortController and URL, and nothing else, does too", async () => {
    const { fetch, AbortController, URL, setTimeout, clearTimeout } = globalThis;
    const exports: { Svc?: new (options: object) => { trackClick(click: object): Promise<unknown> } } = {};
    const code = await readInstalled(project, "dist/server.cjs");
    runInNewContext(code, { exports, fetch, AbortController, URL, setTimeout, clearTimeout });
    if (exports.Svc === undefined) throw new Error("there is no Svc");
    const svc = new exports.Svc({ apiKey: program.key, apiUrl: service.url });
    expect(await svc.trackClick({ affiliateUrl: program.link })).toMatchObject({ ok: true, status: 200 });
  });
});

const consumer = `
import DefaultSvc, { Svc, type SvcOptions, type SvcResult, type SaleData, type SvcWarning } from "@svc/sdk/server";
import { loadSvc, type Svc as Tracker, type SvcData } from "@svc/sdk";
import { SvcProvider, useSvc } from "@svc/sdk/react";

const options: SvcOptions = { apiKey: "aff_1", fetch, onWarning: (warning: SvcWarning) => { warning.rotate_by; } };
const svc: DefaultSvc = new Svc(options);
export async function report(clickId: string | null): Promise<number | null> {
  const sale: SvcResult<SaleData> = await svc.trackSale({ clickId, amount: 1, invoiceId: "a", currency: "EUR" });
  if (!sale.ok) { const words: string = sale.error; const nothing: null = sale.data; return words.length + Number(nothing); }
  const click = await svc.trackClick({ affiliateUrl: "https://a.example/?aff=b" });
  const id: string | undefined = click.data?.click_id;
  const lead = await svc.trackLead({ clickId: id, additionalData: { test_mode: true } });
  const isTest: true | undefined = lead.data?.data?.test_mode;
  const refund = await svc.trackRefund({ invoiceId: "a" });
  const status: "reversed" | "refunded" | "skipped" | "no_commission" | undefined = refund.data?.status;
  const { ok, error } = refund;
  return isTest && status && ok && !error ? sale.data.sale_id : sale.data.commission_id;
}

// @ts-expect-error the key is required
new Svc({});
// @ts-expect-error an amount is a number
svc.trackSale({ amount: "1", invoiceId: "a" });
// @ts-expect-error an invoice is required
svc.trackSale({ amount: 1 });
// @ts-expect-error test mode cannot be sent
svc.trackSale({ amount: 1, invoiceId: "a", livemode: false });
// @ts-expect-error null would refund everything
svc.trackRefund({ invoiceId: "a", refundAmountCents: null });

export async function inPage(): Promise<SvcData | undefined> {
  const tracker: Tracker | null = await loadSvc(1, { env: "local", scriptUrl: "https://a.example/x.js", debug: true });
  await tracker?.signup("user", "a@b.example");
  const ids: (string | null | undefined)[] = [tracker?.getClickId(), tracker?.getVisitorId(), useSvc()?.getClickId()];
  SvcProvider({ programId: ids.length, children: null });
  return tracker?.getData();
}
`;

describe("its types are found and say the same", () => {
  test.each([
    ["node16, in an ES module", "consumer.mts", { module: "node16", moduleResolution: "node16" }],
    ["node16, in CommonJS", "consumer.cts", { module: "node16", moduleResolution: "node16" }],
    ["nodenext", "consumer.mts", { module: "nodenext", moduleResolution: "nodenext" }],
    ["bundler", "consumer.ts", { module: "esnext", moduleResolution: "bundler" }],
  ])("by moduleResolution %s", async (_, file, options) => {
    const types = await createProject(packed, ["react", "@types/react", "csstype"]);
    try {
      await types.write(file, consumer);
      expect(await types.typeCheck(options)).toBe("");
    } finally {
      await types.remove();
    }
  });

  test("on a server that has Node's types and none of a browser's", async () => {
    const types = await createProject(packed, ["@types/node", "undici-types"]);
    try {
      const text = `import { Svc } from "@svc/sdk/server";\nexport const svc = new Svc({ apiKey: "aff_1", fetch });`;
      await types.write("consumer.mts", text);
      expect(await types.typeCheck({ module: "nodenext", lib: ["es2022"], types: ["node"] })).toBe("");
    } finally {
      await types.remove();
    }
  });
});
