// What a thread reports of a job that did not start.
import { pino } from "pino";
import { expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { mayPass } from "../../../src/engine/postgres/faults.ts";
import { openReplayThreads } from "../../../src/product/replays/threads.ts";
import { freePort } from "../../support/ports.ts";
import { secretKey } from "../../support/service.ts";

test("a replay that is asked for while the database is away may be asked for again", async () => {
  const ownerUrl = `postgres://svc:only-for-tests@127.0.0.1:${await freePort()}/svc`;
  const clock = { stepSecondsMax: 300, programsAhead: [] };
  const threads = openReplayThreads(
    { ownerUrl, secretKeys: [secretKey], archiveFolder: null, clock },
    pino({ level: "silent" }),
  );
  const refused = await threads.start({ kind: "verify", programIds: null }, operator).catch((error: unknown) => error);
  await threads.stop();
  expect(mayPass(refused), String(refused)).toBe(true);
});
