// Who recruited whom, of the partners of a file: recorded once both are here, in any order of their lines. A recruiter is set once and
// before the first commission, as by hand; one that is set already stays, and no one recruits itself, by way of others either.
import { requireProgramRight } from "../../access/permission.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { NamedRecruit } from "./import-row.ts";
import type { Importing } from "./importing.ts";
import { findPartners, keyOf } from "./known.ts";
import { type NamedPartner, namesOf, partnerUnder } from "./partners.ts";

/** Those that wait for their recruiter's line are in memory: a file of more is imported again. */
const waitingMax = 100_000;
const settledAtOnce = 500;

type Recruiting = { readonly line: number; readonly partnerId: number; readonly recruitedBy: number };

/** Those whose recruiter is not here yet wait for the file's end. */
export async function takeRecruits(importing: Importing, lines: readonly NamedPartner[]): Promise<void> {
  const recruits = lines.flatMap(({ line, partner }) => {
    const { recruiter } = partner;
    return recruiter === null || recruiter === undefined ? [] : [{ line, partner, recruiter }];
  });
  for (const recruit of await settle(importing, recruits)) {
    if (importing.recruitsToSettle.length < waitingMax) importing.recruitsToSettle.push(recruit);
    else refuse(importing, recruit.line, "names a recruiter who is not here yet: import the file again.");
  }
}

/** At the end of the file. */
export async function settleRecruits(importing: Importing, mayGoOn: () => Promise<void>): Promise<void> {
  const { recruitsToSettle: waiting } = importing;
  while (waiting.length > 0) {
    await mayGoOn();
    for (const { line, recruiter } of await settle(importing, waiting.splice(0, settledAtOnce))) {
      refuse(importing, line, `was recruited by ${recruiter.externalId}, who is not here.`);
    }
  }
}

/** Answers those whose recruiter is not here. */
async function settle(importing: Importing, recruits: readonly NamedRecruit[]): Promise<NamedRecruit[]> {
  if (recruits.length === 0) return [];
  const names = recruits.flatMap(({ partner, recruiter }) => [
    ...namesOf(importing, partner),
    ...namesOf(importing, recruiter),
  ]);
  const found = await importing.database.withSession((session) => findPartners(session, importing, names));
  const missing: NamedRecruit[] = [];
  const both: Recruiting[] = [];
  for (const recruit of recruits) {
    const { line, partner, recruiter } = recruit;
    const partnerId = partnerUnder(importing, found, partner);
    // The partner's own fault was said already.
    if (partnerId === undefined) continue;
    const recruitedBy = partnerUnder(importing, found, recruiter);
    if (isSame(importing, recruit)) refuse(importing, line, itself);
    else if (recruitedBy === undefined) missing.push(recruit);
    else if (partnerId > 0 && recruitedBy > 0) both.push({ line, partnerId, recruitedBy });
  }
  if (both.length > 0) await record(importing, both);
  return missing;
}

const itself = "was recruited by itself.";

function isSame(importing: Importing, { partner, recruiter }: NamedRecruit): boolean {
  const own = new Set(namesOf(importing, partner).map(keyOf));
  return namesOf(importing, recruiter).some((name) => own.has(keyOf(name)));
}

async function record(importing: Importing, recruits: readonly Recruiting[]): Promise<void> {
  const { database, programId, actor } = importing;
  if (!importing.isApplied) {
    count(importing, await database.withSession((session) => decide(session, programId, recruits)));
    return;
  }
  let decided: Decided = { set: [], faults: [], kept: 0 };
  const results = await commitDecided(database, programId, async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    decided = await decide(session, programId, recruits);
    return decided.set.map(({ partnerId, recruitedBy }) =>
      importing.submission({
        key: `recruited:${partnerId}:${recruitedBy}`,
        occurredAt: null,
        data: { type: "partner_recruited", partner_id: partnerId, recruited_by: recruitedBy },
      }),
    );
  });
  importing.requireRecorded(results);
  count(importing, decided);
}

