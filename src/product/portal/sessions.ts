// Partners' sign-in: a link that is mailed to an address, works once and not for long, and the session it opens. Both are random and
// kept as digests. They are apart from accounts: a partner has no password, and a session of a partner is no session of an account.
// A session identifies the reader of a mailbox; what it may see is asked of the partners' addresses each time.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { storedDigest } from "../../access/stored-digests.ts";
import { joinAnswerSchema } from "../../core/rules/events/settings/join-fields.ts";
import { languageCodes } from "../../core/wording/languages.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { PartnerPerson } from "../partners/person.ts";

export const linkMinutes = 30;
export const sessionDays = 14;
const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

const signUpSchema = z.strictObject({
  program_id: z.int(),
  name: z.string(),
  code: z.string(),
  email: z.string(),
  /** Absent for the default group. */
  group_id: z.string().optional(),
  /** The code of the partner whose join link it was; absent where no partner shared it. */
  via: z.string().optional(),
  /** Of the page on which it was asked for: mails about it are in it. Absent in links of earlier releases. */
  language: z.enum(languageCodes).optional(),
  /** To the fields of the group's form; absent where it has none. */
  answers: z.array(joinAnswerSchema).readonly().optional(),
});

/** What a person who is not yet a partner asks for. */
export type SignUpWish = z.infer<typeof signUpSchema>;

const isKnownStatement: Statement = {
  name: "is_known_partner_email",
  text: `select 1 as known
          where exists (select 1 from partner_email where email_hash = $1)
             or exists (select 1 from partner_application where email_hash = $1)`,
};

const newLinkStatement: Statement = {
  name: "new_partner_sign_in_link",
  text: `insert into partner_sign_in_link (digest, email_hash, sign_up_encrypted, expires_at)
         values ($1, $2, $3::bytea, now() + $4::integer * interval '1 minute')`,
};

const linkIsOpenStatement: Statement = {
  name: "partner_sign_in_link_is_open",
  text: "select 1 as open from partner_sign_in_link where digest = $1 and expires_at > now()",
};

const useLinkStatement: Statement = {
  name: "use_partner_sign_in_link",
  text: "delete from partner_sign_in_link where digest = $1 and expires_at > now() returning email_hash, sign_up_encrypted",
};

const newSessionStatement: Statement = {
  name: "new_partner_session",
  text: `insert into partner_session (digest, email_hash, expires_at)
         values ($1, $2, now() + $3::integer * interval '1 day')`,
};

const findSessionStatement: Statement = {
  name: "find_partner_session",
  text: "select email_hash from partner_session where digest = $1 and expires_at > now()",
};

const endSessionStatement: Statement = {
  name: "end_partner_session",
  text: "delete from partner_session where digest = $1",
};

/** Whether a partner can sign in by this address. */
export async function isPartnerEmail(database: Database, emailHash: string): Promise<boolean> {
  const rows = await database.withSession((session) => session.query(isKnownStatement, [emailHash]));
  return rows.length > 0;
}

/** Answers the token that the mailed link carries. */
export async function newSignInLink(
  database: Database,
  secrets: Secrets,
  { email, signUp }: { readonly email: string; readonly signUp: SignUpWish | null },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const place = placeIn("partner_sign_in_link", storedDigest(token));
  const sealed = signUp === null ? null : secrets.encrypt(place, JSON.stringify(signUp));
  await database.transaction(async (session) => {
    await session.query(newLinkStatement, [storedDigest(token), secrets.hashEmail(email), sealed, linkMinutes]);
  });
  return token;
}

/** Looking does not use it: programs that look into mail open links too. */
export async function isLinkOpen(database: Database, token: string): Promise<boolean> {
  if (!tokenPattern.test(token)) return false;
  const rows = await database.withSession((session) => session.query(linkIsOpenStatement, [storedDigest(token)]));
  return rows.length > 0;
}

export type Opened = PartnerPerson & {
  /** What the session's cookie holds. */
  readonly sessionToken: string;
  readonly signUp: SignUpWish | null;
};

/** Undefined for a link that was used, is over or never was. `meanwhile` is done with it or not at all. */
export async function consumeSignInLink(
  database: Database,
  secrets: Secrets,
  token: string,
  meanwhile: (session: Session, opened: Opened) => Promise<void>,
): Promise<Opened | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  return database.transaction(async (session) => {
    const digest = storedDigest(token);
    const [link] = await session.query<{ email_hash: string; sign_up_encrypted: Buffer | null }>(useLinkStatement, [
      digest,
    ]);
    if (link === undefined) return undefined;
    const sessionToken = randomBytes(tokenBytes).toString("base64url");
    await session.query(newSessionStatement, [storedDigest(sessionToken), link.email_hash, sessionDays]);
    const sealed = link.sign_up_encrypted;
    const place = placeIn("partner_sign_in_link", digest);
    const signUp = sealed === null ? null : signUpSchema.parse(JSON.parse(secrets.decrypt(place, sealed)));
    const opened = { emailHash: link.email_hash, sessionToken, signUp };
    await meanwhile(session, opened);
    return opened;
  });
}

export async function findPartnerSession(database: Database, token: string): Promise<PartnerPerson | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  const [found] = await database.withSession((session) =>
    session.query<{ email_hash: string }>(findSessionStatement, [storedDigest(token)]),
  );
  return found === undefined ? undefined : { emailHash: found.email_hash };
}

export async function endPartnerSession(database: Database, token: string): Promise<void> {
  await database.transaction((session) => session.query(endSessionStatement, [storedDigest(token)]));
}
