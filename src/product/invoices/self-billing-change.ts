// A partner's consent to self-billing: that the program issues invoices in its name. Given and withdrawn in the portal by the partner
// itself; access_change keeps each time, with the version and language of the text.
import type { Language } from "../../core/wording/languages.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { selfBillingTextVersion } from "./self-billing-text.ts";

/** The partner itself, in whose name the rest of the transaction is done. */
const actAsPartnerStatement: Statement = {
  name: "act_as_partner",
  text: `select partner_id, set_config('svc.actor', 'partner:' || partner_id, true)
           from partner_email where program_id = $1 and email_hash = $2`,
};

/** What was agreed to already stays as it was, and so does its time. */
const agreeStatement: Statement = {
  name: "agree_to_self_billing",
  text: `insert into self_billing as s (program_id, partner_id, text_version, language, agreed_at)
         select program_id, partner_id, $4, $5, clock_timestamp()
           from partner_email
          where program_id = $1 and email_hash = $2 and partner_id = $3
         on conflict (program_id, partner_id) do update
            set text_version = excluded.text_version, language = excluded.language, agreed_at = excluded.agreed_at,
                withdrawn_at = null
          where s.withdrawn_at is not null or s.text_version <> excluded.text_version`,
};

const withdrawStatement: Statement = {
  name: "withdraw_from_self_billing",
  text: `update self_billing set withdrawn_at = clock_timestamp()
          where program_id = $1 and partner_id = $2 and withdrawn_at is null`,
};

export type SelfBillingChoice = {
  readonly programId: number;
  /** Of the text that was read; null withdraws. */
  readonly agreesIn: Language | null;
};

/** False where this person is no partner of the program. */
export async function chooseSelfBilling(
  database: Database,
  { programId, agreesIn }: SelfBillingChoice,
  person: PartnerPerson,
): Promise<boolean> {
  return database.transaction(async (session) => {
    const who = [programId, person.emailHash];
    const [partner] = await session.query<{ partner_id: number }>(actAsPartnerStatement, who);
    if (partner === undefined) return false;
    const { partner_id } = partner;
    if (agreesIn === null) await session.query(withdrawStatement, [programId, partner_id]);
    else await session.query(agreeStatement, [...who, partner_id, selfBillingTextVersion, agreesIn]);
    return true;
  });
}
