// The rows that decide money or who may act and are not in the log, as they are now: a keyed digest of each, of what it says and not of
// how it is encrypted, so that a rotation of secrets changes nothing and a digest shows nothing; and its text, as it is signed.
import { createHmac } from "node:crypto";
import { type Place, placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type SignedKind, type SignedPlace, signedContent } from "../../access/signed/signed-changes.ts";
import { connectionContent } from "../../access/signed/signed-connections.ts";
import { readPlaces } from "../../access/signed/signed-places.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { type Section, sections } from "./checkpoint.ts";
import type { Signer } from "./signed-note.ts";

const digestCharacters = 32;

/** Digests by subject: the partner, connection, endpoint, export, channel or account. */
export type Items = Readonly<Record<string, string>>;
export type Configuration = { readonly [Name in Section]: Items };

export const noConfiguration: Configuration = {
  recipients: {},
  connections: {},
  key: {},
  emails: {},
  email_hashes: {},
  endpoints: {},
  exports: {},
  channels: {},
  members: {},
  operators: {},
};

const recipientsStatement: Statement = {
  name: "checkpoint_recipients",
  text: "select partner_id as subject, recipient_encrypted as sealed from payout_recipient where program_id = $1",
};

const emailsStatement: Statement = {
  name: "checkpoint_emails",
  text: "select partner_id as subject, email_hash, email_encrypted as sealed from partner_email where program_id = $1",
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

/** On the program's own machine, where the others may not be. */
const workspaceStatement: Statement = {
  name: "checkpoint_workspace",
  text: "select workspace_id from program where program_id = $1",
};

const membersStatement: Statement = {
  name: "checkpoint_members",
  text: "select user_id as subject, role from workspace_member where workspace_id = $1",
};

const operatorsStatement: Statement = {
  name: "checkpoint_operators",
  text: "select user_id as subject from operator_account",
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

/** What the rows say now, to make digests of and to hold signatures against. */
export type ConfigurationNow = {
  readonly items: Configuration;
  /** By kind and subject, as it is signed; what was removed has none. */
  readonly contents: ReadonlyMap<string, string>;
  readonly place: SignedPlace;
};

export const subjectKey = (kind: SignedKind, subject: string): string => `${kind} ${subject}`;

/** A partner's e-mail and its hash are signed together. */
export const kindOfSection: { readonly [Name in Section]: SignedKind } = {
  recipients: "recipient",
  emails: "email",
  email_hashes: "email",
  connections: "connection",
  key: "key",
  endpoints: "endpoint",
  exports: "export",
  channels: "channel",
  members: "member",
  operators: "operator",
};

/** A row: `digested` is what its digest is of, `signed` what is signed of it; null where it was removed, or another section signs it. */
type Said = { readonly subject: string | number; readonly digested: string; readonly signed: string | null };

export async function readConfiguration(
  session: Session,
  secrets: Secrets,
  signer: Signer,
  programId: number,
): Promise<ConfigurationNow> {
  const [found] = await session.query<{ workspace_id: number }>(workspaceStatement, [programId]);
  const place = { programId, workspaceId: found?.workspace_id ?? 0 };
  const said: { readonly [Name in Section]: readonly Said[] } = {
    ...(await readMoneyRows(session, secrets, programId)),
    endpoints: (await readPlaces(session, secrets, "endpoint", { programId })).map(saidAsSigned),
    exports: (await readPlaces(session, secrets, "export", { programId })).map(saidAsSigned),
    channels: (await readPlaces(session, secrets, "channel", { programId })).map(saidAsSigned),
    ...(await readPeople(session, place)),
  };
  const key = signer.derive("configuration");
  const digest = (text: string): string =>
    createHmac("sha256", key).update(text, "utf8").digest("hex").slice(0, digestCharacters);
  const itemsOf = (name: Section): Items =>
    Object.fromEntries(said[name].map(({ subject, digested }) => [String(subject), digest(digested)]));
  const items = {
    recipients: itemsOf("recipients"),
    connections: itemsOf("connections"),
    key: itemsOf("key"),
    emails: itemsOf("emails"),
    email_hashes: itemsOf("email_hashes"),
    endpoints: itemsOf("endpoints"),
    exports: itemsOf("exports"),
    channels: itemsOf("channels"),
    members: itemsOf("members"),
    operators: itemsOf("operators"),
  };
  const contents = new Map<string, string>();
  for (const section of sections) {
    for (const { subject, signed } of said[section]) {
      if (signed !== null) contents.set(subjectKey(kindOfSection[section], String(subject)), signed);
    }
  }
  return { items, contents, place };
}

const saidAsSigned = ({ id, content }: { readonly id: string | number; readonly content: string }): Said => ({
  subject: id,
  digested: content,
  signed: content,
});

type MoneySection = "recipients" | "emails" | "email_hashes" | "key" | "connections";

async function readMoneyRows(
  session: Session,
  secrets: Secrets,
  programId: number,
): Promise<{ readonly [Name in MoneySection]: readonly Said[] }> {
  const values = [programId];
  const [recipients, emails, keys, connections] = await Promise.all([
    session.query<Sealed>(recipientsStatement, values),
    session.query<Sealed & { readonly email_hash: string }>(emailsStatement, values),
    session.query<{ subject: string; key_hash: Buffer }>(keyStatement, values),
    session.query<ConnectionRow>(connectionsStatement, values),
  ]);
  const open = (table: "payout_recipient" | "partner_email", { subject, sealed }: Sealed): string =>
    opened(secrets, placeIn(table, programId, subject), sealed);
  return {
    recipients: recipients.map((row) => {
      const text = open("payout_recipient", row);
      return { subject: row.subject, digested: text, signed: signedContent.recipient(text) };
    }),
    emails: emails.map((row) => {
      const text = open("partner_email", row);
      return { subject: row.subject, digested: text, signed: signedContent.email(text, row.email_hash) };
    }),
    email_hashes: emails.map(({ subject, email_hash }) => ({ subject, digested: email_hash, signed: null })),
    key: keys.map(({ subject, key_hash }) => ({
      subject,
      digested: key_hash.toString("hex"),
      signed: signedContent.key(key_hash),
    })),
    connections: connections.map(({ subject, secrets_encrypted, ...row }) => {
      const plain = secrets_encrypted.map((sealed) => opened(secrets, placeIn("connection", subject), sealed));
      const text = connectionContent(row, plain);
      return { subject, digested: text, signed: row.status === "removed" ? null : text };
    }),
  };
}

async function readPeople(
  session: Session,
  { workspaceId }: SignedPlace,
): Promise<{ readonly [Name in "members" | "operators"]: readonly Said[] }> {
  const [members, operators] = await Promise.all([
    session.query<{ subject: string; role: string }>(membersStatement, [workspaceId]),
    session.query<{ subject: string }>(operatorsStatement, []),
  ]);
  return {
    members: members.map(({ subject, role }) => saidAsSigned({ id: subject, content: signedContent.member(role) })),
    operators: operators.map(({ subject }) => saidAsSigned({ id: subject, content: signedContent.operator })),
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
