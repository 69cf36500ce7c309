// Which partners look like one: their payouts go to one place, or a recruited partner signed in from an address of its recruiter. Recipients
// and addresses are kept next to the log; the log has only which partners are alike, so that a rebuild concludes the same when what was
// compared is long gone. Called after each change that may show it; a scheduled job does what a stopped process left.
import { placeIn } from "../../access/secrets/sealed-places.ts";
import { SecretUnreadable } from "../../access/secrets/sealed-value.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PartnersCompared } from "../../core/rules/events/flag-events.ts";
import type { Alike } from "../../core/rules/rows/flag-row.ts";
import { recipientSchema } from "../../core/vocabulary/money/payout-recipient.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { configurationOf, recordedId } from "../programs/record.ts";
import { addressDays } from "./partner-addresses.ts";

/** Of one event. */
const commissionsPerEventMax = 500;
/** Of one partner: the newest that are not paid. */
const commissionsMax = 5_000;
/** Of one hold of the program's lock. */
const comparedAtOnceMax = 20;

type Reads = Pick<Secrets, "decrypt">;
type Found = Pick<PartnersCompared, "partner_id" | "with_partner_id" | "by" | "is_alike">;

type Compared = {
  readonly secrets: Reads;
  readonly programId: number;
  /** To compare recipients all of them are opened. */
  readonly comparesPayouts: boolean;
};

/** Answers how many were found to be alike, or no longer. */
function comparePartners(database: Database, secrets: Reads, programId: number, stop?: AbortSignal): Promise<number> {
  return noteNews(database, { secrets, programId, comparesPayouts: true }, stop);
}

/** After a partner signed in. */
export function compareSignIns(database: Database, secrets: Reads, programId: number): Promise<number> {
  return noteNews(database, { secrets, programId, comparesPayouts: false });
}

async function noteNews(database: Database, which: Compared, stop?: AbortSignal): Promise<number> {
  const { programId } = which;
  let compared = 0;
  while (stop?.aborted !== true) {
    const found = await database.withSession((session) => findNews(session, which));
    if (found.length === 0) break;
    const results = await commitDecided(database, programId, async (session) => {
      const news = (await findNews(session, which)).slice(0, comparedAtOnceMax);
      return (await eventsOf(session, programId, news)).map((data) => {
        const noting = configurationOf(programId, data, null);
        return { ...noting, event: { ...noting.event, source: "schedule" } };
      });
    });
    for (const result of results) recordedId(result, programId);
    compared += results.length;
  }
  return compared;
}

/**
 * After a change that is stored already: a recipient that no key opens must not fail it for every partner. The recurring comparison reports
 * it.
 */
export async function compareAfterChange(database: Database, secrets: Reads, programId: number): Promise<void> {
  try {
    await comparePartners(database, secrets, programId);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
  }
}

const programsStatement: Statement = {
  name: "programs_with_partners_to_compare",
  text: `select program_id from payout_recipient
          union
         select program_id from partner_address
          order by program_id`,
};

