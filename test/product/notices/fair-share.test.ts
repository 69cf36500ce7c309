// Workspaces share what sends notices: a chat tool that keeps requests open holds no other workspace's notice.
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { openSender } from "../../../src/product/messages/sender.ts";
import { addChannel, testChannel } from "../../../src/product/notices/channels.ts";
import { openNotices } from "../../../src/product/notices/notices.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startHoldingServer } from "../../support/holding-server.ts";
import { secretKey } from "../../support/service.ts";
import { beginTrade } from "../../support/traders.ts";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const secrets = openSecrets([secretKey]);
const [slow, quick] = [await startHoldingServer(), await startHoldingServer()];
quick.answerAll();
afterAll(async () => {
  slow.close();
  quick.close();
  await testDatabase.drop();
});

test("another workspace's notice arrives while a chat tool keeps every request open", async () => {
  const sender = openSender({ schemes: ["https", "http"], addresses: "any" });
  const parts = { mailer: null, baseUrl: "https://svc.example", now: Date.now, log: pino({ level: "silent" }) };
  const notices = openNotices({ database, secrets, sender, ...parts });
  const [crowd, other] = [await beginTrade(testDatabase), await beginTrade(testDatabase)];
  for (let number = 0; number < 8; number++) await noticeOf(crowd.programId, slow.url);
  await noticeOf(other.programId, quick.url);
  const sending = notices.send(new AbortController().signal);
  // As many as a workspace may have under way.
  await slow.until(5);
  await quick.until(1);
  expect(slow.ended).toBe(0);
  slow.answerAll();
  await sending;
  await slow.until(8);
  sender.close();
});

async function noticeOf(programId: number, url: string): Promise<void> {
  const channel = { programId, name: "#sales", url, kinds: ["first_sale"] as const };
  const channelId = await addChannel(database, secrets, channel, operator);
  if (typeof channelId !== "number") throw new Error(`program ${programId} got no channel`);
  await testChannel(database, { programId, channelId }, operator);
}
