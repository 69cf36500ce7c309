// A partner's own word on where its payouts go. Asked of its address in the statement that keeps it.

import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { keepSignature, signedContent } from "../../access/signed/signed-changes.ts";
import type { PayoutRecipient } from "../../core/vocabulary/money/payout-recipient.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { withAccountKept } from "./recipients.ts";

/** The partner itself, in whose name the rest of the transaction is done. */
const actAsPartnerStatement: Statement = {
  name: "act_as_partner",
  text: `select partner_id, set_config('svc.actor', 'partner:' || partner_id, true)
           from partner_email where program_id = $1 and email_hash = $2`,
};

const putOwnRecipientStatement: Statement = {
  name: "put_own_payout_recipient",
  text: `insert into payout_recipient (program_id, partner_id, recipient_encrypted)
         select program_id, partner_id, $3::bytea from partner_email
          where program_id = $1 and email_hash = $2 and partner_id = $4
         on conflict (program_id, partner_id)
         do update set recipient_encrypted = excluded.recipient_encrypted, updated_at = now()
         returning partner_id`,
};

/** False where this person is no partner of the program. */
export async function setOwnRecipient(
  database: Database,
  secrets: Secrets,
  { programId, recipient }: { readonly programId: number; readonly recipient: PayoutRecipient },
  person: PartnerPerson,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    const who = [programId, person.emailHash];
    const [partner] = await session.query<{ partner_id: number }>(actAsPartnerStatement, who);
    if (partner === undefined) return [];
    const place = placeIn("payout_recipient", programId, partner.partner_id);
    const of = { programId, partnerId: partner.partner_id };
    const text = JSON.stringify(await withAccountKept(session, secrets, of, recipient));
    const put = await session.query(putOwnRecipientStatement, [
      ...who,
      secrets.encrypt(place, text),
      partner.partner_id,
    ]);
    const subject = { programId, kind: "recipient", subject: String(partner.partner_id) } as const;
    const signed = {
      author: { kind: "partner", partnerId: partner.partner_id },
      content: signedContent.recipient(text),
    } as const;
    if (put.length > 0) keepSignature(session, secrets, subject, signed);
    return put;
  });
  return rows.length > 0;
}
