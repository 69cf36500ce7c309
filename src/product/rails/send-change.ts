// Hands payouts over to the program's payment provider. What may be paid is decided, and the key of each payment recorded, under the
// program's lock and before anything is sent. The request itself is the sender's (sender.ts).
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PayoutSending } from "../../core/rules/events/rail-events.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount, type Sum } from "../../core/vocabulary/money/money.ts";
import { payoutKey, railTitles } from "../../core/vocabulary/money/payout-rails.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { askIn } from "../payouts/fixed-statement.ts";
import { openRecipient } from "../payouts/recipients-list.ts";
import { findWithheld, withheldMessage, withheldReasons } from "../payouts/withheld.ts";
import { addAttempt } from "./attempts.ts";
import { railSubmission } from "./rail-submission.ts";
import { findChosenRail, type UsableRail } from "./settings.ts";

export const payoutsPerSendMax = 500;

export const unsentReasons = [
  "not_created",
  "was_exported",
  "sum_changed",
  "currency_not_paid",
  "recipient_incomplete",
  "call_is_full",
  ...withheldReasons,
] as const;
export type UnsentReason = (typeof unsentReasons)[number];

export type NotSent = {
  readonly payout_id: number;
  readonly partner_id: number | null;
  readonly reason: UnsentReason;
  readonly message: string;
};

export type Sent = { readonly payoutIds: readonly number[]; readonly notSent: readonly NotSent[] };

/** The program pays by file: it has no provider to send anything to. */
export class NoRailChosen extends Error {
  override readonly name = "NoRailChosen";
}

type Candidate = {
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly status: string;
  readonly exported_at: Date | null;
  readonly attempt: number | null;
};

const candidatesStatement: Statement = {
  name: "payouts_to_send",
  text: `select payout_id, partner_id, currency, amount_cents, status, exported_at, attempt
           from payout
          where program_id = $1 and payout_id > 0
            and case when $2::bigint[] is null then status = 'created' and ($3::text is null or currency = $3)
                     else payout_id = any($2) end
          order by payout_id
          limit $4`,
};

const recipientsStatement: Statement = {
  name: "recipients_of_payouts",
  text: "select partner_id, recipient_encrypted from payout_recipient where program_id = $1 and partner_id = any($2::bigint[])",
};

export type SendInput = {
  readonly programId: number;
  /** Null is every payout that waits to be paid. */
  readonly payoutIds: readonly number[] | null;
  readonly currency: Currency | null;
};

export async function sendPayouts(
  database: Database,
  secrets: Secrets,
  findDueNow: (payoutIds: readonly number[]) => Promise<ReadonlyMap<number, Sum>>,
  input: SendInput,
  actor: Actor,
): Promise<Sent> {
  const { programId } = input;
  let sent: Sent = { payoutIds: [], notSent: [] };
  const decide = async (session: Session) => {
    await requireProgramRight(session, actor, programId, "payouts");
    const rail = await findChosenRail(session, secrets, programId);
    if (rail === null) throw new NoRailChosen();
    const judged = await judgeAll(session, { secrets, findDueNow, rail, input });
    const events = judged.ready.map((payout) => sending(payout, rail));
    for (const { payout_id, attempt, key, is_sandbox, rail: name } of events) {
      addAttempt(session, { program_id: programId, payout_id, attempt, key, is_sandbox, rail: name });
    }
    sent = { payoutIds: events.map(({ payout_id }) => payout_id), notSent: judged.notSent };
    return events.map((data) => railSubmission(programId, data, actor));
  };
  await commitDecided(database, programId, decide, { within: "longTransaction" });
  return sent;
}

function sending({ payout_id, attempt: before }: Candidate, { api, isSandbox }: UsableRail): PayoutSending {
  const attempt = (before ?? 0) + 1;
  const key = payoutKey(payout_id, attempt);
  return { type: "payout_sending", payout_id, rail: api.name, attempt, key, is_sandbox: isSandbox };
}

