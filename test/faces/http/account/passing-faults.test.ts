// A passing fault of the accounts library is reported as such, with a time to retry. Its refusals are reported with a message.
import { expect, test } from "vitest";
import { withClient } from "../../../../src/engine/postgres/database.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { manyPeople, newPerson, newWorkspace } from "../../../support/people.ts";
import { fieldOf, refusalOf } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, DATABASE_TIMEOUT_SECONDS: "1" });
const ann = await newPerson(service, "ann@acme.test");

test("while the sessions are locked, and the database answers all else, a session's call is answered 503", async () => {
  await withClient(testDatabase.url, async (client) => {
    await client.query("begin; lock table account_session in access exclusive mode");
    const [managed, ...asked] = await Promise.all(
      ["/api/v1/programs", "/api/auth/list-sessions", "/api/auth/get-session"].map((path) =>
        service.request(path, { key: ann.token }),
      ),
    );
    await client.query("rollback");
    expect(asked.map(refusalOf)).toEqual(["503 internal_error", "503 internal_error"]);
    expect([managed?.status, managed?.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  });
  expect((await service.request("/api/v1/programs", { key: ann.token })).status).toBe(200);
});

test("a workspace that is not requested is refused with a message", async () => {
  const answer = await service.post("/api/auth/organization/create", { name: "Acme" });
  expect([answer.status, fieldOf(answer, "code")]).toEqual([401, "UNAUTHORIZED"]);
});

test("a page of members past the last of them is empty", async () => {
  const organizationId = await newWorkspace(service, ann);
  const page = `/api/auth/organization/list-members?organizationId=${organizationId}&limit=10&offset=5`;
  const answer = await service.request(page, { key: ann.token });
  expect([answer.status, fieldOf(answer, "members")]).toEqual([200, []]);
});
