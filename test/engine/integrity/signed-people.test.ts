// The accounts library changes members by ways of its own, and a partner sets its own postback: each change is signed in the name of the
// person who made it, so a checkpoint finds nothing. An unsigned change is found.
import { afterAll, expect, test } from "vitest";
import { openKeptSecrets } from "../../../src/access/secrets/kept-secrets.ts";
import { makeCheckpoint } from "../../../src/engine/integrity/make.ts";
import { becomeOperatorByLink, makeOperatorLink } from "../../../src/product/operators/operators.ts";
import { setOwnPostback } from "../../../src/product/portal/own-postback.ts";
import { checkpointParts } from "../../support/checkpoints.ts";
import { createTestDatabase } from "../../support/database.ts";
import { auth, joinWorkspace, manyPeople, newCompany, newOperator, newPerson } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, secretKey, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, manyPeople);
const { database } = service;
const secrets = await openKeptSecrets(database, [secretKey]);
const { workspaceId, programId, owner, member } = await newCompany(service);
const organizationId = String(workspaceId);
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const checkpoint = async (): Promise<string[]> => {
  const parts = { ...checkpointParts(database), secrets };
  return (await makeCheckpoint(parts, { programId, occasion: "daily" })).map(({ detail }) => detail);
};

async function memberIdOf(email: string): Promise<string> {
  const path = `/api/auth/organization/list-members?organizationId=${organizationId}`;
  const members = fieldOf(await service.request(path, { key: owner.token }), "members");
  const listed = members as { id: string; user: { email: string } }[];
  return listed.find(({ user }) => user.email === email)?.id ?? "";
}

const well = (answer: Answer): void => expect(answer.status).toBeLessThan(300);

test("what people change through the accounts library is signed in their name", async () => {
  expect(await checkpoint()).toEqual([]);
  const ben = await newPerson(service, "ben@acme.test");
  await joinWorkspace(service, workspaceId, { owner, joins: ben, role: "member" });
  const memberId = await memberIdOf(ben.email);
  well(await auth(service, "/organization/update-member-role", { organizationId, memberId, role: "owner" }, owner));
  const [account] = await asOwner<{ id: string }>(testDatabase.url, "select id from account_user where email = $1", [
    ben.email,
  ]);
  const { secret } = await makeOperatorLink(database.kysely, { onlyFirst: false });
  await becomeOperatorByLink(database.kysely, secrets, secret, account?.id ?? "");
  expect(await checkpoint()).toEqual([]);
  well(await auth(service, "/organization/remove-member", { organizationId, memberIdOrEmail: memberId }, owner));
  well(await auth(service, "/organization/leave", { organizationId }, member));
  expect(await checkpoint()).toEqual([]);
  const signed = await asOwner<{ signed_by: string; kind: string }>(
    testDatabase.url,
    "select signed_by, kind from access_signature where kind in ('member', 'operator') and signed_by <> 'operator'",
    [],
  );
  expect(new Set(signed.map(({ kind }) => kind))).toEqual(new Set(["member", "operator"]));
  expect(signed.every(({ signed_by }) => signed_by.startsWith("account:"))).toBe(true);
});

test("an operator whom a statement of SQL has made is found", async () => {
  await newOperator(service, "op@acme.test");
  expect(await checkpoint()).toEqual([
    expect.stringMatching(/^Whether account \S+ operates the installation was changed/),
  ]);
});

test("a partner's own postback is signed in its name", async () => {
  const path = `/api/v1/programs/${programId}/partners`;
  const headers = { "content-type": "application/json" };
  const made = await service.request(path, {
    ...{ method: "POST", key: owner.token, headers },
    body: JSON.stringify({ name: "Anna", code: "anna" }),
  });
  const partnerId = Number(fieldOf(made, "data.partner_id"));
  const email = JSON.stringify({ email: "anna@example.com" });
  await service.request(`${path}/${partnerId}/email`, { method: "PUT", key: owner.token, headers, body: email });
  expect(await checkpoint()).toEqual([]);
  const outbound = { schemes: ["https"], addresses: "any" } as const;
  const postback = { url: "https://network.example/{sale_id}", method: "get", scope: "created" } as const;
  const person = { emailHash: secrets.hashEmail("anna@example.com") };
  for (const next of [postback, { ...postback, scope: "all" as const }, null]) {
    expect(await setOwnPostback({ database, secrets, outbound }, { programId, postback: next }, person)).toBeNull();
    expect(await checkpoint()).toEqual([]);
  }
  const [signed] = await asOwner<{ signed_by: string }>(
    testDatabase.url,
    "select signed_by from access_signature where kind = 'endpoint' limit 1",
    [],
  );
  expect(signed?.signed_by).toBe(`partner:${partnerId}`);
});
