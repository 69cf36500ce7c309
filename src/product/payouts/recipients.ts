// Where partners' payouts go: kept encrypted next to the books, since the log could never forget a name or an address.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type ChangeSigner, keepSignature, signedContent } from "../../access/signed/signed-changes.ts";
import type { PayoutRecipient } from "../../core/vocabulary/money/payout-recipient.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { compareAfterChange } from "../flags/compare-partners.ts";
import { openRecipient } from "./recipients-list.ts";

type PartnerOf = { readonly programId: number; readonly partnerId: number };

const putRecipientStatement: Statement = {
  name: "put_payout_recipient",
  text: `insert into payout_recipient (program_id, partner_id, recipient_encrypted)
         select program_id, partner_id, $3::bytea from partner where program_id = $1 and partner_id = $2
         on conflict (program_id, partner_id)
         do update set recipient_encrypted = excluded.recipient_encrypted, updated_at = now()
         returning partner_id`,
};

const removeRecipientStatement: Statement = {
  name: "remove_payout_recipient",
  text: "delete from payout_recipient where program_id = $1 and partner_id = $2 returning partner_id",
};

const recipientStatement: Statement = {
  name: "payout_recipient_to_replace",
  text: "select recipient_encrypted from payout_recipient where program_id = $1 and partner_id = $2 for update",
};

/** An account at a provider that is not named again stays: it is the program's connection, and no part of the address. */
export async function withAccountKept(
  session: Session,
  secrets: Pick<Secrets, "decrypt">,
  of: PartnerOf,
  recipient: PayoutRecipient,
): Promise<PayoutRecipient> {
  if (recipient.stripe_account !== undefined) return recipient;
  const values = [of.programId, of.partnerId];
  const [row] = await session.query<{ recipient_encrypted: Buffer }>(recipientStatement, values);
  const kept = row === undefined ? undefined : openRecipient(secrets, of, row.recipient_encrypted).stripe_account;
  return kept === undefined ? recipient : { ...recipient, stripe_account: kept };
}

/** For owners. The recipient as it is kept; undefined when the program has no such partner. */
export async function setPayoutRecipient(
  database: Database,
  secrets: Secrets,
  { programId, partnerId, recipient }: PartnerOf & { readonly recipient: PayoutRecipient },
  actor: Actor,
): Promise<PayoutRecipient | undefined> {
  const set = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "payouts");
    const kept = await withAccountKept(session, secrets, { programId, partnerId }, recipient);
    const text = JSON.stringify(kept);
    const sealed = secrets.encrypt(placeIn("payout_recipient", programId, partnerId), text);
    const put = await session.query(putRecipientStatement, [programId, partnerId, sealed]);
    const subject = { programId, kind: "recipient", subject: String(partnerId) } as const;
    if (put.length > 0)
      keepSignature(session, secrets, subject, { author: actor, content: signedContent.recipient(text) });
    return put.length > 0 ? kept : undefined;
  });
  if (set !== undefined) await compareAfterChange(database, secrets, programId);
  return set;
}

/** For owners. False when there was none. */
export async function removePayoutRecipient(
  database: Database,
  secrets: ChangeSigner & Pick<Secrets, "decrypt">,
  { programId, partnerId }: PartnerOf,
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "payouts");
    const removed = await session.query(removeRecipientStatement, [programId, partnerId]);
    const subject = { programId, kind: "recipient", subject: String(partnerId) } as const;
    if (removed.length > 0) keepSignature(session, secrets, subject, { author: actor, content: signedContent.removed });
    return removed;
  });
  if (rows.length > 0) await compareAfterChange(database, secrets, programId);
  return rows.length > 0;
}