/** Of all programs. One that cannot be compared keeps no other from it. */
export async function compareAllPartners(database: Database, secrets: Reads, stop?: AbortSignal): Promise<number> {
  const programs = await database.withSession((session) =>
    session.query<{ program_id: number }>(programsStatement, []),
  );
  const faults: unknown[] = [];
  let compared = 0;
  for (const { program_id: programId } of programs) {
    if (stop?.aborted === true) break;
    try {
      compared += await comparePartners(database, secrets, programId, stop);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `partners of ${faults.length} program(s) could not be compared`);
  return compared;
}

const looksStatement: Statement = {
  name: "program_looks_for_likeness",
  text: `select coalesce(settings ->> 'flag_shared_payout', 'off') <> 'off' as payouts,
                coalesce(settings ->> 'flag_recruit_circle', 'off') <> 'off' as recruiters
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

const partnersStatement: Statement = {
  name: "partners_to_compare",
  text: `select partner_id, recruited_by, alike
           from partner
          where program_id = $1 and (recruited_by is not null or alike is not null)`,
};

const recipientsStatement: Statement = {
  name: "recipients_to_compare",
  text: "select partner_id, recipient_encrypted from payout_recipient where program_id = $1 order by partner_id",
};

const signInsStatement: Statement = {
  name: "partners_with_one_address",
  text: `select a.digest, a.partner_id
           from partner_address a
          where a.program_id = $1
            and a.seen_at > now() - make_interval(days => $2::integer)
            and exists (select 1 from partner_address b
                         where b.program_id = $1 and b.digest = a.digest and b.partner_id <> a.partner_id
                           and b.seen_at > now() - make_interval(days => $2::integer))`,
};

type Partner = {
  readonly partner_id: number;
  readonly recruited_by: number | null;
  readonly alike: readonly Alike[] | null;
};
type Recipient = { readonly partner_id: number; readonly recipient_encrypted: Buffer };
type SignIn = { readonly digest: string; readonly partner_id: number };

/** Nothing where the program looks for neither. */
async function findNews(session: Session, { secrets, programId, comparesPayouts }: Compared): Promise<Found[]> {
  const [looks] = await session.query<{ payouts: boolean; recruiters: boolean }>(looksStatement, [programId]);
  if (looks === undefined || !(looks.payouts || looks.recruiters)) return [];
  const [partners, recipients, signIns] = await Promise.all([
    session.query<Partner>(partnersStatement, [programId]),
    comparesPayouts ? session.query<Recipient>(recipientsStatement, [programId]) : [],
    looks.recruiters ? session.query<SignIn>(signInsStatement, [programId, addressDays]) : [],
  ]);
  const recruiters = new Map(partners.map(({ partner_id, recruited_by }) => [partner_id, recruited_by]));
  const alike = [
    ...byPayout(groupsOf(placesOf(secrets, programId, recipients)), recruiters),
    ...bySignIn(groupsOf(signIns.map(({ digest, partner_id }) => [digest, partner_id] as const)), recruiters),
  ];
  const known = partners.flatMap(({ partner_id, alike: others }) =>
    (others ?? []).map((other) => ({ partner_id, with_partner_id: other.partner_id, by: other.by, is_alike: true })),
  );
  const [found, noted] = [new Set(alike.map(keyOf)), new Set(known.map(keyOf))];
  return [
    ...alike.filter((one) => !noted.has(keyOf(one))),
    // That they once signed in from one address stays so.
    ...known
      .filter((one) => comparesPayouts && one.by === "payout" && !found.has(keyOf(one)))
      .map((one) => ({ ...one, is_alike: false })),
  ];
}

function keyOf({ partner_id, with_partner_id, by }: Found): string {
  return `${partner_id} ${with_partner_id} ${by}`;
}

/** The same e-mail, or the same account, is the same place. A name alone is not. */
function placesOf(secrets: Reads, programId: number, recipients: readonly Recipient[]): (readonly [string, number])[] {
  return recipients.flatMap(({ partner_id, recipient_encrypted }) => {
    const place = placeIn("payout_recipient", programId, partner_id);
    const { email, stripe_account } = recipientSchema.parse(JSON.parse(secrets.decrypt(place, recipient_encrypted)));
    const byEmail = [`email ${email.trim().toLowerCase()}`, partner_id] as const;
    return stripe_account === undefined ? [byEmail] : [byEmail, [`account ${stripe_account}`, partner_id] as const];
  });
}

/** Those with at least two partners, each once, the oldest first. */
function groupsOf(places: readonly (readonly [place: string, partnerId: number])[]): readonly (readonly number[])[] {
  const groups = Map.groupBy(places, ([place]) => place).values();
  return [...groups]
    .map((group) => [...new Set(group.map(([, partnerId]) => partnerId))].sort((a, b) => a - b))
    .filter((group) => group.length > 1);
}

type Recruiters = ReadonlyMap<number, number | null>;

/** Each with the oldest other one, and with its recruiter: so a hundred that share a place are a hundred events. */
function byPayout(groups: readonly (readonly number[])[], recruiters: Recruiters): Found[] {
  const pairs = groups.flatMap((group) =>
    group.flatMap((partner_id) => {
      const others = [group.find((other) => other !== partner_id), recruiterIn(group, recruiters, partner_id)];
      return others.flatMap((other) => (other === undefined ? [] : [{ partner_id, with_partner_id: other }]));
    }),
  );
  return unique(pairs.map((pair) => ({ ...pair, by: "payout", is_alike: true })));
}

function bySignIn(groups: readonly (readonly number[])[], recruiters: Recruiters): Found[] {
  const pairs = groups.flatMap((group) =>
    group.flatMap((partner_id) => {
      const recruiter = recruiterIn(group, recruiters, partner_id);
      return recruiter === undefined ? [] : [{ partner_id, with_partner_id: recruiter }];
    }),
  );
  return unique(pairs.map((pair) => ({ ...pair, by: "sign_in", is_alike: true })));
}

function recruiterIn(group: readonly number[], recruiters: Recruiters, partnerId: number): number | undefined {
  const recruiter = recruiters.get(partnerId) ?? undefined;
  return recruiter !== undefined && group.includes(recruiter) ? recruiter : undefined;
}

function unique(found: readonly Found[]): Found[] {
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/** What is in a payout that waits to be paid is left as it is. What recruiters earn follows from its sale. */
const unpaidStatement: Statement = {
  name: "unpaid_commissions_of_alike",
  text: `select c.sale_id
           from commission c
          where c.program_id = $1 and c.partner_id = $2 and c.kind <> 'referral' and c.stage <> 'paid' and c.amount_cents > 0
            and not exists (select 1 from payout_item i
                             where i.program_id = $1 and i.sale_id = c.sale_id and i.status = 'created')
          order by c.sale_id desc
          limit $3`,
};

async function eventsOf(session: Session, programId: number, news: readonly Found[]): Promise<PartnersCompared[]> {
  const events: PartnersCompared[] = [];
  for (const found of news) {
    const unpaid = found.is_alike
      ? await session.query<{ sale_id: number }>(unpaidStatement, [programId, found.partner_id, commissionsMax])
      : [];
    const saleIds = unpaid.map(({ sale_id }) => sale_id);
    for (let at = 0; at === 0 || at < saleIds.length; at += commissionsPerEventMax) {
      const sale_ids = saleIds.slice(at, at + commissionsPerEventMax);
      events.push({ type: "partners_compared", ...found, sale_ids });
    }
  }
  return events;
}
