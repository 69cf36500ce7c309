// A process that is killed at one step of a batch: seen by what passes between it and its database, or between it and its callers.
// What is sent behind an append with its commit is one piece, and is cut here where the commit begins.
import { setTimeout as sleep } from "node:timers/promises";
import type { House } from "../house.ts";
import type { Tap } from "../wire.ts";
import { ended, type FaultKind, needsServer, type Scene } from "./fault.ts";

const bindOfAppend = ["append", "append_with_deliveries"].map((name) => Buffer.from(`\0${name}\0`));
const bindOfCommit = Buffer.from("\0commit\0");
const sync = Buffer.from([0x53, 0, 0, 0, 4]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
const waitMilliseconds = 5_000;
/** For the server to have done what it was sent. */
const doneMilliseconds = 30;
const bindHeaderBytes = 5;

const isAppend = (piece: Buffer): boolean =>
  bindOfAppend.some((name) => piece.includes(name)) && piece.subarray(-sync.length).equals(sync);

/** Without the commit: a statement of its own in a transaction, else the end of the piece. */
function withoutCommit(piece: Buffer): Buffer {
  const commit = piece.lastIndexOf(bindOfCommit);
  return piece.subarray(0, commit === -1 ? piece.length - sync.length : commit - bindHeaderBytes);
}

type Step = {
  readonly name: string;
  readonly words: string;
  /** Kills by `kill`, once. */
  tap(kill: () => void): Tap;
};

const steps: readonly Step[] = [
  {
    name: "kill_before_send",
    words: "killed before a batch is sent",
    tap: (kill) => ({
      onForward: (piece) => {
        if (!isAppend(piece)) return "pass";
        kill();
        return "drop";
      },
    }),
  },
  {
    name: "kill_half_sent",
    words: "killed when half of a batch is sent",
    tap: (kill) => ({
      onForward: (piece) => {
        if (!isAppend(piece)) return "pass";
        kill();
        return piece.subarray(0, piece.length / 2);
      },
    }),
  },
  {
    name: "kill_before_commit",
    words: "killed when a batch is written and not committed",
    tap: (kill) => ({
      onForward: (piece) => {
        if (!isAppend(piece)) return "pass";
        setTimeout(kill, doneMilliseconds);
        return withoutCommit(piece);
      },
    }),
  },
  {
    name: "kill_after_send",
    words: "killed when a batch is sent with its commit",
    tap: (kill) => ({
      onForward: (piece) => {
        if (!isAppend(piece)) return "pass";
        setImmediate(kill);
        return "pass";
      },
    }),
  },
  {
    name: "kill_after_commit",
    words: "killed when a batch is committed and nobody has heard",
    tap: (kill) => {
      let appending: number | null = null;
      return {
        onForward: (piece, connection) => {
          if (isAppend(piece)) appending = connection;
          return "pass";
        },
        onBackward: (piece, connection) => {
          if (connection !== appending || !piece.includes(readyForQuery)) return "pass";
          kill();
          return "drop";
        },
      };
    },
  },
];

/** At one process, or at each of them in its own batch. */
async function killAt(
  { house, chance }: Scene,
  place: (house: House, index: number, tap: Tap) => void,
  step: Step,
): ReturnType<FaultKind["run"]> {
  const one = chance.below(house.services.length);
  const isOfAll = house.services.length > 1 && chance.isOneIn(2);
  const chosen = house.services.flatMap((service, index) => (isOfAll || index === one ? [{ service, index }] : []));
  let killed = 0;
  let lastAt = performance.now();
  const deaths = chosen.map(({ service, index }) => {
    const death = Promise.withResolvers<void>();
    let isDead = false;
    const kill = (): void => {
      if (isDead) return;
      isDead = true;
      killed += 1;
      lastAt = performance.now();
      service.kill();
      place(house, index, {});
      death.resolve();
    };
    place(house, index, step.tap(kill));
    return death.promise;
  });
  await Promise.race([Promise.all(deaths), sleep(waitMilliseconds)]);
  for (const { index } of chosen) place(house, index, {});
  const drawn = `${chosen.map(({ service }) => service.name).join(", ")}: ${killed} killed`;
  return { ...ended(drawn, killed), at: killed === chosen.length ? lastAt : performance.now() };
}

const toDatabase = ({ wires }: House, index: number, tap: Tap): void => {
  for (const wire of wires[index] ?? []) wire.tap(tap);
};
const toCallers = ({ services }: House, index: number, tap: Tap): void => services[index]?.front.tap(tap);

const beforeAnswer: Step = {
  name: "kill_before_answer",
  words: "killed when it has begun to answer and nobody has heard",
  tap: (kill) => ({
    onBackward: () => {
      kill();
      return "drop";
    },
  }),
};

export const failpoints: readonly FaultKind[] = [
  ...steps.map(
    (step): FaultKind => ({
      name: step.name,
      words: step.words,
      of: "process",
      weight: 5,
      missing: needsServer,
      run: (scene) => killAt(scene, toDatabase, step),
    }),
  ),
  {
    name: beforeAnswer.name,
    words: beforeAnswer.words,
    of: "process",
    weight: 5,
    run: (scene) => killAt(scene, toCallers, beforeAnswer),
  },
];