type Decided = {
  readonly set: readonly Recruiting[];
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  /** Lines that name another recruiter than the one that is set. */
  readonly kept: number;
};

function count(importing: Importing, { faults, kept }: Decided): void {
  for (const { line, message } of faults) refuse(importing, line, message);
  for (let number = 0; number < kept; number += 1) importing.tally.count("kept");
}

function refuse({ tally }: Importing, line: number, message: string): void {
  tally.fault([{ line, column: null, message }]);
}

const recruitsStatement: Statement = {
  name: "recruits_of_import",
  text: `select p.partner_id, p.recruited_by,
                exists (select 1
                          from (select sale_id from sale where program_id = $1 and partner_id = p.partner_id
                                 union all
                                select sale_id
                                  from commission
                                 where program_id = $1 and partner_id = p.partner_id and kind <> 'sale') s
                         cross join lateral (
                               select partner_id from commission where program_id = $1 and sale_id = s.sale_id offset 0
                               ) c
                         where c.partner_id = p.partner_id) as has_earned
           from partner p
          where p.program_id = $1 and p.partner_id = any($2::bigint[])`,
};

const aboveStatement: Statement = {
  name: "recruiters_above_partners",
  text: `with recursive above (partner_id) as (
           select partner_id from partner where program_id = $1 and partner_id = any($2::bigint[])
           union
           select p.recruited_by
             from above a
             join partner p on p.program_id = $1 and p.partner_id = a.partner_id
            where p.recruited_by is not null)
         select p.partner_id, p.recruited_by
           from above a
           join partner p on p.program_id = $1 and p.partner_id = a.partner_id
          where p.recruited_by is not null`,
};

/** In the order of their lines: of a circle within the file the last line is refused. */
async function decide(session: Session, programId: number, recruits: readonly Recruiting[]): Promise<Decided> {
  type Row = { partner_id: number; recruited_by: number | null; has_earned: boolean };
  const ids = recruits.map(({ partnerId }) => partnerId);
  const recruiters = recruits.map(({ recruitedBy }) => recruitedBy);
  const rows = await session.query<Row>(recruitsStatement, [programId, ids]);
  const edges = await session.query<{ partner_id: number; recruited_by: number }>(aboveStatement, [
    programId,
    recruiters,
  ]);
  const recruiterOf = new Map(edges.map(({ partner_id, recruited_by }) => [partner_id, recruited_by]));
  for (const { partner_id, recruited_by } of rows) if (recruited_by !== null) recruiterOf.set(partner_id, recruited_by);
  const hasEarned = new Set(rows.filter(({ has_earned }) => has_earned).map(({ partner_id }) => partner_id));
  const decided = { set: [] as Recruiting[], faults: [] as Decided["faults"][number][], kept: 0 };
  for (const recruit of recruits) {
    const { line, partnerId, recruitedBy } = recruit;
    const now = recruiterOf.get(partnerId);
    if (now === recruitedBy) continue;
    if (now !== undefined) decided.kept += 1;
    else if (partnerId === recruitedBy) decided.faults.push({ line, message: itself });
    else if (isAbove(recruiterOf, recruitedBy, partnerId)) {
      decided.faults.push({ line, message: "closes a circle: it recruited its own recruiter, or by way of others." });
    } else if (hasEarned.has(partnerId)) {
      decided.faults.push({ line, message: "has a commission already: a recruiter is set before the first one." });
    } else {
      recruiterOf.set(partnerId, recruitedBy);
      decided.set.push(recruit);
    }
  }
  return decided;
}

/** Whether `sought` is above `from`. */
function isAbove(recruiterOf: ReadonlyMap<number, number>, from: number, sought: number): boolean {
  const seen = new Set<number>();
  for (let at: number | undefined = from; at !== undefined && !seen.has(at); at = recruiterOf.get(at)) {
    if (at === sought) return true;
    seen.add(at);
  }
  return false;
}
