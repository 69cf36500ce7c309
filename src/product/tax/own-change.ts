// A partner's own tax details. They are kept encrypted next to the log; what stays permanently is a line with the form, the country, how long
// it is good and a keyed digest. Neither a log line, an error nor a message has any of the rest.
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { europeanVatId } from "../../core/vocabulary/money/vat-id.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { type TaxDetails, validUntil } from "./details.ts";

/** The partner itself, in whose name the rest of the transaction is done. */
const actAsPartnerStatement: Statement = {
  name: "act_as_partner",
  text: `select partner_id, set_config('svc.actor', 'partner:' || partner_id, true)
           from partner_email where program_id = $1 and email_hash = $2`,
};

/** An answer about a VAT id counts as long as the id is the same. */
const putStatement: Statement = {
  name: "put_own_tax_details",
  text: `insert into partner_tax (program_id, partner_id, form, country, signed_on, valid_until, details_encrypted, digest, vat_status)
         select program_id, partner_id, $4, $5, $6::date, $7::date, $8::bytea, $9, $10
           from partner_email
          where program_id = $1 and email_hash = $2 and partner_id = $3
         on conflict (program_id, partner_id) do update
         set form = excluded.form, country = excluded.country, signed_on = excluded.signed_on,
             valid_until = excluded.valid_until, details_encrypted = excluded.details_encrypted, digest = excluded.digest,
             given_at = excluded.given_at, vat_status = excluded.vat_status, vat_checked_at = null, vat_attempts = 0
         returning partner_id`,
};

/** False where this person is no partner of the program. */
export async function setOwnTaxDetails(
  database: Database,
  secrets: Pick<Secrets, "encrypt" | "signChange">,
  { programId, details, now }: { readonly programId: number; readonly details: TaxDetails; readonly now: Date },
  person: PartnerPerson,
): Promise<boolean> {
  const signedOn = now.toISOString().slice(0, 10);
  const who = [programId, person.emailHash];
  const rows = await database.transaction(async (session) => {
    const [partner] = await session.query<{ partner_id: number }>(actAsPartnerStatement, who);
    if (partner === undefined) return [];
    const text = JSON.stringify(details);
    return session.query(putStatement, [
      ...who,
      partner.partner_id,
      details.form,
      details.country,
      signedOn,
      validUntil(details.form, signedOn),
      secrets.encrypt(placeIn("partner_tax", programId, partner.partner_id), text),
      secrets.signChange(JSON.stringify(["svc tax details", programId, partner.partner_id, signedOn, text])),
      details.vat_id === null || europeanVatId(details.vat_id) === undefined ? null : "unchecked",
    ]);
  });
  return rows.length > 0;
}
