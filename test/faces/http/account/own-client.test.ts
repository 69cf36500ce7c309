// The accounts library's own client, as a page or a program would use it, through the door that names every call.
import { createAuthClient } from "better-auth/client";
import { deviceAuthorizationClient, organizationClient } from "better-auth/client/plugins";
import { expect, test } from "vitest";
import { serviceForFile } from "../../../support/for-file.ts";
import { manyPeople, newPerson, password } from "../../../support/people.ts";

const { service } = await serviceForFile(manyPeople);

test("signs in, makes a workspace, invites, and lets a command line in", async () => {
  await newPerson(service, "ann@acme.test");
  let token = "";
  const client = createAuthClient({
    baseURL: service.url,
    plugins: [organizationClient(), deviceAuthorizationClient()],
    fetchOptions: { auth: { type: "Bearer", token: () => token } },
  });
  const signedIn = await client.signIn.email({ email: "ann@acme.test", password });
  token = signedIn.data?.token ?? "";
  const workspace = await client.organization.create({ name: "Second", slug: "second" });
  expect(workspace.data).toMatchObject({ id: "2", name: "Second" });
  const invited = await client.organization.inviteMember({
    organizationId: "2",
    email: "bob@acme.test",
    role: "member",
  });
  expect(invited.error).toBeNull();
  const full = await client.organization.getFullOrganization({ query: { organizationId: "2" } });
  expect(full.data?.members.map(({ role, user }) => [role, user.email])).toEqual([["owner", "ann@acme.test"]]);
  expect((await client.organization.list()).data?.map(({ name }) => name)).toEqual(["ann's workspace", "Second"]);

  const code = await client.device.code({ client_id: "svc-cli" });
  const userCode = code.data?.user_code ?? "";
  expect((await client.device({ query: { user_code: userCode } })).data).toMatchObject({ status: "pending" });
  expect((await client.device.approve({ userCode })).error).toBeNull();
  const granted = await client.device.token({
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: code.data?.device_code ?? "",
    client_id: "svc-cli",
  });
  expect(granted.data?.token_type).toBe("Bearer");
  expect((await client.listSessions()).data).toHaveLength(3);
  await client.signOut();
  expect((await client.getSession()).data).toBeNull();
});
