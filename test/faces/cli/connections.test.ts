// svc connections: a connection's secrets replaced and ended, and the connection removed, by the operator.
import { expect, test } from "vitest";
import { findConnection } from "../../../src/access/connections.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { secretKey } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

const testDatabase = await databaseForFile();

async function svc(...words: readonly string[]) {
  const env = { DATABASE_URL: testDatabase.url, SVC_SECRET_KEYS: secretKey };
  const run = await runSvc([...words, "--json"], { env });
  return { ...run, json: run.stdout === "" ? undefined : (JSON.parse(run.stdout) as Record<string, unknown>) };
}

test("a connection is rotated and removed on the command line as over HTTP", async () => {
  await svc("workspaces", "create", "--name", "Acme");
  await svc("programs", "create", "--workspace", "1", "--name", "P");
  const own = ["--program", "1", "--connection", "1"];
  await svc("connections", "add", "--program", "1", "--provider", "stripe", "--secret", "whsec_first");
  const rotated = await svc("connections", "update", ...own, "--secret", "whsec_second", "--mode", "test");
  expect(rotated.json).toMatchObject({ secret_count: 2, livemode: false, status: "active" });
  const repeated = await svc("connections", "update", ...own, "--secret", "whsec_second");
  expect(repeated.json).toMatchObject({ secret_count: 2 });
  const secrets = openSecrets([secretKey]);
  const kept = await testDatabase.database.withSession((session) => findConnection(session, secrets, 1));
  expect(kept?.secrets).toEqual(["whsec_second", "whsec_first"]);
  const ended = await svc("connections", "update", ...own, "--keep-newest-secret", "--status", "disabled");
  expect(ended.json).toMatchObject({ secret_count: 1, status: "disabled" });
  expect((await svc("connections", "update", ...own)).code).toBe(2);
  expect((await svc("connections", "remove", ...own)).json).toMatchObject({ connection_id: 1, status: "removed" });
  expect((await svc("connections", "remove", ...own)).code).toBe(1);
});

test("a connection says what Stripe's client reference holds", async () => {
  const reference = ["--client-reference", "customer_key"];
  const added = await svc(
    "connections",
    "add",
    "--program",
    "1",
    "--provider",
    "stripe",
    "--secret",
    "whsec_link",
    ...reference,
  );
  expect(added.json).toMatchObject({ client_reference: "customer_key" });
  const own = ["--program", "1", "--connection", String(added.json?.connection_id)];
  expect((await svc("connections", "update", ...own, "--client-reference", "none")).json).toMatchObject({
    client_reference: null,
  });
});
