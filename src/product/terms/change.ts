// Commission terms of products, partners and groups, groups themselves, and partners moved between them: events of the program's log,
// recorded only while the actor may set terms.
import { type Actor, requireTermsRight } from "../../access/permission.ts";
import type { EventData, PolicyScope } from "../../core/rules/events/events.ts";
import { type ExistingCustomers, type GroupSettings, groupsMax } from "../../core/rules/events/group-events.ts";
import type { CommissionTerms } from "../../core/rules/events/terms.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { configure, recordAll } from "../programs/record.ts";

/** Terms for a product, a partner or a group; null takes them away. */
export async function setPolicy(
  database: Database,
  { programId, scope, commission }: Policy,
  actor: Actor,
): Promise<void> {
  await configure(database, programId, policyEvent(scope, commission), actor, requireTermsRight);
}

type Policy = {
  readonly programId: number;
  readonly scope: PolicyScope;
  readonly commission: CommissionTerms | null;
};

function policyEvent(scope: PolicyScope, commission: CommissionTerms | null): EventData {
  return commission === null ? { type: "policy_removed", ...scope } : { type: "policy_set", ...scope, commission };
}

/** Makes the group, or changes what is given of it. `commission` null takes its own terms away; undefined leaves them. */
export async function setGroup(
  database: Database,
  group: {
    readonly programId: number;
    readonly groupId: string;
    readonly settings: Partial<GroupSettings>;
    readonly commission: CommissionTerms | null | undefined;
  },
  actor: Actor,
): Promise<void> {
  const { programId, groupId, settings, commission } = group;
  const events: EventData[] = [{ type: "group_set", group_id: groupId, settings }];
  if (commission !== undefined) events.push(policyEvent({ product_id: null, group_id: groupId }, commission));
  await recordAll(database, programId, events, actor, {
    before: async (session) => {
      await requireTermsRight(session, actor, programId);
      await requireRoomForGroup(session, programId, groupId);
    },
  });
}

const countGroupsStatement: Statement = {
  name: "count_groups",
  text: `select count(distinct group_id)::integer as groups, coalesce(bool_or(group_id = $2), false) as is_known
           from partner_group
          where program_id = $1`,
};

async function requireRoomForGroup(session: Session, programId: number, groupId: string): Promise<void> {
  const [row] = await session.query<{ groups: number; is_known: boolean }>(countGroupsStatement, [programId, groupId]);
  if (row === undefined || row.is_known || row.groups < groupsMax) return;
  throw new ConfigurationRefused(`A program has at most ${groupsMax} groups.`, { code: "too_many_groups" });
}

export async function movePartner(
  database: Database,
  move: {
    readonly programId: number;
    readonly partnerId: number;
    readonly groupId: string;
    readonly existingCustomers: ExistingCustomers;
  },
  actor: Actor,
): Promise<void> {
  const { programId, partnerId: partner_id, groupId: group_id, existingCustomers: existing_customers } = move;
  const data: EventData = { type: "partner_moved", partner_id, group_id, existing_customers };
  await configure(database, programId, data, actor, requireTermsRight);
}
