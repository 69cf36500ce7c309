// @svc/sdk/management from the packed tarball, against the running service: as ES module, as CommonJS and as TypeScript. And a client
// that knows nothing of the SDK's release: with types made from what the running service says of itself.
import { afterAll, describe, expect, test } from "vitest";
import { typesOf } from "../../../bin/openapi-types/types-of.ts";
import { createAgent } from "../../support/agents.ts";
import { createTestDatabase } from "../../support/database.ts";
import { manyPeople, newPerson } from "../../support/people.ts";
import { createProject, packSdk } from "../../support/sdk-package.ts";
import { asOwner, createTestProgram, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, manyPeople);
const ann = await newPerson(service, "ann@acme.test");
const agent = await createAgent(testDatabase.database, await createTestProgram(testDatabase.database));
const packed = await packSdk();
const project = await createProject(packed, ["openapi-fetch", "openapi-typescript-helpers"]);
afterAll(async () => {
  await project.remove();
  await service.close();
  await testDatabase.drop();
});

const env = { SVC_URL: service.url, SVC_TOKEN: ann.token, SVC_AGENT_KEY: agent.key };
const strict = { module: "nodenext", moduleResolution: "nodenext" };

const story = (types: boolean): string => `
async function story(name${types ? ": string" : ""}) {
  const { SVC_URL, SVC_TOKEN, SVC_AGENT_KEY } = process.env${types ? " as Record<string, string>" : ""};
  const client = createManagementClient({ baseUrl: SVC_URL, token: SVC_TOKEN });
  const create = () => client.POST("/api/v1/programs", {
    params: { header: { "Idempotency-Key": name } },
    body: { name, hold_period_days: 30 },
  });
  const { data } = dataOf(await create());
  const again = dataOf(await create()).data;
  const path = { program_id: data.program_id };
  for (const code of ["one", "two", "three"]) {
    const body = { name: code, code: \`\${name}-\${code}\` };
    dataOf(await client.POST("/api/v1/programs/{program_id}/partners", { params: { path }, body }));
  }
  const codes${types ? ": string[]" : ""} = [];
  const partners = everyRow((page) =>
    client.GET("/api/v1/programs/{program_id}/partners", { params: { path, query: { ...page, limit: 2 } } }),
  );
  for await (const partner of partners) codes.push(partner.code);
  const refused = await client.GET("/api/v1/programs/{program_id}", { params: { path: { program_id: 987654 } } });
  const thrown = await client.PATCH("/api/v1/programs/{program_id}", { params: { path }, body: { hold_period_days: 91 } })
    .then(dataOf, () => null)
    .catch((error${types ? ": unknown" : ""}) => error);
  const agent = createManagementClient({ baseUrl: SVC_URL, token: SVC_AGENT_KEY });
  const seen = dataOf(await agent.GET("/api/agent/v1/programs"));
  console.log(JSON.stringify({
    held: data.hold_period_days,
    same: again.program_id === data.program_id,
    codes,
    code: refused.error?.error.code,
    thrown: thrown instanceof ManagementError ? [thrown.status, thrown.code, Object.keys(thrown.details)] : null,
    seen: seen.data.length,
  }));
}
`;

const names = "createManagementClient, dataOf, everyRow, ManagementError";

describe("from a backend that knows nothing but the tarball", () => {
  test.each([
    ["an ES module", "story.mjs", `import { ${names} } from "@svc/sdk/management";${story(false)}await story("esm");`],
    ["CommonJS", "story.cjs", `const { ${names} } = require("@svc/sdk/management");${story(false)}story("cjs");`],
    ["TypeScript", "story.mts", `import { ${names} } from "@svc/sdk/management";${story(true)}await story("ts");`],
  ])("%s makes a program and its partners, pages through them, and hears why it was refused", async (_, file, text) => {
    await project.write(file, text);
    const { code, stdout, stderr } = await project.node([file], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const prefix = /"(\w+)"\);$/.exec(text)?.[1] ?? "";
    expect(JSON.parse(stdout)).toEqual({
      held: 30,
      same: true,
      codes: [`${prefix}-one`, `${prefix}-two`, `${prefix}-three`],
      code: "not_found",
      thrown: [400, "invalid_request", ["fields"]],
      seen: 1,
    });
  });
});

