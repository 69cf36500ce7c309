// Who changed what: people by their accounts, agents by their keys, the operator; and changes without a known author.
import { describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { createAgent } from "../../support/agents.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople } from "../../support/people.ts";
import { openSampleShop } from "../../support/sample-shop.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";
import { dumpBooks, emptyBooks } from "../../support/submissions.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const shop = await openSampleShop(service);
const agent = await createAgent(service.database, shop);

type Line = { readonly type: string; readonly by_kind: string | null; readonly by_name: string | null };
async function patch(path: string, body: object, key: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await service.request(path, { method: "PATCH", headers, body: JSON.stringify(body), key });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${answer.text}`);
}
const audit = (query = ""): Promise<Answer> => shop.get(`/audit?${query}`);
const linesOf = (answer: Answer): Line[] => fieldOf(answer, "data") as Line[];

describe("the audit", () => {
  test("names the account, the agent's key or the operator behind each change", async () => {
    const partner = `${shop.path}/partners/${shop.partnerId}`;
    await patch(partner, { name: "Anne" }, shop.member.token);
    const asAgent = `/api/agent/v1/programs/${shop.programId}`;
    await patch(asAgent, { hold_period_days: 20 }, agent.key);
    const settings = { name: null, status: null, settings: { hold_period_days: 25 } };
    await changeProgram(service.database, shop.programId, settings, operator);
    expect(linesOf(await audit())).toMatchObject([
      { type: "program_created", by_kind: "account", by_name: shop.owner.name },
      { type: "partner_joined", by_kind: "account", by_name: shop.owner.name, data: { name: "Ann", code: "ann" } },
      { type: "partner_changed", by_kind: "account", by_name: shop.member.name, summary: "A partner was changed." },
      { type: "program_changed", by_kind: "agent", by_name: "an agent", by_id: String(agent.agentKeyId) },
      { type: "program_changed", by_kind: "operator", by_name: null, by_id: null },
    ]);
    expect(linesOf(await audit("order=newest&type=partner_changed&limit=1"))).toMatchObject([
      { type: "partner_changed" },
    ]);
  });

  test("leaves the books what they were, when they are made from the log again", async () => {
    const books = await dumpBooks(testDatabase.url);
    await emptyBooks(testDatabase.url);
    await catchUpAll(service.database);
    expect(await dumpBooks(testDatabase.url)).toBe(books);
  });

  test("names no author of early changes, nor of a deleted account's", async () => {
    await asOwner(testDatabase.url, "alter table event disable trigger event_is_append_only");
    await asOwner(testDatabase.url, "update event set data = data - 'by' where type = 'partner_joined'");
    const [joined] = linesOf(await audit("type=partner_joined"));
    expect(joined).toMatchObject({ by_kind: null, by_id: null, by_name: null });
    await asOwner(testDatabase.url, "delete from account_user where email = $1", [shop.member.email]);
    expect(linesOf(await audit("type=partner_changed"))).toMatchObject([{ by_kind: "account", by_name: null }]);
  });

  test("is shown only to members of the program's workspace", async () => {
    expect(refusalOf(await shop.get("/audit", shop.stranger.token))).toBe("404 not_found");
  });
});
