// Links with which a partner sees its own clicks, leads, commissions and payouts, without an account: the holder of the link has
// the page, until it expires or all links made so far are revoked.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { keepTakenOut } from "../../access/taken-out.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { writePartnerToken } from "./token.ts";

const millisecondsPerDay = 86_400_000;
export const linkDaysMax = 366;
export const linkDaysDefault = 30;

type PartnerOf = { readonly programId: number; readonly partnerId: number };

const partnerNowStatement: Statement = {
  name: "partner_now",
  text: `select clock_timestamp()::timestamptz(3) as now from partner where program_id = $1 and partner_id = $2`,
};

const revokeStatement: Statement = {
  name: "revoke_partner_links",
  text: `insert into partner_links_revoked (program_id, partner_id, made_before)
         select program_id, partner_id, clock_timestamp() from partner where program_id = $1 and partner_id = $2
         on conflict (program_id, partner_id) do update set made_before = excluded.made_before
         returning made_before`,
};

export type PartnerLink = { readonly path: string; readonly expiresAt: Date };

/** By the database's clock, as revoking is. Undefined when the program has no such partner. */
export async function makePartnerLink(
  database: Database,
  secrets: Secrets,
  { programId, partnerId, days }: PartnerOf & { readonly days: number },
  actor: Actor,
): Promise<PartnerLink | undefined> {
  const partner = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "programs");
    const [found] = await session.query<{ now: Date }>(partnerNowStatement, [programId, partnerId]);
    if (found === undefined) return undefined;
    const until = found.now.getTime() + days * millisecondsPerDay;
    const detail = { expires_at: new Date(until).toISOString() };
    keepTakenOut(session, { change: "partner_link_made", programId, subject: String(partnerId), detail }, actor);
    return { madeAt: found.now.getTime(), expiresAt: until };
  });
  if (partner === undefined) return undefined;
  const { madeAt, expiresAt } = partner;
  const token = writePartnerToken(secrets, { programId, partnerId, madeAt, expiresAt });
  return { path: `/partner/${token}`, expiresAt: new Date(expiresAt) };
}

/** No link to the partner's page that was made until now opens it any more. Undefined when there is no such partner. */
export async function revokePartnerLinks(
  database: Database,
  { programId, partnerId }: PartnerOf,
  actor: Actor,
): Promise<Date | undefined> {
  const [revoked] = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "programs");
    return session.query<{ made_before: Date }>(revokeStatement, [programId, partnerId]);
  });
  return revoked?.made_before;
}
