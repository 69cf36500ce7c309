// What a test of replays works with: the parts a command would pass on, and today's options spelled out.

import { setTimeout as sleep } from "node:timers/promises";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import type { ApplyParts } from "../../src/engine/replay/apply.ts";
import { findWorkedOn } from "../../src/engine/replay/runs/run-locks.ts";
import type { ReplayRequest } from "../../src/engine/replay/runs/runs.ts";
import { replayAnnouncements } from "../../src/product/replays/announce-applied.ts";
import type { TestDatabase } from "./database.ts";

const pollMilliseconds = 20;

export const testSecrets = openSecrets(["a secret of a test that has at least 32 characters"]);

export function replayParts(
  { database, url }: Pick<TestDatabase, "database" | "url">,
  archiveFolder: string | null = null,
): ApplyParts {
  return {
    database,
    ownerUrl: url,
    secrets: testSecrets,
    archiveFolder,
    now: Date.now,
    actor: operator,
    announcements: replayAnnouncements,
  };
}

export function wish(fields: Partial<ReplayRequest> = {}): ReplayRequest {
  return {
    program_ids: null,
    provider: null,
    since: null,
    from_deliveries: false,
    outcome: null,
    event_id: null,
    ...fields,
  };
}

/** Answers when no process works on any run. */
export async function noRunIsWorkedOn(database: Database): Promise<void> {
  const find = async () =>
    (await findWorkedOn(database, "replay", null)) ??
    (await findWorkedOn(database, "verify", null)) ??
    (await findWorkedOn(database, "as_of", null));
  while ((await find()) !== undefined) await sleep(pollMilliseconds);
}
