// What a test of replays works with: the parts a command would hand over, and today's wish spelled out.
import { openSecrets } from "../../src/access/secrets.ts";
import type { ReplayParts } from "../../src/replay/plan.ts";
import type { ReplayRequest } from "../../src/replay/runs.ts";
import type { TestDatabase } from "./database.ts";

export const testSecrets = openSecrets(["a secret of a test that has at least 32 characters"]);

export function replayParts({ database, url }: TestDatabase): ReplayParts {
  return { database, ownerUrl: url, secrets: testSecrets, now: Date.now };
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
