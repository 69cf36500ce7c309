// The job: creates due checkpoints and publishes them. It reads after everything else and never delays recording.
import type { Logger } from "pino";
import type { Secret } from "../../access/secrets/secret.ts";
import { DutyCycle } from "../replay/duty-cycle.ts";
import { giveAway } from "./giving.ts";
import { type CheckpointParts, type Due, makeCheckpoint } from "./make.ts";
import type { Signer } from "./signed-note.ts";
import { readSigning, signingText } from "./signing-key.ts";
import { findDue, removeOldCheckpoints } from "./store.ts";
import { openTargets, type Target, type TargetPlaces } from "./targets.ts";

const programsPerRun = 200;
const secondsPerMinute = 60;

export type CheckpointFigures = {
  /** None are signed where there is no key. */
  readonly signers: Secret<readonly Signer[]>;
  /** A key that an earlier release created for this process only; the operator sees its name, and it is not used. */
  readonly unusedKeyFile: string | null;
  readonly everyMinutes: number;
  /** Addresses may hold what is secret. */
  readonly places: Secret<TargetPlaces>;
};

export type Checkpoints = {
  runOnce(stop: AbortSignal): Promise<void>;
  removeOld(stop: AbortSignal): Promise<void>;
};

export type Keeping = CheckpointParts & {
  readonly targets: readonly Target[];
  readonly everyMinutes: number;
  readonly log: Logger;
};

export function openCheckpoints(parts: Keeping): Checkpoints {
  const { database, targets, everyMinutes, log, now } = parts;
  return {
    async runOnce(stop) {
      const dutyCycle = new DutyCycle(stop);
      const wanted = { everySeconds: everyMinutes * secondsPerMinute, now: new Date(now()), atMost: programsPerRun };
      const due = await database.withSession((session) => findDue(session, wanted));
      for (const { program_id: programId, occasion } of due) {
        if (stop.aborted) return;
        await makeOne(parts, { programId, occasion }, () => dutyCycle.rest());
      }
      for (const { programId, target, fault } of await giveAway(database, targets, { now, stop })) {
        log.warn({ program_id: programId, target, fault }, "checkpoints could not be published");
      }
    },
    async removeOld(stop) {
      while (!stop.aborted && (await database.transaction(removeOldCheckpoints)));
    },
  };
}

/** Undefined where there is no key to sign with. Logs what an operator has to do about the key. */
export async function checkpointsOf(
  { database, secrets, now, log }: Pick<Keeping, "database" | "secrets" | "now" | "log">,
  { signers, unusedKeyFile, places, everyMinutes }: CheckpointFigures,
): Promise<Checkpoints | undefined> {
  const signing = await readSigning(database, { signers: signers.reveal(), unusedKeyFile });
  const text = signingText(signing);
  if (text !== null) log[signing.state === "other_key" ? "error" : "warn"]({ checkpoints: signing.state }, text);
  const [first, ...others] = signers.reveal();
  if (first === undefined) return undefined;
  const targets = openTargets(places.reveal(), now);
  return openCheckpoints({ database, secrets, now, log, signers: [first, ...others], targets, everyMinutes });
}

/** One that cannot be made keeps no other program waiting. */
async function makeOne(parts: Keeping, due: Due, rest: () => Promise<void>): Promise<void> {
  const { log } = parts;
  const program_id = due.programId;
  try {
    for (const { kind, detail } of await makeCheckpoint(parts, due, rest))
      log.error({ program_id, alarm: kind }, detail);
  } catch (error) {
    log.error({ program_id, err: error }, "a checkpoint could not be made");
  }
}
