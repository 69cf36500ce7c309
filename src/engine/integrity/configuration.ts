// What decides money and stands outside the log: where payouts go, who may say so, by which key sales are recorded, and which
// providers are believed and how. Each of them has a keyed digest, of what it says and not of how it is encrypted, so that
// encrypting it anew changes nothing, and nobody learns it from its digest.
import { createHash, createHmac } from "node:crypto";
import { type Place, placeIn } from "../../access/sealed-places.ts";
import type { Secrets } from "../../access/secrets.ts";
import { canonicalJson } from "../log/canonical-json.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { type Section, sections } from "./checkpoint.ts";
import type { Signer } from "./signed-note.ts";

const digestCharacters = 32;
const unexplainedNamedMax = 20;
/** What was changed a moment before the last checkpoint may have been committed behind it. */
const slackSeconds = 60;

/** Digests by subject: the partner or the connection. */
type Items = Readonly<Record<string, string>>;
export type Configuration = { readonly [Name in Section]: Items };

export const noConfiguration: Configuration = { recipients: {}, connections: {}, key: {}, emails: {} };

const recipientsStatement: Statement = {
  name: "checkpoint_recipients",
  text: "select partner_id as subject, recipient_encrypted as sealed from payout_recipient where program_id = $1",
};

const emailsStatement: Statement = {
  name: "checkpoint_emails",
  text: "select partner_id as subject, email_encrypted as sealed from partner_email where program_id = $1",
};

const keyStatement: Statement = {
  name: "checkpoint_key",
  text: "select 'program' as subject, key_hash from program_key where program_id = $1",
};

const connectionsStatement: Statement = {
  name: "checkpoint_connections",
  text: `select connection_id as subject, provider, livemode, status, client_reference, secrets_encrypted
           from connection
          where program_id = $1`,
};

type Sealed = { readonly subject: number; readonly sealed: Buffer };
type ConnectionRow = {
  readonly subject: number;
  readonly provider: string;
  readonly livemode: boolean;
  readonly status: string;
  readonly client_reference: string | null;
  readonly secrets_encrypted: readonly Buffer[];
};

export async function readConfiguration(
  session: Session,
  secrets: Secrets,
  signer: Signer,
  programId: number,
): Promise<Configuration> {
  const values = [programId];
  const [recipients, emails, keys, connections] = await Promise.all([
    session.query<Sealed>(recipientsStatement, values),
    session.query<Sealed>(emailsStatement, values),
    session.query<{ subject: string; key_hash: Buffer }>(keyStatement, values),
    session.query<ConnectionRow>(connectionsStatement, values),
  ]);
  const key = signer.derive("configuration");
  const digest = (text: string): string =>
    createHmac("sha256", key).update(text, "utf8").digest("hex").slice(0, digestCharacters);
  const open = (table: "payout_recipient" | "partner_email", { subject, sealed }: Sealed): string =>
    opened(secrets, placeIn(table, programId, subject), sealed);
  return {
    recipients: Object.fromEntries(recipients.map((row) => [row.subject, digest(open("payout_recipient", row))])),
    emails: Object.fromEntries(emails.map((row) => [row.subject, digest(open("partner_email", row))])),
    key: Object.fromEntries(keys.map(({ subject, key_hash }) => [subject, digest(key_hash.toString("hex"))])),
    connections: Object.fromEntries(
      connections.map(({ subject, secrets_encrypted, ...row }) => [
        subject,
        digest(
          canonicalJson({
            ...row,
            secrets: secrets_encrypted.map((sealed) => opened(secrets, placeIn("connection", subject), sealed)),
          }),
        ),
      ]),
    ),
  };
}

/** What no secret opens is something else than what was kept. */
function opened(secrets: Secrets, place: Place, sealed: Buffer): string {
  try {
    return secrets.decrypt(place, sealed);
  } catch {
    return `unreadable ${sealed.toString("base64")}`;
  }
}

function digestOfItems(items: Items): Buffer {
  const lines = Object.keys(items)
    .sort()
    .map((subject) => `${subject} ${items[subject]}\n`);
  return createHash("sha256").update(lines.join("")).digest();
}

export function digestsOf(configuration: Configuration): { readonly [Name in Section]: Buffer } {
  const { recipients, connections, key, emails } = configuration;
  return {
    recipients: digestOfItems(recipients),
    connections: digestOfItems(connections),
    key: digestOfItems(key),
    emails: digestOfItems(emails),
  };
}

/** `subject` is null where only the whole section can be compared. */
export type ConfigurationChange = { readonly section: Section; readonly subject: string | null };

/** `known` are the items as they were kept; what of them is not what was signed is not believed. */
export function changesOf(
  signed: { readonly [Name in Section]: Buffer },
  known: Configuration,
  now: Configuration,
): ConfigurationChange[] {
  return sections.flatMap((section): ConfigurationChange[] => {
    if (digestOfItems(now[section]).equals(signed[section])) return [];
    if (!digestOfItems(known[section]).equals(signed[section])) return [{ section, subject: null }];
    const subjects = new Set([...Object.keys(known[section]), ...Object.keys(now[section])]);
    return [...subjects]
      .filter((subject) => known[section][subject] !== now[section][subject])
      .map((subject) => ({ section, subject }));
  });
}

/** How the tables name their own changes. */
const traces: { readonly [Name in Section]: readonly string[] } = {
  recipients: ["recipient_set", "recipient_removed"],
  emails: ["partner_email_set", "partner_email_removed"],
  connections: ["connection_added", "connection_changed", "connection_removed"],
  key: ["key_regenerated"],
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
export type Since = { readonly time: Date; readonly seen: readonly number[] };

/** Changes since then that no service of ours has left a trace of, with who made it. */
export async function findUnexplained(
  session: Session,
  programId: number,
  { time, seen }: Since,
  changes: readonly ConfigurationChange[],
): Promise<ConfigurationChange[]> {
  const found = await Promise.all(
    changes.map(async (change) => {
      const subject = change.section === "key" ? null : change.subject;
      const values = [programId, traces[change.section], subject, time, slackSeconds, seen];
      return (await session.query(traceStatement, values)).length > 0 ? [] : [change];
    }),
  );
  return found.flat();
}

/** As they stand in a checkpoint. */
export function unexplainedLines(changes: readonly ConfigurationChange[]): string[] {
  const named = changes.slice(0, unexplainedNamedMax).map(({ section, subject }) => `${section} ${subject ?? "all"}`);
  const others = changes.length - named.length;
  return others === 0 ? named : [...named, `${others} others`];
}

const sectionWords: { readonly [Name in Section]: (subject: string) => string } = {
  recipients: (subject) => `where the payouts of partner ${subject} go`,
  emails: (subject) => `the e-mail by which partner ${subject} signs in`,
  connections: (subject) => `connection ${subject} (its provider, mode, status or signing secrets)`,
  key: () => "the program's key",
};
const wholeSections: { readonly [Name in Section]: string } = {
  recipients: "where partners' payouts go",
  emails: "the e-mails by which partners sign in",
  connections: "the connections (their providers, modes, status or signing secrets)",
  key: "the program's key",
};

/** Of a line of a checkpoint, or of a change. */
export function changeInWords(line: string): string {
  const [name, subject = "all"] = line.split(" ");
  const section = sections.find((each) => each === name);
  if (section === undefined) return line;
  return subject === "all" ? wholeSections[section] : sectionWords[section](subject);
}
