// Partners that join a group which gives each a discount code of its own: written down in the transaction that lets the partner in, and
// made by the job (make-due.ts).
import { defaultGroupId, type GroupSettings } from "../../../core/rules/events/group-events.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";
import { addDiscount } from "./store.ts";

const settingsStatement: Statement = {
  name: "discount_of_group",
  text: `select settings -> 'partner_discount' as partner_discount
           from partner_group
          where program_id = $1 and group_id = $2
          order by from_event_id desc
          limit 1`,
};

type Joining = { readonly programId: number; readonly groupId: string | undefined };

/** What the group gives those who join it. */
export async function findPartnerDiscount(
  session: Session,
  { programId, groupId = defaultGroupId }: Joining,
): Promise<NonNullable<GroupSettings["partner_discount"]> | null> {
  type Row = Pick<GroupSettings, "partner_discount">;
  const [group] = await session.query<Row>(settingsStatement, [programId, groupId]);
  return group?.partner_discount ?? null;
}

/** `given` is what the group gives, read before. */
export function queueDiscount(
  session: Session,
  { programId, groupId = defaultGroupId, partnerId }: Joining & { readonly partnerId: number },
  { connection_id, ...terms }: NonNullable<GroupSettings["partner_discount"]>,
): void {
  void addDiscount(session, {
    ...{ program_id: programId, partner_id: partnerId, group_id: groupId, connection_id },
    ...{ code: null, terms, author: null },
  });
}