type Judging = {
  readonly secrets: Secrets;
  readonly findDueNow: (payoutIds: readonly number[]) => Promise<ReadonlyMap<number, Sum>>;
  readonly rail: UsableRail;
  readonly input: SendInput;
};

async function judgeAll(
  session: Session,
  { secrets, findDueNow, rail, input }: Judging,
): Promise<{ readonly ready: Candidate[]; readonly notSent: NotSent[] }> {
  const { programId, payoutIds, currency } = input;
  const values = [programId, payoutIds, currency, payoutsPerSendMax + 1];
  const found = await session.query<Candidate>(candidatesStatement, values);
  const partnerIds = found.map(({ partner_id }) => partner_id);
  const rows = await session.query<{ partner_id: number; recipient_encrypted: Buffer }>(recipientsStatement, [
    programId,
    partnerIds,
  ]);
  const recipients = new Map(rows.map((row) => [row.partner_id, row.recipient_encrypted]));
  const dueNow = await findDueNow(found.map(({ payout_id }) => payout_id));
  const whys = new Map(
    found.map((payout) => [payout.payout_id, whyNot(payout, rail, dueNow.get(payout.payout_id) ?? 0)]),
  );
  const payable = found.map(({ payout_id }) => payout_id).filter((payoutId) => whys.get(payoutId) === null);
  const withheld = await findWithheld(askIn(session), programId, payable);
  const ready: Candidate[] = [];
  const notSent: NotSent[] = unknownOf(input, found);
  for (const payout of found) {
    const sealed = recipients.get(payout.partner_id);
    const recipient =
      sealed === undefined ? null : openRecipient(secrets, { programId, partnerId: payout.partner_id }, sealed);
    const lacking = recipient === null ? null : rail.api.cannotPay(recipient);
    const held = withheld.get(payout.payout_id);
    const why =
      whys.get(payout.payout_id) ??
      (held === undefined ? null : because(held.reason, withheldMessage(held, payout.currency))) ??
      (lacking === null ? null : because("recipient_incomplete", lacking)) ??
      (ready.length < payoutsPerSendMax
        ? null
        : because("call_is_full", `One call sends ${payoutsPerSendMax} payouts: call again.`));
    if (why === null) ready.push(payout);
    else notSent.push({ payout_id: payout.payout_id, partner_id: payout.partner_id, ...why });
  }
  return { ready, notSent };
}

type Why = Pick<NotSent, "reason" | "message">;

function because(reason: UnsentReason, message: string): Why {
  return { reason, message };
}

function whyNot(payout: Candidate, { api }: UsableRail, dueNowCents: Sum): Why | null {
  const { payout_id, status, exported_at, currency, amount_cents } = payout;
  if (status !== "created") return because("not_created", `Payout ${payout_id} is ${status} already.`);
  if (exported_at !== null) {
    const message = `Payout ${payout_id} is in an exported file, which may pay it: cancel it and create it again.`;
    return because("was_exported", message);
  }
  if (!api.currencies.includes(currency)) {
    return because("currency_not_paid", `${railTitles[api.name]} does not pay in ${currency}.`);
  }
  const unpaid = api.whyNotAmount?.(amount_cents, currency) ?? null;
  if (unpaid !== null) return because("currency_not_paid", `${unpaid}.`);
  if (dueNowCents === amount_cents) return null;
  const [held, due] = [decimalAmount(amount_cents, currency), decimalAmount(dueNowCents, currency)];
  const message = `Payout ${payout_id} holds ${held} and ${due} is payable by now: cancel it and create it again.`;
  return because("sum_changed", message);
}

function unknownOf({ payoutIds }: SendInput, found: readonly Candidate[]): NotSent[] {
  const known = new Set(found.map(({ payout_id }) => payout_id));
  return (payoutIds ?? [])
    .filter((payoutId) => !known.has(payoutId))
    .map((payout_id) => ({
      payout_id,
      partner_id: null,
      ...because("not_created", `The program has no payout ${payout_id}.`),
    }));
}
