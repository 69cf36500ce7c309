// Discount codes at providers, next to the log: what is to be made there, what was made, and whether it is usable. Each is written before
// its provider is called, and one process at a time takes its turn.
import type { DiscountTerms } from "../../../core/rules/events/settings/discount-terms.ts";
import { doublingWaits, secondsToWait } from "../../../engine/jobs/waits.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";

/** Longer than all requests of one turn may take. */
const leaseSeconds = 60;
const dueMax = 100;
const waits = doublingWaits(10, 6 * 60 * 60);

/** `removed`: taken from its partner here. `failed`: never its partner's. */
export type DiscountStatus = "making" | "made" | "removed" | "failed";

export type Discount = {
  readonly program_id: number;
  readonly discount_id: number;
  readonly partner_id: number;
  readonly connection_id: number;
  readonly group_id: string | null;
  readonly code: string | null;
  readonly codes_tried: number;
  /** The prefix is of the codes of a group. */
  readonly terms: DiscountTerms & { readonly code_prefix?: string };
  readonly key: string;
  readonly author: string | null;
  readonly status: DiscountStatus;
  readonly provider_id: string | null;
  readonly is_active: boolean;
  readonly fault_count: number;
};

export type DiscountKey = Pick<Discount, "program_id" | "discount_id">;

const columns = `program_id, discount_id, partner_id, connection_id, group_id, code, codes_tried, terms, key, author, status,
                 provider_id, is_active, fault_count`;

const addStatement: Statement = {
  name: "add_provider_discount",
  text: `insert into provider_discount (program_id, partner_id, connection_id, group_id, code, terms, key, author, next_look_at)
         values ($1, $2, $3, $4, $5, $6::jsonb, gen_random_uuid()::text, $7, date_trunc('milliseconds', clock_timestamp()))
         returning ${columns}`,
};

const ofCodeStatement: Statement = {
  name: "provider_discount_of_code",
  text: `select ${columns}
           from provider_discount
          where program_id = $1 and upper(code) = upper($2) and status in ('making', 'made')`,
};

const ofGroupStatement: Statement = {
  name: "provider_discount_of_group",
  text: "select discount_id from provider_discount where program_id = $1 and partner_id = $2 and group_id = $3",
};

const dueStatement: Statement = {
  name: "due_provider_discounts",
  text: `select program_id, discount_id
           from provider_discount
          where next_look_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
          order by next_look_at
          limit $1`,
};

const claimStatement: Statement = {
  name: "claim_provider_discount",
  text: `update provider_discount
            set leased_until = clock_timestamp() + make_interval(secs => $3),
                next_look_at = clock_timestamp() + make_interval(secs => $3)
          where program_id = $1 and discount_id = $2 and (leased_until is null or leased_until < clock_timestamp())
            and ($4::boolean or next_look_at <= clock_timestamp())
         returning ${columns}`,
};

const lockStatement: Statement = {
  name: "lock_provider_discount",
  text: `select ${columns} from provider_discount where program_id = $1 and discount_id = $2 for update`,
};

const chooseCodeStatement: Statement = {
  name: "choose_code_of_provider_discount",
  text: `update provider_discount
            set code = $3, codes_tried = $4, key = gen_random_uuid()::text
          where program_id = $1 and discount_id = $2 and status = 'making'
         returning ${columns}`,
};

/** It is looked at once more: its partner may have been banned meanwhile. */
const noteStatement: Statement = {
  name: "note_provider_discount",
  text: `update provider_discount
            set status = $3, provider_id = coalesce($4, provider_id), is_active = $5, fault = $6, fault_count = 0,
                failing_since = case when $7::boolean then clock_timestamp() end,
                next_look_at = case when $8::boolean then date_trunc('milliseconds', clock_timestamp()) end,
                leased_until = null
          where program_id = $1 and discount_id = $2`,
};

/** One that was woken meanwhile stays due, and one that was removed stays removed. */
const settledStatement: Statement = {
  name: "settle_provider_discount",
  text: `update provider_discount
            set is_active = $3, fault = null, fault_count = 0, failing_since = null, leased_until = null,
                next_look_at = case when next_look_at <= clock_timestamp() then next_look_at end
          where program_id = $1 and discount_id = $2`,
};

const faultStatement: Statement = {
  name: "note_fault_of_provider_discount",
  text: `update provider_discount
            set fault = $3, fault_count = fault_count + 1, failing_since = coalesce(failing_since, clock_timestamp()),
                next_look_at = clock_timestamp() + make_interval(secs => $4), leased_until = null
          where program_id = $1 and discount_id = $2`,
};

/** The column has milliseconds and rounds: rounded up it would not be due yet. */
const wakeStatement: Statement = {
  name: "wake_provider_discounts",
  text: `update provider_discount
            set next_look_at = date_trunc('milliseconds', clock_timestamp())
          where program_id = $1 and partner_id = $2 and status in ('making', 'made')`,
};

