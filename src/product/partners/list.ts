// The partners of a program, by id: as they joined.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { banReasons, unpaidChoices } from "../../core/rules/events/ban-events.ts";
import { defaultGroupId } from "../../core/rules/events/group-events.ts";
import type { AcceptedAgreement, PartnerBan } from "../../core/rules/rows/rows.ts";
import { id, idOrNull, oneOf, text, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { columnsOf, type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { partnerStatuses } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const partnerLine = z.strictObject({
  partner_id: id("The partner"),
  name: words("Name people see"),
  code: words("What its links carry as `aff`; unique in the installation"),
  status: z.enum(partnerStatuses).meta({ description: "Links of a partner that is not active earn nothing" }),
  joined_at: time("When it was added"),
  group_id: words("The group it is in, whose terms its sales are paid by"),
  ban: z
    .strictObject({
      reason: z.enum(banReasons).meta({ description: "Why" }),
      unpaid: z.enum(unpaidChoices).meta({ description: "What became of commissions that were not paid" }),
      banned_at: time("Since then"),
    })
    .nullable()
    .meta({ description: "Null unless it is banned" }),
  agreement_version: z
    .int()
    .nullable()
    .meta({ description: "The version of the agreement that it accepted last; null for none" }),
  agreement_accepted_at: timeOrNull("When it accepted that version"),
  recruited_by: idOrNull("The partner that recruited it; null for none"),
  link: wordsOrNull("Its link of the service, which leads to the program's `site_url`; null while it has none"),
});

const columns = columnsOf(
  partnerLine.omit({ link: true, group_id: true, ban: true, agreement_version: true, agreement_accepted_at: true }),
);
/** The one it was moved to last. */
export const groupOfPartner = sql<string>`coalesce(group_moves -> -1 ->> 'group_id', ${sql.lit(defaultGroupId)})`;

export type PartnerLine = z.output<typeof partnerLine>;

const byPartnerId = keyset("partners", numberKey);
const newestFirst = keyset("partners, newest first", numberKey);

export const partnerFilters = {
  group_id: text("Only of this group").optional(),
  recruited_by: id("Only those that this partner recruited").optional(),
  order: oneOf(["oldest", "newest"], "Which come first; the oldest by default").optional(),
};

export async function listPartners(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof partnerFilters>,
  baseUrl: string,
): Promise<Page<PartnerLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : byPartnerId;
  const [afterPartnerId] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  let partners = selectPartners(db, programId);
  if (filter.group_id !== undefined) partners = partners.where(groupOfPartner, "=", filter.group_id);
  if (filter.recruited_by !== undefined) partners = partners.where("recruited_by", "=", filter.recruited_by);
  const rows = await partners
    .where("partner_id", isNewestFirst ? "<" : ">", afterPartnerId)
    .orderBy("partner_id", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1)
    .execute();
  return keys.page(
    rows.map((row) => withLink(row, baseUrl)),
    request,
    (partner) => [partner.partner_id],
  );
}

export async function findPartner(
  db: Kysely<Tables>,
  programId: number,
  partnerId: number,
  baseUrl: string,
): Promise<PartnerLine | undefined> {
  const row = await selectPartners(db, programId).where("partner_id", "=", partnerId).executeTakeFirst();
  return row && withLink(row, baseUrl);
}

function selectPartners(db: Kysely<Tables>, programId: number) {
  const newest = (name: "site_url" | "link_domain") =>
    db
      .selectFrom("program_settings")
      .select(sql<string | null>`settings ->> ${sql.lit(name)}`.as("value"))
      .where("program_id", "=", programId)
      .orderBy("from_event_id", "desc")
      .limit(1)
      .as(name);
  return db
    .selectFrom("partner")
    .select([...columns, "ban", "accepted", groupOfPartner.as("group_id"), newest("site_url"), newest("link_domain")])
    .where("program_id", "=", programId);
}

type Row = Omit<PartnerLine, "link" | "ban" | "agreement_version" | "agreement_accepted_at"> & {
  readonly ban: PartnerBan | null;
  readonly accepted: AcceptedAgreement | null;
  readonly site_url: string | null;
  readonly link_domain: string | null;
};

/** `baseUrl` is the service's, without a slash at its end. */
function withLink(
  { site_url: siteUrl, link_domain: domain, ban, accepted, ...row }: Row,
  baseUrl: string,
): PartnerLine {
  return {
    ...row,
    ban: ban && banShown(ban),
    agreement_version: accepted?.version ?? null,
    agreement_accepted_at: accepted === null ? null : new Date(accepted.accepted_at),
    link: siteUrl === null ? null : serviceLink({ baseUrl, domain }, row.code),
  };
}

function banShown({ reason, unpaid, banned_at }: PartnerBan): PartnerLine["ban"] {
  return { reason, unpaid, banned_at: new Date(banned_at) };
}

type LinkAddress = {
  /** The service's own, without a slash at its end. */
  readonly baseUrl: string;
  /** The brand's own, which leads to the service; null where it has none. */
  readonly domain: string | null;
};

/** It records the click on its way to the brand's site. */
export function serviceLink({ baseUrl, domain }: LinkAddress, code: string): string {
  return `${domain === null ? baseUrl : `https://${domain}`}/r/${encodeURIComponent(code)}`;
}
