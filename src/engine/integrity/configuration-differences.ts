// What decides money or who may act and is not in the log, held against what was signed: where payouts, messages, exports and notices
// go, who may say so, by which key sales are recorded, which providers are believed and how. What is different must have been changed
// by the service, which signs what it changes.
import { createHash } from "node:crypto";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { readSignatures, type SignedKind, signedContent } from "../../access/signed/signed-changes.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { type Section, type SignedSections, sections } from "./checkpoint.ts";
import {
  type Configuration,
  type ConfigurationNow,
  type Items,
  kindOfSection,
  subjectKey,
} from "./configuration-rows.ts";

const unexplainedNamedMax = 20;
/** What was changed a moment before the last checkpoint may have been committed behind it. */
const slackSeconds = 60;

function digestOfItems(items: Items): Buffer {
  const lines = Object.keys(items)
    .sort()
    .map((subject) => `${subject} ${items[subject]}\n`);
  return createHash("sha256").update(lines.join("")).digest();
}

export function digestsOf(configuration: Configuration): { readonly [Name in Section]: Buffer } {
  return {
    recipients: digestOfItems(configuration.recipients),
    connections: digestOfItems(configuration.connections),
    key: digestOfItems(configuration.key),
    emails: digestOfItems(configuration.emails),
    email_hashes: digestOfItems(configuration.email_hashes),
    endpoints: digestOfItems(configuration.endpoints),
    exports: digestOfItems(configuration.exports),
    channels: digestOfItems(configuration.channels),
    members: digestOfItems(configuration.members),
    operators: digestOfItems(configuration.operators),
  };
}

/** `subject` is null where only the whole section can be compared. */
export type ConfigurationChange = { readonly section: Section; readonly subject: string | null };

/** `known` are the items as they were kept; what of them is not what was signed is not believed. */
export function changesOf(signed: SignedSections, known: Configuration, now: Configuration): ConfigurationChange[] {
  return sections.flatMap((section): ConfigurationChange[] => {
    const before = signed[section];
    if (before === null || digestOfItems(now[section]).equals(before)) return [];
    if (!digestOfItems(known[section]).equals(before)) return [{ section, subject: null }];
    const subjects = new Set([...Object.keys(known[section]), ...Object.keys(now[section])]);
    return [...subjects]
      .filter((subject) => known[section][subject] !== now[section][subject])
      .map((subject) => ({ section, subject }));
  });
}

/** How the tables name their own changes; null where a signature is all that counts. */
const traces: { readonly [Name in Section]: readonly string[] | null } = {
  recipients: ["recipient_set", "recipient_removed"],
  emails: ["partner_email_set", "partner_email_removed"],
  email_hashes: ["partner_email_set", "partner_email_removed"],
  connections: ["connection_added", "connection_changed", "connection_removed"],
  key: ["key_regenerated"],
  endpoints: null,
  exports: null,
  channels: null,
  members: null,
  operators: null,
};

const traceStatement: Statement = {
  name: "trace_of_configuration_change",
  text: `select 1
           from access_change
          where program_id = $1 and change = any($2::text[]) and changed_by is not null
            and ($3::text is null or subject = $3) and change_id <> all($6::bigint[])
            and changed_at > $4::timestamptz - make_interval(secs => $5::integer)
          limit 1`,
};

/** `seen` are the changes that were on record when it was signed. */
export type Since = {
  readonly time: Date;
  readonly seen: readonly number[];
  /** False where a release signed it that did not sign changes: then the entry of who made a change is enough. */
  readonly changesAreSigned: boolean;
  /** The same of removals. */
  readonly removalsAreSigned: boolean;
};

const sectionOfKind: { readonly [Kind in SignedKind]: Section } = {
  recipient: "recipients",
  email: "emails",
  connection: "connections",
  key: "key",
  endpoint: "endpoints",
  export: "exports",
  channel: "channels",
  member: "members",
  operator: "operators",
};
export type UnexplainedChange = ConfigurationChange & { readonly isRemoved: boolean };

/**
 * Changes since then that no service of ours has left a trace of, with who made it, and that it has not signed as they are now. What was
 * signed since and is not so any more is one of them, also where it is what it was before: an old value was put back.
 */
export async function findUnexplained(
  { session, secrets }: { readonly session: Session; readonly secrets: Secrets },
  { time, seen, changesAreSigned, removalsAreSigned }: Since,
  { changes, now }: { readonly changes: readonly ConfigurationChange[]; readonly now: ConfigurationNow },
): Promise<UnexplainedChange[]> {
  const { contents, place } = now;
  const isThere = (kind: SignedKind, subject: string): boolean => contents.has(subjectKey(kind, subject));
  const marked = (change: ConfigurationChange): UnexplainedChange => ({
    ...change,
    isRemoved: change.subject !== null && !isThere(kindOfSection[change.section], change.subject),
  });
  const untraced = await Promise.all(
    changes.map(async (change) => {
      const names = traces[change.section];
      if (names === null) return [];
      const subject = change.section === "key" ? null : change.subject;
      const values = [place.programId, names, subject, time, slackSeconds, seen];
      return (await session.query(traceStatement, values)).length > 0 ? [] : [change];
    }),
  );
  if (!changesAreSigned) return untraced.flat().map(marked);
  const signatures = await readSignatures(session, secrets, place, { since: time, slackSeconds });
  const contentOf = (kind: SignedKind, subject: string): string =>
    contents.get(subjectKey(kind, subject)) ?? signedContent.removed;
  const isSigned = ({ section, subject }: ConfigurationChange): boolean => {
    const kind = kindOfSection[section];
    if (!removalsAreSigned && subject !== null && !isThere(kind, subject)) return true;
    const ofSection = signatures.filter((each) => each.kind === kind && (subject === null || each.subject === subject));
    return ofSection.some((each) => each.fits(contentOf(kind, each.subject)));
  };
  const putBack = signatures.flatMap(({ kind, subject, fits }): ConfigurationChange[] => {
    if (!removalsAreSigned && !isThere(kind, subject)) return [];
    return fits(contentOf(kind, subject)) ? [] : [{ section: sectionOfKind[kind], subject }];
  });
  const found = [...untraced.flat(), ...changes.filter((change) => !isSigned(change)), ...putBack].map(marked);
  const isFirst = (change: ConfigurationChange, index: number): boolean =>
    found.findIndex(({ section, subject }) => section === change.section && subject === change.subject) === index;
  return found.filter(isFirst);
}

/** As written in a checkpoint. */
export function unexplainedLines(changes: readonly UnexplainedChange[]): string[] {
  const named = changes
    .slice(0, unexplainedNamedMax)
    .map(({ section, subject, isRemoved }) => `${section} ${subject ?? "all"}${isRemoved ? " removed" : ""}`);
  const others = changes.length - named.length;
  return others === 0 ? named : [...named, `${others} others`];
}
