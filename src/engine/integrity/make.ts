// Creates a program's next checkpoint: in one snapshot, continuing from the last one. It signs nothing that contradicts an earlier
// checkpoint: it continues once the alarm is acknowledged.
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Occasion } from "../../core/vocabulary/checkpoint-kinds.ts";
import { rulesOfBooks } from "../books/rules.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import { oneSnapshotStatement } from "../replay/shadow.ts";
import { type Alarm, raiseAlarm } from "./alarms.ts";
import { digestBooks } from "./books-digest.ts";
import { type Checkpoint, checkpointText, originOf, readCheckpoint } from "./checkpoint.ts";
import { findCodeFaults } from "./codes.ts";
import { changesOf, digestsOf, findUnexplained, unexplainedLines } from "./configuration-differences.ts";
import { noConfiguration, readConfiguration } from "./configuration-rows.ts";
import { changeInWords } from "./configuration-words.ts";
import { digestDeliveries, noDeliveries } from "./deliveries-digest.ts";
import { openNote, type Signer, signerBy } from "./signed-note.ts";
import { otherKeyText } from "./signing-key.ts";
import {
  beginPlace,
  type Head,
  keepCheckpoint,
  lockPlace,
  type Place,
  readHashAt,
  readHead,
  readNotes,
} from "./store.ts";

const deliveriesAtOnceMax = 200_000;

export type CheckpointParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The first signs, all are believed. */
  readonly signers: readonly [Signer, ...Signer[]];
  /** In milliseconds. */
  readonly now: () => number;
};

export type Due = { readonly programId: number; readonly occasion: Occasion };

/** Answers the alarms it raised. */
export async function makeCheckpoint(
  parts: CheckpointParts,
  { programId, occasion }: Due,
  betweenPages: () => Promise<void> = async () => undefined,
): Promise<readonly Alarm[]> {
  const { database } = parts;
  await database.transaction((session) => beginPlace(session, programId));
  const found = await database.longTransaction(async (session) => {
    await session.query(oneSnapshotStatement, []);
    const place = await lockPlace(session, programId);
    const head = await readHead(session, programId);
    if (place === undefined || head === undefined) return [];
    return make(parts, { session, programId, occasion, place, head, betweenPages });
  });
  for (const alarm of found) await database.transaction((session) => raiseAlarm(session, alarm));
  return found;
}

type Work = {
  readonly session: Session;
  readonly programId: number;
  readonly occasion: Occasion;
  readonly place: Place;
  readonly head: Head;
  readonly betweenPages: () => Promise<void>;
};

async function make(parts: CheckpointParts, work: Work): Promise<Alarm[]> {
  const { session, programId, place, head, occasion } = work;
  const last = await readLast(parts, work);
  if ("fault" in last) {
    const alarm = { programId, ...last.fault };
    if (!(await isAcknowledged(session, alarm))) return [alarm];
  }
  const before = "checkpoint" in last ? last.checkpoint : null;
  if (head.event_id === null) {
    return [{ programId, kind: "log_changed", detail: `The log has no event that its head at seq ${head.seq} names.` }];
  }
  const deliveries = await digestDeliveries(session, programId, before?.deliveries ?? noDeliveries, {
    ...{ toEventId: head.event_id, rowsMax: deliveriesAtOnceMax, betweenPages: work.betweenPages },
  });
  const [signer] = parts.signers;
  const { items } = await readConfiguration(session, parts.secrets, signer, programId);
  const unexplained = before === null || !("signer" in last) ? [] : await findStrange(parts, work, before, last.signer);
  const hasBooks = occasion !== "moved";
  const checkpoint: Checkpoint = {
    origin: originOf(signer.verifier.name, programId),
    seq: head.seq,
    hash: head.hash,
    number: place.number + 1,
    time: new Date(parts.now()),
    occasion,
    configuration: digestsOf(items),
    changesAreSigned: true,
    removalsAreSigned: true,
    deliveries,
    books: hasBooks
      ? { rules: await rulesOfBooks(session, programId), digest: await digestBooks(session, programId) }
      : null,
    unexplained,
  };
  const { number, time: madeAt } = checkpoint;
  const note = signer.sign(checkpointText(checkpoint));
  await keepCheckpoint(session, programId, head, { number, occasion, hasBooks, note, madeAt, items });
  const codes = await findCodeFaults(session, programId);
  return [
    ...unexplained.map((line): Alarm => {
      const { what, how } = changeInWords(line);
      const detail = `${sentence(what)} was ${how} without a recorded author (checkpoint ${number}).`;
      return { programId, kind: "configuration_changed", detail };
    }),
    ...codes.map((detail): Alarm => ({ programId, kind: "codes_differ", detail })),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

type Last =
  | { readonly checkpoint: Checkpoint; readonly signer: Signer }
  | { readonly none: true }
  | { readonly fault: Pick<Alarm, "kind" | "detail"> };

/** The newest one, if it is what was signed and the log still has what it says. */
async function readLast({ signers }: CheckpointParts, { session, programId, place }: Work): Promise<Last> {
  if (place.number === 0) return { none: true };
  const [stored] = await readNotes(session, programId, { behind: place.number - 1, atMost: 1 });
  const changed = (detail: string): Last => ({ fault: { kind: "checkpoint_changed", detail } });
  if (stored === undefined) return changed(`Checkpoint ${place.number} is gone from the database.`);
  const verifiers = signers.map(({ verifier }) => verifier);
  const opened = openNote(stored.note, verifiers);
  const checkpoint = opened.kind === "signed" ? readCheckpoint(opened.text) : undefined;
  const signer = opened.kind === "signed" ? signerBy(signers, opened.by) : undefined;
  if (opened.kind === "unknown") return changed(otherKeyText(place.number, stored.note));
  if (checkpoint === undefined || signer === undefined || checkpoint.number !== place.number) {
    return changed(`Checkpoint ${place.number} in the database is not what was signed by a key that is believed.`);
  }
  const hash = await readHashAt(session, programId, checkpoint.seq);
  if (hash?.equals(checkpoint.hash) === true) return { checkpoint, signer };
  const what = hash === undefined ? "has no event there any more" : "has another event there";
  const detail = `Checkpoint ${checkpoint.number} was signed at seq ${checkpoint.seq}, and the log ${what}: it was rewritten, or an older database was restored.`;
  return { fault: { kind: "log_contradicts_checkpoint", detail } };
}

/** What of the configuration changed since the last one without a trace. */
async function findStrange(
  { secrets }: CheckpointParts,
  { session, programId, place }: Work,
  before: Checkpoint,
  signer: Signer,
): Promise<string[]> {
  const now = await readConfiguration(session, secrets, signer, programId);
  const changes = changesOf(before.configuration, { ...noConfiguration, ...place.items }, now.items);
  const { time, changesAreSigned, removalsAreSigned } = before;
  const since = { time, seen: place.seen_changes, changesAreSigned, removalsAreSigned };
  return unexplainedLines(await findUnexplained({ session, secrets }, since, { changes, now }));
}

const acknowledgedStatement = {
  name: "alarm_is_acknowledged",
  text: "select 1 from alarm where program_id = $1 and kind = $2 and detail = $3 and acknowledged_at is not null limit 1",
};

async function isAcknowledged(session: Session, { programId, kind, detail }: Alarm): Promise<boolean> {
  return (await session.query(acknowledgedStatement, [programId, kind, detail])).length > 0;
}
