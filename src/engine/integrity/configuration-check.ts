// Compares what is outside the log with the newest checkpoint: a difference with a recorded author is a legitimate change, one without an
// author was made behind the service.
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { changesOf, findUnexplained, unexplainedLines } from "./configuration-differences.ts";
import { type Configuration, noConfiguration, readConfiguration } from "./configuration-rows.ts";
import { changeInWords } from "./configuration-words.ts";
import type { PublishedCheckpoint } from "./published-checkpoints.ts";
import { type Signer, signerBy } from "./signed-note.ts";

export type ConfigurationParts = { readonly secrets: Secrets; readonly signers: readonly Signer[] };

const itemsStatement: Statement = {
  name: "items_of_configuration",
  text: "select number, items, seen_changes from checkpoint_place where program_id = $1",
};

type Kept = {
  readonly number: number;
  readonly items: Partial<Configuration>;
  readonly seen_changes: readonly number[];
};

export async function checkConfiguration(
  session: Session,
  { secrets, signers }: ConfigurationParts,
  programId: number,
  checkpoints: readonly PublishedCheckpoint[],
): Promise<{ readonly faults: string[]; readonly notes: string[] }> {
  const newest = checkpoints.at(-1);
  if (newest === undefined) return { faults: [], notes: [] };
  const signer = signerBy(signers, newest.by);
  if (signer === undefined) {
    const why = "the signing key is not here, and the digests of what is outside the log are keyed by it";
    return { faults: [], notes: [`Program ${programId}: recipients and connections were not compared: ${why}.`] };
  }
  const now = await readConfiguration(session, secrets, signer, programId);
  const [place] = await session.query<Kept>(itemsStatement, [programId]);
  const changes = changesOf(newest.configuration, { ...noConfiguration, ...place?.items }, now.items);
  const seen = place?.number === newest.number ? place.seen_changes : [];
  const unexplained = await findUnexplained(
    { session, secrets },
    { time: newest.time, seen, changesAreSigned: newest.changesAreSigned, removalsAreSigned: newest.removalsAreSigned },
    { changes, now },
  );
  const since = `since checkpoint ${newest.number} of ${newest.time.toISOString()}`;
  return { faults: unexplainedLines(unexplained).map((line) => sentenceOf(line, since)), notes: [] };
}

/** What was found when they were signed, and stays found. */
export function findSignedUnexplained(checkpoints: readonly PublishedCheckpoint[]): string[] {
  return checkpoints.flatMap(({ number, time, unexplained }) =>
    unexplained.map((line) => sentenceOf(line, `before checkpoint ${number} of ${time.toISOString()}`)),
  );
}

function sentenceOf(line: string, when: string): string {
  const { what, how } = changeInWords(line);
  return `${how === "removed" ? "Removed" : "Changed"} ${when}, without a recorded author: ${what}.`;
}
