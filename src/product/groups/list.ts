// The groups of a program's partners, by name: each with its own terms and hold where it has any. The default group is always there.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { defaultGroupId } from "../../core/rules/events/group-events.ts";
import { discountDurations, type PartnerDiscount } from "../../core/rules/events/settings/discount-terms.ts";
import { joinFieldSchema } from "../../core/rules/events/settings/join-fields.ts";
import { signUpRules } from "../../core/rules/events/settings/portal-settings.ts";
import { commissionTermsSchema } from "../../core/rules/events/settings/terms.ts";
import { groupHolder } from "../../core/rules/rows/terms-rows.ts";
import { cents, count, currency, id, idOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import { discountInWords } from "../../core/wording/discount-words.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { groupOfPartner } from "../partners/list.ts";

export const groupLine = z.strictObject({
  group_id: words("The group's id; `default` always exists"),
  name: words("Name people see"),
  commission: commissionTermsSchema.nullable().meta({
    description: "What its partners earn; null where products and the program decide",
  }),
  hold_period_days: count("How long its commissions are held").nullable().meta({
    description: "How long its commissions are held; null where the program decides",
  }),
  join_text: wordsOrNull("Text on the group's join page"),
  partner_sign_up: z.enum(signUpRules).nullable().meta({
    description: "Whether people can join it by themselves; null where the program decides",
  }),
  join_fields: z.array(joinFieldSchema).readonly().meta({
    description: "What its join form asks besides name, e-mail and code",
  }),
  partner_discount: z
    .strictObject({
      connection_id: id("The connection at whose provider the codes are made"),
      summary: words("What each code gives a buyer, such as 20% off the first 3 months"),
      percent_off: count("The part of the price, in percent").nullable(),
      amount_off_cents: cents("The amount").nullable(),
      currency: currency.nullable(),
      duration: z.enum(discountDurations).meta({ description: "For how long of a subscription" }),
      months: count("With duration months: how many").nullable(),
      max_redemptions: count("How often each may be used in all").nullable(),
      code_prefix: words("What each code begins with"),
    })
    .nullable()
    .meta({ description: "The discount code that each partner gets when it joins; null for none" }),
  partners: count("How many partners are in it"),
  from_event_id: idOrNull("The event that set it last; null of a default group that was never set"),
});

export type GroupLine = z.output<typeof groupLine>;

const byGroupId = keyset("groups", textKey);

export async function listGroups(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<GroupLine>> {
  const [after] = byGroupId.after(request, [""]);
  const rows = await selectGroups(db, programId, sql`group_id > ${after}`, request.limit + 1);
  return byGroupId.page(rows, request, (group) => [group.group_id]);
}

export async function findGroup(
  db: Kysely<Tables>,
  programId: number,
  groupId: string,
): Promise<GroupLine | undefined> {
  const [row] = await selectGroups(db, programId, sql`group_id = ${groupId}`, 1);
  return row;
}

async function selectGroups(
  db: Kysely<Tables>,
  programId: number,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<GroupLine[]> {
  type Row = Omit<GroupLine, "partner_discount"> & { readonly partner_discount: PartnerDiscount | null };
  const { rows } = await sql<Row>`
    with latest as (
      select distinct on (group_id) group_id, settings, from_event_id
        from partner_group
       where program_id = ${programId}
       order by group_id, from_event_id desc
    ), every as (
      select group_id, settings, from_event_id from latest
       union all
      select ${defaultGroupId}, '{}'::jsonb, null
       where not exists (select 1 from latest where group_id = ${defaultGroupId})
    )
    select g.group_id, coalesce(g.settings ->> 'name', 'Default') as name,
           (select commission from partner_policy
             where program_id = ${programId} and holder = ${groupHolder("")} || g.group_id and product_id = ''
             order by from_event_id desc limit 1) as commission,
           (g.settings ->> 'hold_period_days')::integer as hold_period_days, g.settings ->> 'join_text' as join_text,
           g.settings ->> 'partner_sign_up' as partner_sign_up,
           coalesce(g.settings -> 'join_fields', '[]'::jsonb) as join_fields,
           nullif(g.settings -> 'partner_discount', 'null') as partner_discount,
           (select count(*)::integer from partner
             where program_id = ${programId}
               and ${groupOfPartner} = g.group_id) as partners,
           g.from_event_id
      from (select * from every where ${condition}) g
     order by g.group_id
     limit ${limit}`.execute(db);
  return rows.map(({ partner_discount: given, ...group }) => ({
    ...group,
    partner_discount: given && { ...given, summary: discountInWords(given) },
  }));
}