const removedStatement: Statement = {
  name: "provider_discount_was_removed",
  text: `update provider_discount
            set status = 'removed', next_look_at = date_trunc('milliseconds', clock_timestamp())
          where program_id = $1 and upper(code) = upper($2) and status = 'made'`,
};

const movedStatement: Statement = {
  name: "provider_discount_was_moved",
  text: `update provider_discount
            set partner_id = $3, next_look_at = date_trunc('milliseconds', clock_timestamp())
          where program_id = $1 and upper(code) = upper($2) and status = 'made'`,
};

export type NewDiscount = Pick<
  Discount,
  "program_id" | "partner_id" | "connection_id" | "group_id" | "code" | "terms" | "author"
>;

export async function addDiscount(session: Session, discount: NewDiscount): Promise<Discount> {
  const { program_id, partner_id, connection_id, group_id, code, terms, author } = discount;
  const values = [program_id, partner_id, connection_id, group_id, code, JSON.stringify(terms), author];
  const [added] = await session.query<Discount>(addStatement, values);
  if (added === undefined) throw new Error("a discount was not kept");
  return added;
}

/** Of those that are or will be a partner's. */
export async function discountOfCode(session: Session, programId: number, code: string): Promise<Discount | undefined> {
  const [found] = await session.query<Discount>(ofCodeStatement, [programId, code]);
  return found;
}

/** Whether the group gave the partner one before. */
export async function hasDiscountOfGroup(
  session: Session,
  {
    programId,
    partnerId,
    groupId,
  }: { readonly programId: number; readonly partnerId: number; readonly groupId: string },
): Promise<boolean> {
  return (await session.query(ofGroupStatement, [programId, partnerId, groupId])).length > 0;
}

export function findDueDiscounts(database: Database): Promise<DiscountKey[]> {
  return database.withSession((session) => session.query<DiscountKey>(dueStatement, [dueMax]));
}

/** Undefined where another has its turn, or, unless `isAsked`, where it is not due. */
export async function claimDiscount(
  database: Database,
  { program_id, discount_id }: DiscountKey,
  isAsked: boolean,
): Promise<Discount | undefined> {
  const values = [program_id, discount_id, leaseSeconds, isAsked];
  const [claimed] = await database.transaction((session) => session.query<Discount>(claimStatement, values));
  return claimed;
}

export async function lockDiscount(session: Session, { program_id, discount_id }: DiscountKey): Promise<Discount> {
  const [locked] = await session.query<Discount>(lockStatement, [program_id, discount_id]);
  if (locked === undefined) throw new Error(`program ${program_id} has no discount ${discount_id}`);
  return locked;
}

/** With a key of its own. Undefined where it is no longer to be made. */
export async function chooseCode(
  session: Session,
  { program_id, discount_id }: DiscountKey,
  { code, codesTried }: { readonly code: string | null; readonly codesTried: number },
): Promise<Discount | undefined> {
  const [chosen] = await session.query<Discount>(chooseCodeStatement, [program_id, discount_id, code, codesTried]);
  return chosen;
}

export type DiscountNote = {
  readonly status: DiscountStatus;
  readonly providerId: string | null;
  readonly isActive: boolean;
  readonly fault: string | null;
  /** Operators are notified. */
  readonly isToReport: boolean;
  readonly isDue: boolean;
};

export function noteDiscount(session: Session, { program_id, discount_id }: DiscountKey, note: DiscountNote): void {
  const { status, providerId, isActive, fault, isToReport, isDue } = note;
  const values = [program_id, discount_id, status, providerId, isActive, fault, isToReport, isDue];
  void session.query(noteStatement, values);
}

/** The provider has it as it is to be. */
export async function settleDiscount(
  database: Database,
  { program_id, discount_id }: DiscountKey,
  isActive: boolean,
): Promise<void> {
  await database.transaction(async (session) => {
    void session.query(settledStatement, [program_id, discount_id, isActive]);
  });
}

/** It is tried again, later after each fault. */
export async function noteFault(
  database: Database,
  { program_id, discount_id, fault_count: faults }: Discount,
  fault: string,
): Promise<void> {
  const seconds = secondsToWait(waits, faults + 1);
  await database.transaction(async (session) => {
    void session.query(faultStatement, [program_id, discount_id, fault, seconds]);
  });
}

type OfPartner = { readonly programId: number; readonly partnerId: number };

/** Its partner was banned, or its ban was lifted. */
export function wakeDiscounts(session: Session, { programId, partnerId }: OfPartner): void {
  void session.query(wakeStatement, [programId, partnerId]);
}

type OfCode = { readonly programId: number; readonly code: string };

export function discountWasRemoved(session: Session, { programId, code }: OfCode): void {
  void session.query(removedStatement, [programId, code]);
}

export function discountWasMoved(session: Session, { programId, code, partnerId }: OfCode & OfPartner): void {
  void session.query(movedStatement, [programId, code, partnerId]);
}
