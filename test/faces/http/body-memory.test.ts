// What bodies cost a service in memory, as the kernel counts it for its process: those it refuses unread, and the largest it takes.
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { forgetHighest, residentMebibytes } from "../../../bench/resident-memory.ts";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { killChildren } from "../../support/child.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { createTestProgram, secretKey, sendTo } from "../../support/service.ts";
import { startServiceProcess } from "../../support/service-process.ts";
import { stripeHeaders } from "../../support/signing.ts";

const testDatabase = await databaseForFile();
const { url: databaseUrl, database } = testDatabase;
const { programId } = await createTestProgram(database);
const secret = "whsec_of-large-deliveries";
const connection = { programId, provider: "stripe", livemode: true, secrets: [secret] };
const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);

afterEach(killChildren);

/** With what its process has at most from now on. */
async function startMeasured(env: Record<string, string>) {
  const { child, url } = await startServiceProcess(databaseUrl, env);
  const { pid } = child.process;
  if (pid === undefined) throw new Error("the service has no process");
  const before = await residentMebibytes(pid, "VmRSS");
  await forgetHighest(pid);
  return { url, before, highest: () => residentMebibytes(pid, "VmHWM") };
}

/** All bytes received until the other side closes; rejects where the connection is cut off before. */
function heardBy(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    socket.on("data", (bytes: Buffer) => {
      heard += bytes.toString("latin1");
    });
    socket.on("end", () => resolve(heard));
    socket.on("error", reject);
  });
}

test("400 unfinished bodies of 900 kB to no connection are answered, closed and not kept", async () => {
  const { url, before, highest } = await startMeasured({ RATE_LIMIT_UNKNOWN_CONNECTIONS_PER_MINUTE: "300" });
  const head =
    "POST /webhooks/stripe/999999 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n";
  const unfinished = Buffer.alloc(900_000, "x");
  const answers = Array.from({ length: 400 }, async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(head);
    socket.write(unfinished);
    return heardBy(socket);
  });
  const statuses = Map.groupBy(await Promise.all(answers), (heard) => heard.slice(9, 12));
  expect([...statuses].map(([status, { length }]) => [status, length]).sort()).toEqual([
    ["404", 300],
    ["429", 100],
  ]);
  for (const heard of [...statuses.values()].flat()) expect(heard).toContain("\r\nConnection: close\r\n");
  // 16 to 51 MiB; 130 to 147 where the garbage collector had to free them.
  expect((await highest()) - before).toBeLessThan(90);
});

test("100 deliveries of 1 MiB at once are recorded, or answered 503 with Retry-After, in under 1.5 GB", async () => {
  // As from many addresses; and a machine that is busy with other things may take as long as it needs.
  const env = { BODY_BYTES_PER_ADDRESS_MAX: "134217728", REQUEST_TIMEOUT_SECONDS: "600" };
  const { url, highest } = await startMeasured(env);
  const atSeconds = Math.floor(Date.now() / 1000);
  const deliver = async (filler: string) => {
    const id = `evt_${filler.length}`;
    const event = { id, object: "event", type: "product.created", created: atSeconds };
    const body = Buffer.from(JSON.stringify({ ...event, livemode: true, data: { object: { id: "prod_1", filler } } }));
    const headers = { "content-type": "application/json", ...stripeHeaders(body, [secret], atSeconds) };
    return { id, ...(await sendTo(`${url}/webhooks/stripe/${connectionId}`, { method: "POST", headers, body })) };
  };
  const sizes = Array.from({ length: 100 }, (_, place) => 1_048_000 - place);
  const answers = await Promise.all(sizes.map((size) => deliver("x".repeat(size))));
  const recorded = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(recorded.length).toBeGreaterThan(0);
  for (const { status, headers, text } of refused) {
    expect([status, text]).toEqual([503, expect.stringContaining("Repeat the call.")]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const kept = await database.kysely.selectFrom("delivery").select("provider_event_id").execute();
  expect(kept.map((row) => row.provider_event_id)).toEqual(expect.arrayContaining(recorded.map(({ id }) => id)));
  expect(await highest()).toBeLessThan(1_430);
});
