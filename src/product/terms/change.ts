// Commission terms of products, partners and groups, groups themselves, and partners moved between them: events of the program's log,
// recorded only while the actor may set terms. A call that changes nothing records nothing, so repeating it is safe.
import { isDeepStrictEqual } from "node:util";
import { type Actor, requireTermsRight } from "../../access/permission.ts";
import type { EventData, PolicyScope } from "../../core/rules/events/events.ts";
import {
  defaultGroupId,
  type ExistingCustomers,
  type GroupSettings,
  groupsMax,
} from "../../core/rules/events/group-events.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import { type CommissionTerms, termsOfHolderMax } from "../../core/rules/events/settings/terms.ts";
import { groupHolder, holderOf } from "../../core/rules/rows/terms-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { findPartnerDiscount, queueDiscount } from "../coupons/discounts/joining.ts";
import { hasDiscountOfGroup } from "../coupons/discounts/store.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { configurationOf, recordedId, requirePayable } from "../programs/record.ts";

type Policy = {
  readonly programId: number;
  readonly scope: PolicyScope;
  readonly commission: CommissionTerms | null;
};

/** Terms for a product, a partner or a group; null removes them. */
export function setPolicy(database: Database, { programId, scope, commission }: Policy, actor: Actor): Promise<void> {
  return decide(database, programId, actor, async (session) => {
    const now = await findPolicy(session, programId, scope);
    if (isDeepStrictEqual(now, commission)) return [];
    await requireRoomForTerms(session, programId, scope);
    return [policyEvent(scope, commission)];
  });
}

function policyEvent(scope: PolicyScope, commission: CommissionTerms | null): EventData {
  return commission === null ? { type: "policy_removed", ...scope } : { type: "policy_set", ...scope, commission };
}

type Group = {
  readonly programId: number;
  readonly groupId: string;
  readonly settings: Partial<GroupSettings>;
  /** Null removes the group's terms; undefined leaves them. */
  readonly commission: CommissionTerms | null | undefined;
};

/** Creates the group, or changes the given settings. */
export function setGroup(
  database: Database,
  { programId, groupId, settings, commission }: Group,
  actor: Actor,
): Promise<void> {
  const scope = { product_id: null, group_id: groupId };
  return decide(database, programId, actor, async (session) => {
    const now = await findGroup(session, programId, groupId);
    const events: EventData[] = [];
    const before = now && { join_fields: [], partner_discount: null, ...now };
    if (before === undefined || !isDeepStrictEqual({ ...before, ...settings }, before)) {
      events.push({ type: "group_set", group_id: groupId, settings });
    }
    if (commission !== undefined && !isDeepStrictEqual(await findPolicy(session, programId, scope), commission)) {
      // All of it is refused, and not the terms alone.
      await requireTakenCurrency(session, programId, commission);
      events.push(policyEvent(scope, commission));
    }
    return events;
  });
}

type Move = {
  readonly programId: number;
  readonly partnerId: number;
  readonly groupId: string;
  readonly existingCustomers: ExistingCustomers;
};

export function movePartner(
  database: Database,
  { programId, partnerId: partner_id, groupId: group_id, existingCustomers: existing_customers }: Move,
  actor: Actor,
): Promise<void> {
  return decide(database, programId, actor, async (session) => {
    const [partner] = await session.query<{ group_id: string | null }>(groupOfPartnerStatement, [
      programId,
      partner_id,
    ]);
    if (partner !== undefined && (partner.group_id ?? defaultGroupId) === group_id) return [];
    const joining = { programId, groupId: group_id, partnerId: partner_id };
    const discount = partner === undefined ? null : await findPartnerDiscount(session, joining);
    // One for each partner, however often it joins.
    if (discount !== null && !(await hasDiscountOfGroup(session, joining))) queueDiscount(session, joining, discount);
    return [{ type: "partner_moved", partner_id, group_id, existing_customers }];
  });
}

