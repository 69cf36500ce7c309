// Manual attribution: a payment is attributed to a partner, or taken from one, or either is undone, each as an event with its reason and
// author. It is decided and recorded under the program's lock, so of two concurrent decisions about one payment one is refused.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type {
  AttributionRemoved,
  AttributionSet,
  AttributionUndone,
} from "../../core/rules/events/attribution-events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Result } from "../../engine/recording/submission.ts";
import { AttributionRefused } from "../operation/change-refused.ts";

/** By its sale or the event that reported it, or by any name it goes by. */
export type NamedPayment = { readonly eventId: number } | { readonly transactionId: string };
export type Payee =
  | { readonly partnerId: number }
  | { readonly partnerCode: string }
  | { readonly customerKey: string };

export type Decision =
  | { readonly do: "set"; readonly payee: Payee }
  | { readonly do: "remove" }
  | { readonly do: "undo" };

/** What a payment comes to: null where it is no sale. */
export type Standing = {
  readonly partner_id: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly commission_cents: number | null;
  readonly commission_currency: string | null;
  readonly commission_status: string | null;
  readonly platform_fee_cents: number;
};
export type Adjustment = { readonly partner_id: number; readonly currency: string; readonly amount_cents: number };

export type Decided = {
  readonly decisionId: number;
  readonly paymentId: number;
  readonly before: Standing | null;
  readonly after: Standing | null;
  /** What is owed or to be deducted, in addition to what was paid. */
  readonly adjustments: readonly Adjustment[];
};

const eventStatement: Statement = {
  name: "event_to_attribute",
  text: "select id from event where program_id = $1 and id = $2",
};

const aliasStatement: Statement = {
  name: "payment_to_attribute",
  text: "select payment_id as id from payment_alias where program_id = $1 and alias = $2",
};

const codeStatement: Statement = {
  name: "partner_to_attribute_to",
  text: "select partner_id as id from partner_code where program_id = $1 and code = $2",
};

/** A report that repeats another leads to the payment. */
const paymentStatement: Statement = {
  name: "payment_of_event",
  text: `with recursive payment (id, depth) as (
           select $2::bigint, 0
           union all
           select o.refers_to, p.depth + 1
             from payment p
             join outcome o on o.program_id = $1 and o.event_id = p.id
            where o.outcome = 'duplicate' and o.refers_to is not null and p.depth < 100
         )
         select id from payment order by depth desc limit 1`,
};

const standingStatement: Statement = {
  name: "standing_of_payment",
  text: `select s.partner_id, s.amount_cents, s.currency, c.amount_cents as commission_cents,
                c.currency as commission_currency, c.status as commission_status, f.amount_cents as platform_fee_cents
           from sale s
           join platform_fee f on f.program_id = s.program_id and f.sale_id = s.sale_id
           left join commission c on c.program_id = s.program_id and c.sale_id = s.sale_id
          where s.program_id = $1 and s.sale_id = $2`,
};

const adjustmentsStatement: Statement = {
  name: "adjustments_of_payment",
  text: `select partner_id, currency, amount_cents
           from adjustment
          where program_id = $1 and sale_id = $2
          order by partner_id, currency`,
};

export async function decideAttribution(
  database: Database,
  request: {
    readonly programId: number;
    readonly payment: NamedPayment;
    readonly decision: Decision;
    readonly reason: string;
  },
  actor: Actor,
): Promise<Decided> {
  const { programId, payment, decision, reason } = request;
  let named = 0;
  let before: Standing | null = null;
  let decided: Decided | null = null;
  await commitDecided(
    database,
    programId,
    async (session) => {
      await requireProgramRight(session, actor, programId, "attributions");
      named = await requirePayment(session, programId, payment);
      before = await findStanding(session, programId, await paymentOf(session, programId, named));
      const by = { event_id: named, reason };
      const data = await eventOf(session, programId, decision, by);
      const event = {
        programId,
        source: "operator",
        dedupKey: null,
        isTest: false,
        occurredAt: null,
        data,
        by: authorText(actor),
      };
      return [{ event, delivery: null, keyHash: null, keep: "when_it_changes_something", logged: null }];
    },
    {
      after: async (session, results) => {
        const decisionId = decisionOf(programId, results);
        const paymentId = await paymentOf(session, programId, named);
        decided = {
          decisionId,
          paymentId,
          before,
          after: await findStanding(session, programId, paymentId),
          adjustments: await session.query<Adjustment>(adjustmentsStatement, [programId, paymentId]),
        };
      },
    },
  );
  if (decided === null) throw new Error("a manual decision had no result");
  return decided;
}

type By = Pick<AttributionSet, "event_id" | "reason">;

async function eventOf(
  session: Session,
  programId: number,
  decision: Decision,
  by: By,
): Promise<AttributionSet | AttributionRemoved | AttributionUndone> {
  if (decision.do === "remove") return { type: "attribution_removed", ...by };
  if (decision.do === "undo") return { type: "attribution_undone", ...by };
  const { payee } = decision;
  if ("customerKey" in payee) {
    return { type: "attribution_set", ...by, partner_id: null, customer_key: payee.customerKey };
  }
  const partnerId =
    "partnerId" in payee ? payee.partnerId : await requirePartner(session, programId, payee.partnerCode);
  return { type: "attribution_set", ...by, partner_id: partnerId, customer_key: null };
}

async function requirePayment(session: Session, programId: number, payment: NamedPayment): Promise<number> {
  const [found] =
    "eventId" in payment
      ? await session.query<{ id: number }>(eventStatement, [programId, payment.eventId])
      : await session.query<{ id: number }>(aliasStatement, [programId, payment.transactionId]);
  if (found !== undefined) return found.id;
  const what = "eventId" in payment ? `event ${payment.eventId}` : `payment ${payment.transactionId}`;
  throw new AttributionRefused("unknown_payment", `Program ${programId} has no ${what}.`);
}

async function requirePartner(session: Session, programId: number, code: string): Promise<number> {
  const [found] = await session.query<{ id: number }>(codeStatement, [programId, code]);
  if (found !== undefined) return found.id;
  throw new AttributionRefused("unknown_partner", `Program ${programId} has no partner with the code ${code}.`);
}

async function paymentOf(session: Session, programId: number, eventId: number): Promise<number> {
  const [payment] = await session.query<{ id: number }>(paymentStatement, [programId, eventId]);
  return payment?.id ?? eventId;
}

async function findStanding(session: Session, programId: number, paymentId: number): Promise<Standing | null> {
  const [standing] = await session.query<Standing>(standingStatement, [programId, paymentId]);
  return standing ?? null;
}

function decisionOf(programId: number, [result]: readonly Result[]): number {
  if (result?.kind === "unknown_program") {
    throw new AttributionRefused("unknown_payment", `There is no program ${programId}.`);
  }
  if (result?.kind !== "concluded") throw new Error(`a manual decision cannot end as ${result?.kind}`);
  if (result.eventId !== null) return result.eventId;
  const { reason, message } = result.conclusion;
  const code = refusals.find((one) => one === reason);
  if (code === undefined) throw new Error(`a manual decision was concluded as ${reason}`);
  throw new AttributionRefused(code, message);
}

const refusals = [
  "unknown_partner",
  "partner_inactive",
  "no_attribution",
  "already_attributed",
  "not_attributable",
  "not_attributed",
] as const;
