// How much one account may make: a refusal names the limit, what is there stays, and the command line's operator is not limited.
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { createProgram } from "../../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { auth, newPerson, newWorkspace, type Person } from "../../../support/people.ts";
import { type Answer, fieldOf, type RunningService, startService } from "../../../support/service.ts";

const testDatabase = await createTestDatabase();
const limits = {
  WORKSPACES_PER_ACCOUNT_MAX: "2",
  PROGRAMS_PER_ACCOUNT_MAX: "3",
  ENDPOINTS_PER_PROGRAM_MAX: "2",
  ENDPOINTS_PER_WORKSPACE_MAX: "3",
};
const service: RunningService = await startService(testDatabase.url, limits);
// The first account of an installation owns its first workspace.
await newPerson(service, "first@acme.test");
const ann = await newPerson(service, "ann@acme.test");
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

test("an account owns only so many workspaces, and programs in all of them together", async () => {
  const [first, second] = [await newWorkspace(service, ann), await newWorkspace(service, ann)];
  expect(await auth(service, "/organization/create", { name: "Third" }, ann)).toMatchObject({
    status: 403,
    text: expect.stringContaining("limit_reached"),
  });

  const made: Answer[] = [];
  for (const workspace_id of [first, second, first])
    made.push(await post(ann, "/programs", { name: "P", workspace_id }));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  const refused = await post(ann, "/programs", { name: "P", workspace_id: second });
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.text)).toMatchObject({
    error: { code: "limit_reached", message: expect.stringContaining("at most 3 programs"), details: { max: 3 } },
  });

  // The operator goes past it, and what is there then stays and can be changed.
  const more = await createProgram(testDatabase.database, { workspaceId: first, name: "More", settings: {} }, operator);
  expect((await service.request(`/api/v1/programs/${more}`, { key: ann.token })).status).toBe(200);
  expect((await post(ann, "/programs", { name: "P", workspace_id: second })).status).toBe(409);
});

test("many programs at once do not pass the limit", async () => {
  const bob = await newPerson(service, "bob@acme.test");
  const workspace_id = await newWorkspace(service, bob);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, number) => post(bob, "/programs", { name: `P ${number}`, workspace_id })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});

test("a program has only so many endpoints, and so have all programs of a workspace together", async () => {
  const cat = await newPerson(service, "cat@acme.test");
  const workspace_id = await newWorkspace(service, cat);
  const one = Number(fieldOf(await post(cat, "/programs", { name: "One", workspace_id }), "data.program_id"));
  const two = Number(fieldOf(await post(cat, "/programs", { name: "Two", workspace_id }), "data.program_id"));
  const answers: Answer[] = [];
  for (const program of [one, one, one, two, two]) {
    answers.push(await post(cat, `/programs/${program}/endpoints`, { url: "https://shop.example/hooks" }));
  }
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 201, 409]);
  expect(answers[2]?.text).toContain("ENDPOINTS_PER_PROGRAM_MAX");
  expect(answers[4]?.text).toContain("ENDPOINTS_PER_WORKSPACE_MAX");
});

function post(person: Person, path: string, body: object): Promise<Answer> {
  return service.post(`/api/v1${path}`, body, { key: person.token });
}
