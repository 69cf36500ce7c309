// Limits mails to one address and mails caused by one workspace, for any cause: counted in the database, by hour and by day (UTC), so that
// processes and restarts share one count. A call is counted before the address is looked up, so the answer reveals nothing. A browser that
// the account knows has a count of its own, so that strangers cannot use up its owner's. Addresses are stored as keyed hashes, for two
// days.
import { type Kysely, sql } from "kysely";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type MailFigures = {
  readonly rateLimitMailsPerHour: number;
  readonly mailsPerAddressPerDay: number;
  readonly mailsPerWorkspacePerDay: number;
};

export type CountedMail = {
  readonly to: string;
  /** Which invites. */
  readonly workspace?: string;
  /** A browser that is known to the address's account. */
  readonly device?: string | undefined;
};

/** Whose share is used up, and when there is more. */
export type MailRefusal = { readonly full: "address" | "workspace"; readonly retryAfterSeconds: number };

export type MailBudget = {
  /** Counts one mail; answers why it may not be sent. */
  take(mail: CountedMail): Promise<MailRefusal | undefined>;
};

type Share = {
  readonly counted: string;
  readonly period: "hour" | "day";
  readonly most: number;
  readonly full: MailRefusal["full"];
};

export function openMailBudget(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "hashEmail">,
  figures: MailFigures,
): MailBudget {
  return {
    async take({ to, workspace, device }) {
      const counted = device === undefined ? `address:${secrets.hashEmail(to)}` : `device:${device}`;
      return count(db, [
        { counted, period: "hour", most: figures.rateLimitMailsPerHour, full: "address" },
        { counted, period: "day", most: figures.mailsPerAddressPerDay, full: "address" },
        ...(workspace === undefined ? [] : [ofWorkspace(workspace, figures)]),
      ]);
    },
  };
}

function ofWorkspace(workspace: string, { mailsPerWorkspacePerDay }: MailFigures): Share {
  return { counted: `workspace:${workspace}`, period: "day", most: mailsPerWorkspacePerDay, full: "workspace" };
}

type Count = Pick<Share, "counted" | "period"> & { readonly mails: number; readonly seconds_left: number };

/** One statement, its rows always in the same order, so that two processes never wait for each other in a circle. */
async function count(db: Kysely<Tables>, shares: readonly Share[]): Promise<MailRefusal | undefined> {
  const { rows } = await sql<Count>`
    insert into mail_count (counted, period, begins_at, mails)
    select counted, period, date_trunc(period, now(), 'UTC'), 1
      from unnest(${shares.map(({ counted }) => counted)}::text[], ${shares.map(({ period }) => period)}::text[])
        as share (counted, period)
     order by counted, period
        on conflict (counted, period, begins_at) do update set mails = mail_count.mails + 1
    returning counted, period, mails,
              ceil(extract(epoch from begins_at + ('1 ' || period)::interval - now()))::integer as seconds_left`.execute(
    db,
  );
  for (const { counted, period, most, full } of shares) {
    const row = rows.find((found) => found.counted === counted && found.period === period);
    if (row !== undefined && row.mails > most) return { full, retryAfterSeconds: Math.max(1, row.seconds_left) };
  }
  return undefined;
}
