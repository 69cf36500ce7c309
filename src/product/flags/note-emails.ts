// Partners' addresses are kept next to the log. Where a program looks for partners who are their own customers, their keyed hashes are noted in
// the log too, so that every rebuild of the books compares with the same. Called after each change that may have brought an address; a scheduled job
// does what a stopped process left.
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { configurationOf, recordedId } from "../programs/record.ts";

/** Of one hold of the program's lock. */
const emailsPerPartMax = 200;

/** None where the program does not compare addresses. */
const missingStatement: Statement = {
  name: "partner_emails_to_note",
  text: `select e.partner_id, e.email_hash
           from partner_email e
           join partner p on p.program_id = e.program_id and p.partner_id = e.partner_id
          where e.program_id = $1
            and coalesce(p.emails, '[]') @> jsonb_build_array(jsonb_build_object('email_hash', e.email_hash)) is false
            and (select coalesce(nullif(settings ->> 'flag_own_email', 'off'), settings ->> 'flag_recruit_circle', 'off')
                   from program_settings
                  where program_id = $1
                  order by from_event_id desc
                  limit 1) <> 'off'
          order by e.partner_id
          limit $2`,
};

type Missing = { readonly partner_id: number; readonly email_hash: string };

/** Answers how many were noted. */
export async function noteEmails(database: Database, programId: number, stop?: AbortSignal): Promise<number> {
  let noted = 0;
  while (stop?.aborted !== true) {
    const missing = await database.withSession((session) => findMissing(session, programId));
    if (missing.length === 0) break;
    const results = await commitDecided(database, programId, async (session) =>
      (await findMissing(session, programId)).map(({ partner_id, email_hash }) => {
        const noting = configurationOf(programId, { type: "partner_email_noted", partner_id, email_hash }, null);
        return { ...noting, event: { ...noting.event, source: "schedule" } };
      }),
    );
    for (const result of results) recordedId(result, programId);
    noted += results.length;
  }
  return noted;
}

function findMissing(session: Session, programId: number): Promise<Missing[]> {
  return session.query<Missing>(missingStatement, [programId, emailsPerPartMax]);
}

const programsStatement: Statement = {
  name: "programs_with_partner_emails",
  text: "select distinct program_id from partner_email order by program_id",
};

/** Of all programs. One that cannot be noted keeps no other from it. */
export async function noteAllEmails(database: Database, stop?: AbortSignal): Promise<number> {
  const programs = await database.withSession((session) =>
    session.query<{ program_id: number }>(programsStatement, []),
  );
  const faults: unknown[] = [];
  let noted = 0;
  for (const { program_id: programId } of programs) {
    if (stop?.aborted === true) break;
    try {
      noted += await noteEmails(database, programId, stop);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `partners' addresses of ${faults.length} program(s) could not be noted`);
  return noted;
}
