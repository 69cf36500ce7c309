// The package's README: every TypeScript in it is compiled against the packed package as it is written there, the Express
// server runs against the running service, and its tables name every option and field.
import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import type { ClickInput, LeadInput, RefundInput, SaleInput, SvcOptions } from "../../../sdk/src/server.ts";
import { createTestDatabase } from "../../support/database.ts";
import { freePort } from "../../support/ports.ts";
import { createProject, packSdk } from "../../support/sdk-package.ts";
import { asOwner, clickOn, createTestProgram, startService } from "../../support/service.ts";

const readme = readFileSync(new URL("../../../sdk/README.md", import.meta.url), "utf8");
const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url);
const program = await createTestProgram(testDatabase.database);
const packed = await packSdk();
const project = await createProject(packed, [
  ...["react", "@types/react", "csstype", "@types/node", "undici-types", "express", "@types/express"],
  ...["stripe", "@paddle/paddle-node-sdk"],
]);
afterAll(async () => {
  await project.remove();
  await service.close();
  await testDatabase.drop();
});

type Block = { readonly language: string; readonly text: string };

const blocks: Block[] = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));

/** By the name each one gives itself in its first line. */
const files = new Map(
  blocks
    .filter(({ language }) => language === "ts" || language === "tsx")
    .map(({ text }) => [/^\/\/ (\S+)\n/.exec(text)?.[1] ?? "", text]),
);

/** What the examples take for granted: the brand's own, and packages that are not installed here, as they describe themselves. */
const assumed = {
  "lib/users.ts": `type User = { id: string };
export declare function createUser(email: string): Promise<User>;
export declare function currentUser(): Promise<User>;
`,
  "assumed.d.ts": `declare module "next/headers" {
  export function cookies(): Promise<{ get(name: string): { name: string; value: string } | undefined }>;
}
declare module "@polar-sh/sdk" {
  export class Polar {
    constructor(options: { accessToken: string });
    checkouts: {
      create(checkout: {
        products: string[];
        externalCustomerId?: string | null;
        metadata?: { [key: string]: string | number | boolean };
      }): Promise<{ url: string }>;
    };
  }
}
`,
};

describe("the examples", () => {
  test("are files with names, one each", () => {
    expect([...files.keys()]).toEqual([
      ...["app/layout.tsx", "lib/svc.ts", "app/signup/actions.ts", "lib/attribution.ts", "app/checkout/route.ts"],
      ...["app/consent-banner.tsx", "server.ts", "checkout/stripe.ts", "checkout/paddle.ts", "checkout/polar.ts"],
      ...["options.ts", "management.ts", "tracker.ts"],
    ]);
  });

  test("compile against the package", async () => {
    for (const [path, text] of [...files, ...Object.entries(assumed)]) await project.write(path, text);
    const options = { module: "esnext", moduleResolution: "bundler", jsx: "react-jsx", types: ["node"] };
    expect(await project.typeCheck({ ...options, skipLibCheck: true })).toBe("");
  });

  test("of an Express server reports a signup and its sale", async () => {
    await project.write("server.mts", files.get("server.ts") ?? "");
    await project.write(
      "driver.mts",
      `import { reportSale } from "./server.mts";
const { PORT, CLICK } = process.env;
const signup = await fetch(\`http://127.0.0.1:\${PORT}/signup\`, {
  method: "POST",
  headers: { cookie: \`theme=dark; svc_click_id=\${CLICK}\` },
  body: new URLSearchParams({ email: "ann@shop.example" }),
});
const { userId } = await signup.json();
const reported = [];
for (const id of [userId, userId, "a customer nobody sent"]) reported.push(await reportSale(id, 4900, \`invoice of \${id}\`));
console.log(JSON.stringify({ userId, reported }));
process.exit();
`,
    );
    const { code, stdout, stderr } = await project.node(["driver.mts"], {
      SVC_API_URL: service.url,
      SVC_API_KEY: program.key,
      PORT: String(await freePort()),
      CLICK: await clickOn(service, program),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { userId, reported } = JSON.parse(stdout);
    expect(reported).toEqual([true, true, true]);
    const sales = "select customer_key, amount_cents, partner_id from sale where program_id = $1";
    expect(await asOwner(testDatabase.url, sales, [program.programId])).toEqual([
      { customer_key: userId, amount_cents: 4900, partner_id: program.partnerId },
    ]);
  });

  test("in HTML are scripts that can be read, with attributes the tracker knows", () => {
    const pages = blocks.filter(({ language }) => language === "html").map(({ text }) => text);
    const scripts = pages.flatMap((page) =>
      [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code),
    );
    expect(scripts.length).toBe(2);
    for (const code of scripts) expect(() => new Script(code ?? "")).not.toThrow();
    const known = readFileSync(new URL("../../../sdk/src/tracker/settings.ts", import.meta.url), "utf8");
    const attributes = [...readme.matchAll(/data-svc-([\w-]+)/g)].map(([, name]) => name ?? "");
    expect(attributes).toContain("program-id");
    for (const name of attributes) expect(known).toContain(`"${name}"`);
  });
});

describe("the tables", () => {
  test("name every option", () => {
    const options: Readonly<Record<keyof SvcOptions, true>> = {
      ...{ apiKey: true, apiUrl: true, fetch: true, timeoutMs: true, maxRetries: true, maxRetryDelayMs: true },
      ...{ onWarning: true, dangerouslyAllowBrowser: true },
    };
    for (const name of Object.keys(options)) expect(readme).toContain(`\n| \`${name}\` |`);
  });

  test("name every method with every field of its input", () => {
    const lead: Readonly<Record<keyof LeadInput, true>> = {
      ...{ customerExternalId: true, clickId: true, email: true, eventName: true, additionalData: true },
    };
    const sale: Readonly<Record<keyof SaleInput, true>> = {
      ...{ customerExternalId: true, clickId: true, amount: true, taxCents: true, invoiceId: true, currency: true },
      ...{ saleType: true, isRecurring: true, subscriptionId: true, subscriptionInterval: true, eventName: true },
      couponCode: true,
    };
    const click: Readonly<Record<keyof ClickInput, true>> = {
      ...{ affiliateUrl: true, pageUrl: true, referrerUrl: true, existingClickId: true },
      ...{ sub1: true, sub2: true, sub3: true, sub4: true, sub5: true, userAgent: true },
    };
    const refund: Readonly<Record<keyof RefundInput, true>> = {
      ...{ invoiceId: true, refundAmountCents: true, refundReason: true, refundId: true },
    };
    for (const [method, input] of Object.entries({
      trackLead: lead,
      trackSale: sale,
      trackClick: click,
      trackRefund: refund,
    })) {
      expect(readme).toContain(`\`${method}({ ${Object.keys(input).join(", ")} })\``);
    }
  });
});
