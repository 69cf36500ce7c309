// What a test of checkpoints works with: a key of its own, and the job's parts as the service would hand them over.

import type { Occasion } from "../../src/core/vocabulary/checkpoint-kinds.ts";
import { giveAway } from "../../src/engine/integrity/giving.ts";
import type { CheckpointParts } from "../../src/engine/integrity/make.ts";
import { makeCheckpoint } from "../../src/engine/integrity/make.ts";
import { newSignerKey, readSignerKey } from "../../src/engine/integrity/signed-note.ts";
import type { Target } from "../../src/engine/integrity/targets.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { testSecrets } from "./replaying.ts";

export const testSigner = readSignerKey(newSignerKey("svc.example"), "svc.example");

export function checkpointParts(database: Database): CheckpointParts {
  return { database, secrets: testSecrets, signers: [testSigner], now: Date.now };
}

/** Answers the kinds of alarms it raised. */
export async function checkpointOf(
  database: Database,
  programId: number,
  occasion: Occasion = "daily",
): Promise<string[]> {
  const alarms = await makeCheckpoint(checkpointParts(database), { programId, occasion });
  return alarms.map(({ kind }) => kind);
}

export function give(database: Database, targets: readonly Target[]) {
  return giveAway(database, targets, { now: Date.now, stop: new AbortController().signal });
}
