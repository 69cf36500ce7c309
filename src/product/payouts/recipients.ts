// Where partners' payouts go: kept encrypted beside the books, since the log could never forget a name or an address.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/sealed-places.ts";
import type { Secrets } from "../../access/secrets.ts";
import { type ChangeSigner, keepSignature, signedContent } from "../../access/signed-changes.ts";
import type { PayoutRecipient } from "../../core/vocabulary/payout-recipient.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

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

/** For owners. False when the program has no such partner. */
export async function setPayoutRecipient(
  database: Database,
  secrets: Secrets,
  { programId, partnerId, recipient }: PartnerOf & { readonly recipient: PayoutRecipient },
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "owner");
    const text = JSON.stringify(recipient);
    const sealed = secrets.encrypt(placeIn("payout_recipient", programId, partnerId), text);
    const put = await session.query(putRecipientStatement, [programId, partnerId, sealed]);
    const subject = { programId, kind: "recipient", subject: String(partnerId) } as const;
    if (put.length > 0)
      keepSignature(session, secrets, subject, { author: actor, content: signedContent.recipient(text) });
    return put;
  });
  return rows.length > 0;
}

/** For owners. False when there was none. */
export async function removePayoutRecipient(
  database: Database,
  secrets: ChangeSigner,
  { programId, partnerId }: PartnerOf,
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "owner");
    const removed = await session.query(removeRecipientStatement, [programId, partnerId]);
    const subject = { programId, kind: "recipient", subject: String(partnerId) } as const;
    if (removed.length > 0) keepSignature(session, secrets, subject, { author: actor, content: signedContent.removed });
    return removed;
  });
  return rows.length > 0;
}
