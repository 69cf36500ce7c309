// The roles of a workspace beyond owner and member: how they are given, that a change counts at once on every process, what a refusal says,
// and that each can do its work. Every cell of the table is tried in test/product/rights.test.ts.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { neededFor, type WorkspaceRole } from "../../../src/core/vocabulary/access/workspace-roles.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { removeMember } from "../../../src/product/members/members.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { connectStripe, deliverMisread } from "../../support/misread-deliveries.ts";
import {
  auth,
  joinWorkspace,
  manyMails,
  manyPeople,
  newCompany,
  newPerson,
  type Person,
} from "../../support/people.ts";
import { testSecrets } from "../../support/replaying.ts";
import { type Answer, fieldOf, refusalOf, startService } from "../../support/service.ts";

const { service, database, databaseUrl } = await serviceForFile({ ...manyPeople, ...manyMails });
/** Another process on the same database. */
const other = await startService(databaseUrl, manyPeople);
afterAll(() => other.close());

const { workspaceId, programId, owner, member, stranger } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const members = `/api/v1/workspaces/${workspaceId}/members`;

async function join(role: WorkspaceRole): Promise<Person> {
  const person = await newPerson(service, `${role}-${crypto.randomUUID()}@acme.test`);
  await joinWorkspace(service, workspaceId, { owner, joins: person, role });
  return person;
}

const setRole = (by: Person, of: Person, role: unknown): Promise<Answer> =>
  service.post(members, { email: of.email, role }, { key: by.token });
const rename = (by: Person, at = service): Promise<Answer> =>
  at.request(program, {
    ...{ method: "PATCH", body: JSON.stringify({ name: "Acme" }) },
    headers: { "content-type": "application/json", authorization: `Bearer ${by.token}` },
  });
const read = (by: Person, at = service): Promise<Answer> => at.request(program, { key: by.token });

describe("a role", () => {
  test.each(["owner", "member", "finance", "support", "viewer"] as const)(
    "%s is invited for and accepted",
    async (role) => {
      const person = await join(role);
      const listed = await service.request("/api/v1/workspaces", { key: person.token });
      expect(fieldOf(listed, "data.0.role")).toBe(role);
      expect((await read(person)).status).toBe(200);
    },
  );

  test("is changed by an owner alone, to one that exists", async () => {
    const viewer = await join("viewer");
    for (const person of [member, viewer, await join("finance"), await join("support")]) {
      expect(refusalOf(await setRole(person, viewer, "owner"))).toContain("forbidden");
      const body = { organizationId: String(workspaceId), email: "new@acme.test", role: "viewer" };
      expect((await auth(service, "/organization/invite-member", body, person)).status).toBe(403);
    }
    expect((await setRole(stranger, viewer, "owner")).status).toBe(404);
    expect((await setRole(owner, viewer, "admin")).status).toBe(400);
    expect((await setRole(owner, viewer, ["owner"])).status).toBe(400);
    expect((await rename(viewer)).status).toBe(403);
  });

  test("counts at once for a session that is open, on every process", async () => {
    const person = await join("member");
    expect([(await rename(person)).status, (await rename(person, other)).status]).toEqual([200, 200]);
    await setRole(owner, person, "viewer");
    expect([(await rename(person)).status, (await rename(person, other)).status]).toEqual([403, 403]);
    expect([(await read(person)).status, (await read(person, other)).status]).toEqual([200, 200]);
    await setRole(owner, person, "member");
    expect((await rename(person, other)).status).toBe(200);
    await removeMember(database.kysely, testSecrets, { workspaceId, email: person.email }, operator);
    expect([(await read(person)).status, (await read(person, other)).status]).toEqual([404, 404]);
  });

  test("does not take the last owner away", async () => {
    const alone = await newPerson(service, "alone@else.test");
    const workspace = Number(fieldOf(await auth(service, "/organization/create", { name: "Alone" }, alone), "id"));
    const body = { email: alone.email, role: "viewer" };
    const refused = await service.post(`/api/v1/workspaces/${workspace}/members`, body, { key: alone.token });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("needs an owner");
  });
});

describe("a refusal", () => {
  test("names the roles that may, and the caller's own", async () => {
    const viewer = await join("viewer");
    const paid = await service.post(`${program}/payouts`, { currency: "USD" }, { key: viewer.token });
    expect(fieldOf(paid, "error.message")).toBe(
      "This needs the role owner or finance in the workspace. Your role is viewer.",
    );
    const key = await service.post(`${program}/api-key`, undefined, { key: viewer.token });
    expect(fieldOf(key, "error.message")).toBe("Only an owner of the workspace may do this. Your role is viewer.");
    expect(neededFor("deliveries")).toBe("This needs the role owner, member or support in the workspace.");
  });
});

describe("the work of", () => {
  test("finance: a payout that one person creates and another of finance approves", async () => {
    const [first, second, viewer] = [await join("finance"), await join("finance"), await join("viewer")];
    const asOwner = { key: owner.token };
    const headers = { "content-type": "application/json" };
    const settings = JSON.stringify({ hold_period_days: 0, payout_approvals: 2 });
    expect((await service.request(program, { method: "PATCH", headers, body: settings, ...asOwner })).status).toBe(200);
    const key = String(fieldOf(await service.post(`${program}/api-key`, undefined, asOwner), "data.api_token"));
    await service.post(`${program}/partners`, { name: "Anna", code: "anna" }, asOwner);
    const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
    const sale = { transaction_id: "order-1", amount_cents: 1_000, click_id: fieldOf(clicked, "click_id") };
    expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
    await approveCommissions(database);

    const created = await service.post(
      `${program}/payouts`,
      { currency: "USD", minimum_cents: 1 },
      { key: first.token },
    );
    const payout = `${program}/payouts/${fieldOf(created, "data.0.payout_id")}`;
    const paid = () => service.post(`${payout}/mark-paid`, { reference: "bank-1" }, { key: first.token });
    expect(refusalOf(await paid())).toBe("409 payout_withheld");
    expect(refusalOf(await service.post(`${payout}/approve`, {}, { key: first.token }))).toContain(
      "second_person_required",
    );
    for (const person of [viewer, member]) {
      expect((await service.post(`${payout}/approve`, {}, { key: person.token })).status).toBe(403);
    }
    expect((await service.post(`${payout}/approve`, {}, { key: second.token })).status).toBe(200);
    expect((await paid()).status).toBe(200);
    const loosened = JSON.stringify({ payout_approvals: 1 });
    const changed = await service.request(program, { method: "PATCH", headers, body: loosened, key: first.token });
    expect(changed.status).toBe(403);
  });

  test("support and members: a delivery that failed is retried; no one else of the workspace retries it", async () => {
    const connectionId = await connectStripe(database, programId);
    const [eventId] = await deliverMisread(database, { programId, connectionId });
    const retry = (by: Person) => service.post(`${program}/inbox/retry`, { event_id: eventId }, { key: by.token });
    for (const role of ["finance", "viewer"] as const) expect((await retry(await join(role))).status).toBe(403);
    expect(fieldOf(await retry(await join("support")), "data.deliveries.0.event_id")).toBe(eventId);
    const [again] = await deliverMisread(database, { programId, connectionId });
    const retried = await service.post(`${program}/inbox/retry`, { event_id: again }, { key: member.token });
    expect(retried.status).toBe(200);
  });
});