const consumer = `
import { createManagementClient, dataOf, everyRow, ManagementError, type components, type ManagementClient } from "@svc/sdk/management";
const client: ManagementClient = createManagementClient({ baseUrl: "https://track.example", token: "t" });
export async function names(): Promise<string[]> {
  const { data, error, response } = await client.GET("/api/v1/programs");
  if (error !== undefined) { const words: string = error.error.message; return [words, String(response.status)]; }
  const next: string | null = data.next;
  return [...data.data.map((program) => program.name), next ?? ""];
}
export async function sold(program_id: number): Promise<number> {
  let sum = 0;
  for await (const sale of everyRow((query) => client.GET("/api/v1/programs/{program_id}/sales", { params: { path: { program_id }, query } }))) {
    sum += sale.amount_cents;
  }
  return sum;
}
export const code = (error: unknown): string | null => (error instanceof ManagementError ? error.code : null);
export type Name = components["schemas"]["Program"]["name"];
export const read = async (): Promise<number> => dataOf(await client.GET("/api/v1/workspaces")).data.length;
// @ts-expect-error there is no such call
client.GET("/api/v1/program");
// @ts-expect-error the path has a program
client.GET("/api/v1/programs/{program_id}");
// @ts-expect-error a program has a name
client.POST("/api/v1/programs", { body: { hold_period_days: 1 } });
// @ts-expect-error it is a number
client.POST("/api/v1/programs", { body: { name: "A", hold_period_days: "1" } });
`;

describe("its types are found and say what the service takes", () => {
  test.each([
    ["node16, in an ES module", "consumer.mts", { module: "node16", moduleResolution: "node16" }],
    ["node16, in CommonJS", "consumer.cts", { module: "node16", moduleResolution: "node16" }],
    ["bundler", "consumer.ts", { module: "esnext", moduleResolution: "bundler" }],
  ])("by moduleResolution %s", async (_, file, options) => {
    const types = await createProject(packed, []);
    try {
      await types.write(file, consumer);
      expect(await types.typeCheck(options)).toBe("");
    } finally {
      await types.remove();
    }
  });
});

const generated = `
import openClient from "openapi-fetch";
import type { paths } from "./schema.ts";

const { SVC_URL = "", SVC_TOKEN = "" } = process.env;
const client = openClient<paths, "application/json">({ baseUrl: SVC_URL });
const headers = { authorization: \`Bearer \${SVC_TOKEN}\` };
const made = await client.POST("/api/v1/programs", { headers, body: { name: "Generated" } });
const program_id = made.data?.data.program_id ?? 0;
const path = { program_id };
const body = { name: "Dora", code: "dora" };
const partner = await client.POST("/api/v1/programs/{program_id}/partners", { headers, params: { path }, body });
const shown = await client.POST("/api/v1/programs/{program_id}/api-key", { headers, params: { path } });
const withKey = { authorization: \`Bearer \${shown.data?.data.api_token}\` };
const affiliate_url = \`https://shop.example/?aff=\${partner.data?.data.code}\`;
const click = await client.POST("/api/v1/track/click", { body: { affiliate_url } });
if (click.data === undefined || !("click_id" in click.data)) throw new Error("the click was not recorded");
const { click_id } = click.data;
const sale = await client.POST("/api/v1/track/sale", {
  headers: withKey,
  body: { transaction_id: "order-1", amount_cents: 4900, click_id },
});
const sales = await client.GET("/api/v1/programs/{program_id}/sales", { headers, params: { path } });
console.log(JSON.stringify({ sold: sale.response.status, sales: sales.data?.data.map((each) => each.transaction_id) }));
`;

test("a client generated from the running service's /openapi.json makes a program, a partner and a sale", async () => {
  const { body } = await service.request("/openapi.json");
  if (typeof body !== "object" || body === null) throw new Error("there is no description");
  const types = await createProject(packed, [
    ...["openapi-fetch", "openapi-typescript-helpers", "@types/node", "undici-types"],
  ]);
  try {
    await types.write("schema.ts", await typesOf(body));
    await types.write("generated.mts", generated);
    expect(await types.typeCheck({ ...strict, types: ["node"], skipLibCheck: true })).toBe("");
    const { code, stdout, stderr } = await types.node(["generated.mts"], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ sold: 200, sales: ["order-1"] });
  } finally {
    await types.remove();
  }
  const sale = "select amount_cents from sale where transaction_id = 'order-1'";
  expect(await asOwner(testDatabase.url, sale)).toEqual([{ amount_cents: 4900 }]);
});
