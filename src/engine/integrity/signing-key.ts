// Whether this process can go on with the checkpoints of its database: it has the key that signed the newest ones, another one, or none.
// What is wrong is said in words, with what to do. What signed a note is read from the note alone and proves nothing.
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { claimedSigners, openNote, type Signer } from "./signed-note.ts";

const programsMax = 1_000;

export type Signing =
  | { readonly state: "signing" }
  | { readonly state: "no_key"; readonly lastSignedBy: string | null; readonly unusedKeyFile: string | null }
  /** Of so many programs the newest checkpoint is signed by keys that are not here. */
  | { readonly state: "other_key"; readonly signedBy: readonly string[]; readonly programs: number };

const newestStatement: Statement = {
  name: "newest_checkpoints",
  text: `select c.note
           from checkpoint_place p
           join checkpoint c on c.program_id = p.program_id and c.number = p.number
          order by p.made_at desc, p.program_id
          limit $1`,
};

export async function readSigning(
  database: Database,
  { signers, unusedKeyFile }: { readonly signers: readonly Signer[]; readonly unusedKeyFile: string | null },
): Promise<Signing> {
  const newest = await database.withSession((session) =>
    session.query<{ note: string }>(newestStatement, [programsMax]),
  );
  if (signers.length === 0) {
    const [last] = newest.flatMap(({ note }) => claimedSigners(note));
    return { state: "no_key", lastSignedBy: last ?? null, unusedKeyFile };
  }
  const verifiers = signers.map(({ verifier }) => verifier);
  const others = newest.filter(({ note }) => openNote(note, verifiers).kind === "unknown");
  if (others.length === 0) return { state: "signing" };
  const signedBy = [...new Set(others.flatMap(({ note }) => claimedSigners(note)))];
  return { state: "other_key", signedBy, programs: others.length };
}

/** Null where there is nothing to say. */
export function signingText(signing: Signing): string | null {
  switch (signing.state) {
    case "signing":
      return null;
    case "no_key":
      return noKeyText(signing);
    case "other_key":
      return `The newest checkpoint of ${signing.programs} programs is signed by ${signing.signedBy.join(", ")}, and this process does not have that key: it signs no further one of them. ${advice} Then acknowledge the alarm of each program that has one.`;
  }
}

const advice =
  "Set CHECKPOINT_KEYS to the same list on every process, the keys that signed before behind the new one. If a key is lost, acknowledging the alarm alone makes the first key sign from then on.";

function noKeyText({ lastSignedBy, unusedKeyFile }: Extract<Signing, { state: "no_key" }>): string {
  const before = lastSignedBy === null ? "" : ` The last ones were signed by ${lastSignedBy}.`;
  const file =
    unusedKeyFile === null
      ? ""
      : ` The key in ${unusedKeyFile} is not used with DATABASE_URL: each process has made its own. To go on with it, set CHECKPOINT_KEY_FILE to a copy of it on every process.`;
  return `No checkpoints are signed, so that a rewritten database is not found: set CHECKPOINT_KEYS (openssl rand -hex 32) to the same on every process.${before}${file}`;
}

/** For an alarm: the checkpoint in the database may also have been replaced. */
export function otherKeyText(number: number, note: string): string {
  const signedBy = claimedSigners(note).join(", ");
  return `Checkpoint ${number} is signed by ${signedBy}, and this process does not have that key. ${advice} If no key was changed, the database was.`;
}
