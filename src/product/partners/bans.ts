// Bans a partner, or lifts its ban, and brings what it was not paid yet in line: a ban with `forfeit` reverses every commission that is
// neither paid nor in a payout, and a lifted ban restores them. It does so in parts, each decided under the program's lock; a scheduled job
// does what a stopped process left, and reverses what came back from a payout since.
import { type Actor, requireTermsRight } from "../../access/permission.ts";
import type {
  BanReason,
  CommissionsForfeited,
  CommissionsRestored,
  UnpaidChoice,
} from "../../core/rules/events/ban-events.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import type { PartnerBan } from "../../core/rules/rows/rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { wakeDiscounts } from "../coupons/discounts/store.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { configurationOf, recordedId } from "../programs/record.ts";

/** Of one event, and so of one hold of the program's lock. */
const commissionsPerPartMax = 500;

type Banning = {
  readonly programId: number;
  readonly partnerId: number;
  readonly reason: BanReason;
  readonly unpaid: UnpaidChoice;
  readonly note: string | null;
};

/** How many commissions were reversed, and how many restored. */
export type SettledBan = { readonly forfeited: number; readonly restored: number };

export async function banPartner(
  database: Database,
  { programId, partnerId, reason, unpaid, note }: Banning,
  actor: Actor,
): Promise<SettledBan> {
  await decide(database, { programId, partnerId }, actor, (ban) => {
    if (ban !== null && ban.reason === reason && ban.unpaid === unpaid) return [];
    return [{ type: "partner_banned", partner_id: partnerId, reason, unpaid, note }];
  });
  return settleBan(database, { programId, partnerId }, actor);
}

type Unbanning = Pick<Banning, "programId" | "partnerId" | "note">;

export async function unbanPartner(
  database: Database,
  { programId, partnerId, note }: Unbanning,
  actor: Actor,
): Promise<SettledBan> {
  await decide(database, { programId, partnerId }, actor, (ban) =>
    ban === null ? [] : [{ type: "partner_unbanned", partner_id: partnerId, note }],
  );
  return settleBan(database, { programId, partnerId }, actor);
}

type Partner = { readonly programId: number; readonly partnerId: number };

const banStatement: Statement = {
  name: "ban_of_partner",
  text: "select ban from partner where program_id = $1 and partner_id = $2",
};

async function decide(
  database: Database,
  { programId, partnerId }: Partner,
  actor: Actor,
  eventsOf: (ban: PartnerBan | null) => readonly EventData[],
): Promise<void> {
  const results = await commitDecided(database, programId, async (session) => {
    await requireTermsRight(session, actor, programId);
    const ban = await findBan(session, { programId, partnerId });
    const events = eventsOf(ban);
    // Its codes at providers stop, or are usable again.
    if (events.length > 0) wakeDiscounts(session, { programId, partnerId });
    return events.map((data) => configurationOf(programId, data, actor));
  });
  for (const result of results) recordedId(result, programId);
}

async function findBan(session: Session, { programId, partnerId }: Partner): Promise<PartnerBan | null> {
  const [partner] = await session.query<{ ban: PartnerBan | null }>(banStatement, [programId, partnerId]);
  if (partner !== undefined) return partner.ban;
  throw new ConfigurationRefused(`Program ${programId} has no partner ${partnerId}.`, { code: "unknown_partner" });
}

/** A payout on its way is paid as it was created; what it held is reversed if it is cancelled or returned. */
const unpaidStatement: Statement = {
  name: "commissions_to_forfeit",
  text: `select s.sale_id
           from (select sale_id from sale where program_id = $1 and partner_id = $2
                  union all
                 select sale_id from commission where program_id = $1 and partner_id = $2 and kind <> 'sale') s
          cross join lateral (
                select stage, partner_id from commission where program_id = $1 and sale_id = s.sale_id offset 0
                ) c
          where c.partner_id = $2 and c.stage <> 'paid'
            and not exists (select 1 from commission_forfeit f
                             where f.program_id = $1 and f.sale_id = s.sale_id and f.partner_id = $2 and f.cause = 'banned')
            and not exists (select 1 from payout_item i
                             where i.program_id = $1 and i.sale_id = s.sale_id and i.status = 'created')
          order by s.sale_id
          limit $3`,
};

const forfeitedStatement: Statement = {
  name: "commissions_to_restore",
  text: `select sale_id
           from commission_forfeit
          where program_id = $1 and partner_id = $2 and cause = 'banned'
          order by sale_id
          limit $3`,
};

/** `actor` is null for the scheduled job. */
async function settleBan(
  database: Database,
  partner: Partner,
  actor: Actor | null,
  stop?: AbortSignal,
): Promise<SettledBan> {
  let settled: SettledBan = { forfeited: 0, restored: 0 };
  while (stop?.aborted !== true) {
    const part = await settlePart(database, partner, actor);
    if (part.forfeited + part.restored === 0) break;
    settled = { forfeited: settled.forfeited + part.forfeited, restored: settled.restored + part.restored };
  }
  return settled;
}

async function settlePart(database: Database, partner: Partner, actor: Actor | null): Promise<SettledBan> {
  const { programId, partnerId } = partner;
  let settled: SettledBan = { forfeited: 0, restored: 0 };
  const results = await commitDecided(database, programId, async (session) => {
    const isForfeited = (await findBan(session, partner))?.unpaid === "forfeit";
    const statement = isForfeited ? unpaidStatement : forfeitedStatement;
    const rows = await session.query<{ sale_id: number }>(statement, [programId, partnerId, commissionsPerPartMax]);
    const sale_ids = rows.map(({ sale_id }) => sale_id);
    settled = { forfeited: isForfeited ? rows.length : 0, restored: isForfeited ? 0 : rows.length };
    if (rows.length === 0) return [];
    const data: CommissionsForfeited | CommissionsRestored = isForfeited
      ? { type: "commissions_forfeited", partner_id: partnerId, sale_ids }
      : { type: "commissions_restored", partner_id: partnerId, sale_ids };
    const submission = configurationOf(programId, data, actor);
    return [actor === null ? { ...submission, event: { ...submission.event, source: "schedule" } } : submission];
  });
  for (const result of results) recordedId(result, programId);
  return settled;
}

/** Partners whose commissions may not be in line with their ban, of all programs. */
const bannedStatement: Statement = {
  name: "partners_with_forfeits",
  text: `select program_id, partner_id from partner where ban ->> 'unpaid' = 'forfeit'
         union
         select distinct f.program_id, f.partner_id
           from commission_forfeit f
           join partner p on p.program_id = f.program_id and p.partner_id = f.partner_id
          where f.cause = 'banned' and coalesce(p.ban ->> 'unpaid', '') <> 'forfeit'
          order by 1, 2`,
};

/** Answers how many commissions were reversed or restored. A program that is locked keeps no other waiting. */
export async function settleBans(database: Database, stop?: AbortSignal): Promise<number> {
  const partners = await database.withSession((session) =>
    session.query<{ program_id: number; partner_id: number }>(bannedStatement, []),
  );
  const faults: unknown[] = [];
  let changed = 0;
  for (const { program_id: programId, partner_id: partnerId } of partners) {
    if (stop?.aborted === true) break;
    try {
      const { forfeited, restored } = await settleBan(database, { programId, partnerId }, null, stop);
      changed += forfeited + restored;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `the bans of ${faults.length} partner(s) could not be settled`);
  return changed;
}
