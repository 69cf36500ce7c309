// Reconciling and looking at deliveries as an operator does it: commands, one after the other, against a stand-in of Stripe.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { messageIn } from "../../support/failure-message.ts";
import { type ListedEvent, listedByStripe } from "../../support/listed-events.ts";
import { type ProviderApi, startStripeApi } from "../../support/provider-api.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";
import { runSvc } from "../../support/svc.ts";

let db: TestDatabase;
let api: ProviderApi;
let endRedirection: () => void;
let programId = 0;
let connectionId = 0;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await startStripeApi();
  endRedirection = redirectProviders(api.baseUrl);
  programId = (await createTestProgram(db)).programId;
  const added = await svc(
    `connections add --program ${programId} --provider stripe --secret - --json`,
    "whsec_secret\n",
  );
  connectionId = JSON.parse(added.stdout).connection_id;
});
afterAll(async () => {
  endRedirection();
  await api.close();
  await db.drop();
});

/** Of connections of the program. */
const setKey = (input: string) =>
  svc(`connections set-api-key --program ${programId} --connection ${connectionId} --json`, input);

const svc = (words: string, input?: string) =>
  runSvc(words.split(" "), {
    env: {
      DATABASE_URL: db.url,
      SVC_SECRET_KEYS: secretKey,
      SVC_BASE_URL: "https://svc.example",
    },
    ...(input === undefined ? {} : { input }),
  });

/** A payment that names no customer: it waits. */
const events: ListedEvent[] = listedByStripe(new Date(Date.now() - 3_600_000), 1).filter(({ type }) =>
  /^(checkout\.session|invoice)/.test(type),
);

test("a connection without an API key says how to give it one", async () => {
  const { code, stderr } = await svc(`reconcile --connection ${connectionId}`);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Connection ${connectionId} has no API key to ask stripe with. Give it one: svc connections set-api-key --program ${programId} --connection ${connectionId}\n`,
  );
});

test("a key the provider refuses is not kept, and not repeated", async () => {
  for (const key of ["sk_live_bad", "sk_test_bad"]) {
    const refused = await setKey(`${key}\n`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/API key/);
    expect(refused.stderr).not.toContain(key);
  }
  expect(await setKey("\n")).toMatchObject({ code: 2 });
  expect(await asOwner(db.url, "select 1 from provider_account")).toEqual([]);
});

test("a key the provider accepts is kept, and never shown", async () => {
  const kept = await setKey(`${api.apiKey}\n`);
  expect(JSON.parse(kept.stdout)).toEqual({
    connection_id: connectionId,
    has_api_key: true,
    was_checked: true,
    reason: null,
  });
  const { stdout } = await svc(`connections list --program ${programId} --json`);
  expect(JSON.parse(stdout).data).toMatchObject([{ has_api_key: true, reconciled_until: null, reconcile_fault: null }]);
  expect(stdout).not.toContain(api.apiKey);
});

test("missing events are listed first, and then recorded once", { timeout: 60_000 }, async () => {
  api.events.push(...events.map(({ json }) => ({ json })));
  const dry = await svc(`reconcile --connection ${connectionId} --dry-run`);
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain(`${events.length} of ${events.length} are missing:`);
  expect(await asOwner(db.url, "select 1 from delivery")).toEqual([]);

  const first = JSON.parse((await svc(`reconcile --connection ${connectionId} --json`)).stdout);
  expect(first).toMatchObject({
    is_complete: true,
    fault: null,
    counts: { seen: events.length, missing: events.length },
  });
  expect(await asOwner(db.url, "select 1 from delivery")).toHaveLength(events.length);

  const again = await svc(`reconcile --connection ${connectionId} --since 2020-01-01`);
  expect(again.stdout).toContain("Nothing is missing.");
  expect(await asOwner(db.url, "select 1 from delivery")).toHaveLength(events.length);
});

test("a failing provider is reported with exit code 1, next to the results", async () => {
  api.faults.push({ status: 401 });
  const { code, stdout, stderr } = await svc(`reconcile --connection ${connectionId} --json`);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ is_complete: false, counts: { seen: 0 } });
  expect(messageIn(stderr)).toMatch(/^It was not read to the end: Stripe does not accept the API key \(401\)/);
});

test("deliveries are listed with their verdicts, and one is shown with all that explains it", async () => {
  const { stdout: list } = await svc(`deliveries list --program ${programId} --status parked --json`);
  const [line] = JSON.parse(list).data;
  expect(line).toMatchObject({ outcome: "parked", received_by: "reconcile", provider: "stripe" });

  const shown = JSON.parse((await svc(`deliveries show ${line.event_id} --program ${programId} --json`)).stdout);
  expect(shown).toMatchObject({ event_id: line.event_id, verdict: line.verdict, body: { state: "kept" } });
  expect(shown.lookups).toContainEqual(
    expect.objectContaining({ key: "customer_key", value: "customer-1", found: "not_known" }),
  );
  const byProviderId = await svc(`deliveries show ${line.provider_event_id} --program ${programId} --json`);
  expect(JSON.parse(byProviderId.stdout)).toEqual(shown);

  const { stdout: text } = await svc(`deliveries show ${line.event_id} --program ${programId}`);
  expect(text).toContain("Any of these settles it:\n");
  expect(text).toContain("customer:customer-1");
  expect(text).toContain("Payload, ");
  expect(await svc(`deliveries show 999999 --program ${programId}`)).toMatchObject({
    code: 1,
    stderr: `Program ${programId} has no delivery 999999.\n`,
  });
});

test("a key is forgotten on request", async () => {
  const forgotten = await svc(`connections remove-api-key --program ${programId} --connection ${connectionId} --json`);
  expect(JSON.parse(forgotten.stdout)).toEqual({ connection_id: connectionId, has_api_key: false });
  expect(await svc(`connections remove-api-key --program ${programId} --connection ${connectionId}`)).toMatchObject({
    code: 1,
  });
});
