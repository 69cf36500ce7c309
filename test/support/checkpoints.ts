// What a test of checkpoints works with: a key of its own, and the job's parts as the service would hand them over.

import { giveAway } from "../../src/checkpoints/giving.ts";
import type { CheckpointParts } from "../../src/checkpoints/make.ts";
import { makeCheckpoint } from "../../src/checkpoints/make.ts";
import { newSignerKey, readSignerKey } from "../../src/checkpoints/signed-note.ts";
import type { Target } from "../../src/checkpoints/targets.ts";
import type { Occasion } from "../../src/core/checkpoint-kinds.ts";
import type { Database } from "../../src/db/database.ts";
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
