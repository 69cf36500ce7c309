// Who recruited a partner: said once, before its first commission, since what a recruiter earns follows from it. An event of the program's
// log, recorded only while the actor may set terms.
import { type Actor, requireTermsRight } from "../../access/permission.ts";
import { foldedPartnerCode } from "../../core/rules/partner-code.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { configurationOf, recordedId } from "../programs/record.ts";

type Recruiting = { readonly programId: number; readonly partnerId: number; readonly recruitedBy: number };

/** The program is locked meanwhile: a partner's commissions are found by its sales, which an index has, and the few without one. */
const recruitedStatement: Statement = {
  name: "recruiter_of_partner",
  text: `select p.recruited_by,
                exists (select 1
                          from (select sale_id from sale where program_id = $1 and partner_id = $2
                                 union all
                                select sale_id from commission where program_id = $1 and partner_id = $2 and kind <> 'sale') s
                         cross join lateral (
                               select partner_id from commission where program_id = $1 and sale_id = s.sale_id offset 0
                               ) c
                         where c.partner_id = $2) as has_earned
           from partner p
          where p.program_id = $1 and p.partner_id = $2`,
};

/** The partners above one, up to the first. */
const aboveStatement: Statement = {
  name: "recruiters_above_partner",
  text: `with recursive above (partner_id) as (
           select partner_id from partner where program_id = $1 and partner_id = $2
           union
           select p.recruited_by
             from above a
             join partner p on p.program_id = $1 and p.partner_id = a.partner_id
            where p.recruited_by is not null)
         select partner_id from above`,
};

/** Setting the same recruiter again changes nothing. */
export async function setRecruiter(database: Database, recruiting: Recruiting, actor: Actor): Promise<void> {
  const { programId, partnerId, recruitedBy } = recruiting;
  const results = await commitDecided(database, programId, async (session) => {
    await requireTermsRight(session, actor, programId);
    const [partner] = await session.query<{ recruited_by: number | null; has_earned: boolean }>(recruitedStatement, [
      programId,
      partnerId,
    ]);
    if (partner === undefined) throw unknownPartner(programId, partnerId);
    if (partner.recruited_by === recruitedBy) return [];
    if (partner.recruited_by !== null) {
      throw refused(`Partner ${partnerId} was recruited by partner ${partner.recruited_by}, which never changes.`);
    }
    if (partner.has_earned) {
      throw refused(`Partner ${partnerId} has a commission already: a recruiter is set before the first one.`);
    }
    const above = await session.query<{ partner_id: number }>(aboveStatement, [programId, recruitedBy]);
    if (above.length === 0) throw unknownPartner(programId, recruitedBy);
    if (above.some(({ partner_id }) => partner_id === partnerId)) {
      throw refused(`Partner ${recruitedBy} was recruited by way of partner ${partnerId}, or is the same: no circle.`);
    }
    const data = { type: "partner_recruited", partner_id: partnerId, recruited_by: recruitedBy } as const;
    return [configurationOf(programId, data, actor)];
  });
  for (const result of results) recordedId(result, programId);
}

const partnerOfCodeStatement: Statement = {
  name: "recruiter_by_code",
  text: `select partner_id
           from partner_code
          where program_id = $1 and lower(code collate "C") = $2 and not is_near_another`,
};

/** The partner of the program whose code a join link names; null for none. */
export async function findRecruiter(session: Session, programId: number, code: string): Promise<number | null> {
  const [partner] = await session.query<{ partner_id: number }>(partnerOfCodeStatement, [
    programId,
    foldedPartnerCode(code),
  ]);
  return partner?.partner_id ?? null;
}

function unknownPartner(programId: number, partnerId: number): ConfigurationRefused {
  return new ConfigurationRefused(`Program ${programId} has no partner ${partnerId}.`, { code: "unknown_partner" });
}

function refused(message: string): ConfigurationRefused {
  return new ConfigurationRefused(message, { code: "recruiter_refused" });
}
