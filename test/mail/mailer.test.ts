// Mail by SMTP, and what people see when it cannot be sent: nothing, since the answer must not reveal whom we write to.
import { expect, test } from "vitest";
import { databaseForFile } from "../support/for-file.ts";
import { auth, mailsOf, manyPeople, newPerson } from "../support/people.ts";
import { startService } from "../support/service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";

const testDatabase = await databaseForFile();

async function askForReset(smtpUrl: string) {
  const service = await startService(testDatabase.url, {
    ...manyPeople,
    SMTP_URL: smtpUrl,
    MAIL_FROM: "Acme <affiliates@acme.example>",
  });
  const answer = await auth(service, "/request-password-reset", { email: "ann@acme.test" });
  // Waits for work that runs after the answer.
  await service.close();
  return { answer, service };
}

const first = await startService(testDatabase.url, manyPeople);
await newPerson(first, "ann@acme.test");
await first.close();

test("a mail goes through the configured server, from the configured sender, and its text nowhere else", async () => {
  const server = await startSmtpServer();
  const { answer, service } = await askForReset(server.url);
  await server.close();
  expect(answer.status).toBe(200);
  expect(server.received).toEqual([
    {
      from: "affiliates@acme.example",
      to: "ann@acme.test",
      data: expect.stringContaining("Subject: Set a new password"),
    },
  ]);
  expect(server.received[0]?.data).toContain("From: Acme <affiliates@acme.example>");
  expect(server.received[0]?.data).toContain(`${service.url}/reset-password?token`);
  expect(mailsOf(service)).toEqual([]);
  expect(service.logged.join()).not.toContain("reset-password?token");
});

test("a mail that the server refuses, or that finds no server, is an error in the log and the same answer", async () => {
  const refusing = await startSmtpServer({ refuses: true });
  const refused = await askForReset(refusing.url);
  await refusing.close();
  const lost = await askForReset(refusing.url);
  for (const { answer, service } of [refused, lost]) {
    expect(answer.status).toBe(200);
    const lines = service.logged.filter((line) => line.includes("a mail could not be sent"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("token=");
  }
});
