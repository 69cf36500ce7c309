// Deliveries go on while a secret of SVC_SECRET_KEYS is retired, by the five steps of docs/secret-rotation.md on two processes: each of them
// is restarted three times, and the stored values are encrypted again meanwhile. No delivery is answered 503, or refused.
import { afterAll, expect, test } from "vitest";
import { addConnection } from "../../src/access/connections.ts";
import { operator } from "../../src/access/permission.ts";
import { openKeptSecrets } from "../../src/access/secrets/kept-secrets.ts";
import { killChildren } from "../support/child.ts";
import { createTestDatabase } from "../support/database.ts";
import { readFixtureFile } from "../support/fixtures.ts";
import { freePort } from "../support/ports.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { stripeHeaders } from "../support/signing.ts";
import { session as sessionFixture } from "../support/stripe-readings.ts";
import { createTestProgram } from "../support/submissions.ts";
import { runSvc } from "../support/svc.ts";

const oldKey = "the-old-secret-the-old-secret-the-old";
const newKey = "the-new-secret-the-new-secret-the-new";
const steps = [`${oldKey},${newKey}`, `${newKey},${oldKey}`, newKey] as const;
const signingSecret = "whsec_of_this_rotation";

const db = await createTestDatabase();
const { programId } = await createTestProgram(db, {}, ["anna"]);
afterAll(async () => {
  await killChildren();
  await db.drop();
});

type Place = { readonly port: number; process: ServiceProcess };

const start = (port: number, keys: string) =>
  startServiceProcess(db.url, { SVC_SECRET_KEYS: keys, PORT: String(port) });

/** As a provider behind a proxy: to one process, and to the other one where nothing listens. */
async function deliver(connectionId: number, places: readonly Place[], number: number): Promise<number> {
  const event = JSON.parse(readFixtureFile(`stripe/${sessionFixture}.json`).toString());
  const body = Buffer.from(JSON.stringify({ ...event, id: `evt_${number}` }));
  for (const { port } of [...places.slice(number % 2), ...places.slice(0, number % 2)]) {
    const headers = stripeHeaders(body, [signingSecret], Math.floor(Date.now() / 1000));
    try {
      const address = `http://127.0.0.1:${port}/webhooks/stripe/${connectionId}`;
      return (
        await fetch(address, { method: "POST", body, headers: { ...headers, "content-type": "application/json" } })
      ).status;
    } catch {
      // It is being restarted: the other one is asked.
    }
  }
  return 0;
}

test("a rotation of the secrets, with all its restarts, answers every delivery", async () => {
  const secrets = await openKeptSecrets(db.database, [oldKey]);
  const connection = { programId, provider: "stripe", livemode: true, secrets: [signingSecret] };
  const connectionId = (await addConnection(db.database, secrets, connection, operator)) ?? 0;
  const ports = [await freePort(), await freePort()];
  const places: Place[] = [];
  for (const port of ports) places.push({ port, process: await start(port, oldKey) });

  const statuses: number[] = [];
  let isOver = false;
  const sending = (async () => {
    for (let number = 1; !isOver; number += 1) statuses.push(await deliver(connectionId, places, number));
  })();
  const restartAll = async (keys: string) => {
    for (const place of places) {
      place.process.child.process.kill("SIGTERM");
      await place.process.child.exit;
      place.process = await start(place.port, keys);
    }
  };
  await restartAll(steps[0]);
  await restartAll(steps[1]);
  const env = { DATABASE_URL: db.url, SVC_SECRET_KEYS: steps[1] };
  expect(await runSvc(["secrets", "rotate", "--json"], { env })).toMatchObject({ code: 0 });
  await restartAll(steps[2]);
  isOver = true;
  await sending;
  expect(statuses.length).toBeGreaterThan(100);
  expect(Object.entries(Object.groupBy(statuses, String)).map(([status, of = []]) => [status, of.length])).toEqual([
    ["200", statuses.length],
  ]);
}, 300_000);