/** Records what is decided while the program's head is locked. */
async function decide(
  database: Database,
  programId: number,
  actor: Actor,
  eventsOf: (session: Session) => Promise<readonly EventData[]>,
): Promise<void> {
  const results = await commitDecided(database, programId, async (session) => {
    await requireTermsRight(session, actor, programId);
    return (await eventsOf(session)).map((data) => configurationOf(programId, data, actor));
  });
  for (const result of results) recordedId(result, programId);
}

const settingsStatement: Statement = {
  name: "settings_in_force",
  text: "select settings from program_settings where program_id = $1 order by from_event_id desc limit 1",
};

async function requireTakenCurrency(
  session: Session,
  programId: number,
  commission: CommissionTerms | null,
): Promise<void> {
  const [row] = await session.query<{ settings: Settings }>(settingsStatement, [programId]);
  if (row !== undefined) requirePayable(row.settings, { commission });
}

const policyStatement: Statement = {
  name: "policy_in_force",
  text: "select commission from policy where program_id = $1 and product_id = $2 order by from_event_id desc limit 1",
};

const partnerPolicyStatement: Statement = {
  name: "partner_policy_in_force",
  text: `select commission
           from partner_policy
          where program_id = $1 and holder = $2 and product_id = $3
          order by from_event_id desc
          limit 1`,
};

/** Null if the scope has no terms. */
async function findPolicy(session: Session, programId: number, scope: PolicyScope): Promise<CommissionTerms | null> {
  const holder = holderOf(scope);
  type Row = { readonly commission: CommissionTerms | null };
  const [row] =
    holder === null
      ? await session.query<Row>(policyStatement, [programId, scope.product_id])
      : await session.query<Row>(partnerPolicyStatement, [programId, holder, scope.product_id ?? ""]);
  return row?.commission ?? null;
}

const groupStatement: Statement = {
  name: "group_in_force",
  text: `select settings
           from partner_group
          where program_id = $1 and group_id = $2
          order by from_event_id desc
          limit 1`,
};

const countGroupsStatement: Statement = {
  name: "count_groups",
  text: "select count(distinct group_id)::integer as groups from partner_group where program_id = $1",
};

/** Undefined where it is new; refused where there are too many. */
async function findGroup(session: Session, programId: number, groupId: string): Promise<GroupSettings | undefined> {
  const [group] = await session.query<{ settings: GroupSettings }>(groupStatement, [programId, groupId]);
  if (group !== undefined) return group.settings;
  const [count] = await session.query<{ groups: number }>(countGroupsStatement, [programId]);
  if (count === undefined || count.groups < groupsMax) return undefined;
  throw new ConfigurationRefused(`A program has at most ${groupsMax} groups.`, { code: "too_many_groups" });
}

const groupOfPartnerStatement: Statement = {
  name: "group_of_partner",
  text: `select group_moves -> -1 ->> 'group_id' as group_id from partner where program_id = $1 and partner_id = $2`,
};

const countTermsStatement: Statement = {
  name: "count_terms_of_holder",
  text: `select count(distinct product_id)::integer as products, coalesce(bool_or(product_id = $3), false) as is_known
           from partner_policy
          where program_id = $1 and holder = $2`,
};

/** All terms of a partner or group are loaded with each of its sales. */
async function requireRoomForTerms(session: Session, programId: number, scope: PolicyScope): Promise<void> {
  const holder = holderOf(scope);
  if (holder === null) return;
  const [row] = await session.query<{ products: number; is_known: boolean }>(countTermsStatement, [
    programId,
    holder,
    scope.product_id ?? "",
  ]);
  if (row === undefined || row.is_known || row.products < termsOfHolderMax) return;
  const whose = holder === groupHolder(scope.group_id ?? "") ? "group" : "partner";
  throw new ConfigurationRefused(`A ${whose} has terms for at most ${termsOfHolderMax} products.`, {
    code: "too_many_terms",
  });
}
