// The address by which a partner signs in. Owners set it: its reader may decide where the partner's money goes.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type ChangeSigner, keepSignature, signedContent } from "../../access/signed/signed-changes.ts";
import type { Author } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { noteEmails } from "../flags/note-emails.ts";
import { forgetOtherAddresses, forgetPartnerAddresses } from "../flags/partner-addresses.ts";

type PartnerOf = { readonly programId: number; readonly partnerId: number };

/** `taken`: another partner of the program has it. */
export type EmailSet = "set" | "taken" | "unknown_partner";

const findHolderStatement: Statement = {
  name: "partner_with_email",
  text: "select partner_id from partner_email where program_id = $1 and email_hash = $2 and partner_id <> $3",
};

const putEmailStatement: Statement = {
  name: "put_partner_email",
  text: `insert into partner_email (program_id, partner_id, email_hash, email_encrypted)
         select program_id, partner_id, $3, $4::bytea from partner where program_id = $1 and partner_id = $2
         on conflict (program_id, partner_id)
         do update set email_hash = excluded.email_hash, email_encrypted = excluded.email_encrypted, updated_at = now()
         returning partner_id`,
};

const newEmailStatement: Statement = {
  name: "new_partner_email",
  text: "insert into partner_email (program_id, partner_id, email_hash, email_encrypted) values ($1, $2, $3, $4::bytea)",
};

const removeEmailStatement: Statement = {
  name: "remove_partner_email",
  text: "delete from partner_email where program_id = $1 and partner_id = $2 returning partner_id",
};

export async function setPartnerEmail(
  database: Database,
  secrets: Secrets,
  { programId, partnerId, email }: PartnerOf & { readonly email: string },
  actor: Actor,
): Promise<EmailSet> {
  const hash = secrets.hashEmail(email);
  const set = await database.transaction<EmailSet>(async (session) => {
    await requireProgramRight(session, actor, programId, "terms");
    const holders = await session.query(findHolderStatement, [programId, hash, partnerId]);
    if (holders.length > 0) return "taken";
    const sealed = secrets.encrypt(placeIn("partner_email", programId, partnerId), email);
    forgetOtherAddresses(session, { programId, partnerId }, hash);
    const rows = await session.query(putEmailStatement, [programId, partnerId, hash, sealed]);
    if (rows.length > 0) signEmail(session, secrets, { programId, partnerId }, { hash, email, author: actor });
    return rows.length > 0 ? "set" : "unknown_partner";
  });
  if (set === "set") await noteEmails(database, programId);
  return set;
}

/** Of a partner that is being made in this transaction. */
export function addPartnerEmail(
  session: Session,
  secrets: Pick<Secrets, "encrypt"> & ChangeSigner,
  { programId, partnerId }: PartnerOf,
  address: Address,
): void {
  const sealed = secrets.encrypt(placeIn("partner_email", programId, partnerId), address.email);
  void session.query(newEmailStatement, [programId, partnerId, address.hash, sealed]);
  signEmail(session, secrets, { programId, partnerId }, address);
}

type Address = { readonly hash: string; readonly email: string; readonly author: Author };

function signEmail(
  session: Session,
  secrets: ChangeSigner,
  { programId, partnerId }: PartnerOf,
  address: Address,
): void {
  const content = signedContent.email(address.email, address.hash);
  const subject = { programId, kind: "email", subject: String(partnerId) } as const;
  keepSignature(session, secrets, subject, { author: address.author, content });
}

/** False when there was none. Sessions by that address see nothing of the partner from then on. */
export async function removePartnerEmail(
  database: Database,
  secrets: ChangeSigner,
  { programId, partnerId }: PartnerOf,
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "terms");
    const removed = await session.query(removeEmailStatement, [programId, partnerId]);
    forgetPartnerAddresses(session, programId, partnerId);
    const subject = { programId, kind: "email", subject: String(partnerId) } as const;
    if (removed.length > 0) keepSignature(session, secrets, subject, { author: actor, content: signedContent.removed });
    return removed;
  });
  return rows.length > 0;
}
