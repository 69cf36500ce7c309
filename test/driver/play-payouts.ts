// Payouts, over HTTP and by command: created, paid, canceled, returned, and each of these requested once too often.
import { expect } from "vitest";
import type { Currency } from "../../src/core/vocabulary/money/currencies.ts";
import { type ModelPayout, type OwedItem, type Payee, sumOf } from "../reference/account-model.ts";
import { refusalOf } from "../support/service.ts";
import type { Ledger, PersonName } from "./ledger.ts";
import { otherSide, type Play, type Turn, textOf } from "./turn.ts";

type Planned = Payee & { readonly items: readonly OwedItem[] };
type Made = { payout_id: number; partner_id: number; currency: string; amount_cents: number; item_count: number };
type LeftOut = { readonly partner_id: number; readonly currency: string; readonly reason: string };
type Answered = { readonly data: readonly Made[]; readonly left_out?: readonly LeftOut[] };

const currencies: readonly Currency[] = ["USD", "EUR", "VND"];
const minimums = [1, 1, 500, 20_000] as const;

export const payoutsCreated: Play = async (turn) => {
  const { ledger, dice } = turn;
  const owed = dice.anyOf(ledger.accounts.planned(1, () => true));
  const currency = dice.isOneIn(4) || owed === undefined ? dice.oneOf(ledger.currencies) : owed.currency;
  const partnerId = dice.isOneIn(3) ? dice.anyOf(ledger.place.partners)?.partnerId : undefined;
  const minimum = dice.oneOf(minimums);
  const needsRecipient = dice.isOneIn(4);
  const isForNothing = dice.isOneIn(4);
  const planned = ledger.accounts.planned(
    minimum,
    (payee) => payee.currency === currency && (partnerId === undefined || payee.partner_id === partnerId),
  );
  if (planned.length === 0 && !isForNothing) return null;
  const isLeftOut = (payee: Payee) => needsRecipient && payee.partner_id === ledger.place.partners[2]?.partnerId;
  const wish = {
    currency,
    minimum_cents: minimum,
    ...(partnerId === undefined ? {} : { partner_id: partnerId }),
    ...(needsRecipient ? { only_with_recipient: true } : {}),
  };
  const creator = dice.isOneIn(2) ? "owner" : null;
  const answers = creator === "owner" ? await createByHttp(turn, wish) : [await createByCommand(turn, wish)];
  const made = answers.flatMap(({ data }) => [...data]);
  const expected = planned.filter((payee) => !isLeftOut(payee));
  const figures = (one: Made) => [one.partner_id, one.currency, one.amount_cents, one.item_count];
  expect(made.map(figures)).toEqual(
    expected.map((one) => [one.partner_id, one.currency, sumOf(one.items), one.items.length]),
  );
  const leftOut = (answers[0]?.left_out ?? []).map(({ partner_id, reason }) => [partner_id, reason]);
  expect(leftOut).toEqual(planned.filter(isLeftOut).map(({ partner_id }) => [partner_id, "no_recipient"]));
  for (const [index, payout] of expected.entries()) {
    hearCreated(ledger, payout, { payoutId: made[index]?.payout_id ?? 0, creator });
  }
  return `${JSON.stringify(wish)} -> ${JSON.stringify(made.map(figures))}`;
};

/** At both processes at once now and then: what one takes the other leaves. */
async function createByHttp({ setting, ledger, dice, side }: Turn, wish: object): Promise<Answered[]> {
  const path = `/api/v1/programs/${ledger.place.programId}/payouts`;
  const sides = dice.isOneIn(2) ? [side, otherSide(side)] : [side];
  const answers = await Promise.all(sides.map((each) => setting.asOwner(each, "POST", path, wish)));
  for (const answer of answers) expect(answer.status, textOf(answer)).toBe(201);
  const bodies = answers.map((answer) => answer.body as Answered);
  return bodies.sort((a, b) => b.data.length - a.data.length);
}

/** By a process of its own now and then. */
async function createByCommand({ setting, ledger, dice }: Turn, wish: object): Promise<Answered> {
  const flags = Object.entries(wish).flatMap(([name, value]) => {
    const flag = `--${name.replace(/_id$/, "").replaceAll("_", "-")}`;
    return value === true ? [flag] : [flag, String(value)];
  });
  const run = await setting.svc([...own(ledger, "payouts", "create"), ...flags, "--json"], dice.isOneIn(4));
  // Who was left out is said on stderr as well.
  expect(run.stdout, run.stderr).toContain('"data"');
  return JSON.parse(run.stdout) as Answered;
}

export function currencyOf({ currency }: Pick<Payee, "currency">): Currency {
  const known = currencies.find((each) => each === currency);
  if (known === undefined) throw new Error(`nothing is paid in ${currency}`);
  return known;
}

function hearCreated(
  ledger: Ledger,
  { partner_id, currency, items }: Planned,
  { payoutId, creator }: { readonly payoutId: number; readonly creator: PersonName | null },
): void {
  const id = ledger.nextId;
  const paid = items.map(({ sale_id, amount_cents }) => ({ sale_id, amount_cents }));
  ledger.apply({
    source: "operator",
    data: { type: "payout_created", partner_id, currency: currencyOf({ currency }), items: paid },
  });
  ledger.payoutIds.set(id, payoutId);
  ledger.createdBy(id, creator);
}

const own = ({ place }: Ledger, ...words: readonly string[]) => [...words, "--program", String(place.programId)];

type Closing = {
  readonly from: ModelPayout["status"];
  readonly call: string;
  readonly command: string;
  readonly body: Readonly<Record<string, string>>;
  apply(ledger: Ledger, payout: ModelPayout): void;
};

const saleIdsOf = ({ items }: ModelPayout) => items.map(({ sale_id }) => sale_id);

const closings = {
  paid: {
    from: "created",
    call: "mark-paid",
    command: "mark-paid",
    body: { method: "wise", reference: "B-7" },
    apply(ledger, { id: payout_id, partner_id, currency, items }) {
      const mark = { method: "wise", reference: "B-7" };
      ledger.apply({
        source: "operator",
        data: { type: "payout_recorded", payout_id, partner_id, currency: currencyOf({ currency }), items, ...mark },
      });
    },
  },
  cancelled: {
    from: "created",
    call: "cancel",
    command: "cancel",
    body: {},
    apply: (ledger, payout) => {
      const data = {
        type: "payout_cancelled",
        payout_id: payout.id,
        sale_ids: saleIdsOf(payout),
        reason: null,
      } as const;
      ledger.apply({ source: "operator", data });
    },
  },
  returned: {
    from: "paid",
    call: "mark-returned",
    command: "mark-returned",
    body: { reason: "unclaimed" },
    apply: (ledger, payout) => {
      const of = { payout_id: payout.id, sale_ids: saleIdsOf(payout), reason: "unclaimed" };
      ledger.apply({ source: "operator", data: { type: "payout_returned", ...of } });
    },
  },
} as const satisfies Readonly<Record<string, Closing>>;

/** What a payment provider has is left to it here. */
const isOnTheWay = ({ status }: ModelPayout) => ["sending", "sent", "unclaimed"].includes(status);

/** Of those that may be; one in six is any payout, which is mostly closed already. */
function closing(what: Closing): Play {
  return async (turn) => {
    const { ledger, dice } = turn;
    const payouts = ledger.accounts.payouts.filter((payout) => !isOnTheWay(payout));
    const fitting = payouts.filter(({ status }) => status === what.from);
    const payout = dice.anyOf(dice.isOneIn(6) ? payouts : fitting);
    if (payout === undefined) return null;
    const payoutId = ledger.payoutIds.get(payout.id) ?? 0;
    const refusal = refusalToClose(ledger, what, payout);
    // A program with a provider mostly leaves it to it.
    if (ledger.place.plan.paysByPaypal && what.from === "created" && !dice.isOneIn(5)) return null;
    const done = await (dice.isOneIn(2) ? closeByHttp : closeByCommand)(turn, what, payoutId, refusal);
    if (refusal === null) what.apply(ledger, payout);
    return `payout ${payoutId} ${done}`;
  };
}

type Refused = "payout_closed" | "payout_withheld";

function refusalToClose(ledger: Ledger, what: Closing, payout: ModelPayout): Refused | null {
  if (payout.status !== what.from) return "payout_closed";
  return what.call === "mark-paid" && !ledger.isApproved(payout) ? "payout_withheld" : null;
}

/** At both processes: one closes it, and to the other it is closed. */
async function closeByHttp(
  turn: Turn,
  { call, body }: Closing,
  payoutId: number,
  refusal: Refused | null,
): Promise<string> {
  const { setting, ledger, side } = turn;
  const path = `/api/v1/programs/${ledger.place.programId}/payouts/${payoutId}/${call}`;
  const both = [side, otherSide(side)];
  const answers = await Promise.all(both.map((each) => setting.asOwner(each, "POST", path, body)));
  const all = answers.map(textOf).join("\n");
  const refused = answers.filter(({ status }) => status !== 200).map(refusalOf);
  const expected = refusal === null ? ["409 payout_closed"] : [`409 ${refusal}`, `409 ${refusal}`];
  expect(refused, all).toEqual(expected);
  return answers.map(({ status }) => status).join();
}

async function closeByCommand(turn: Turn, what: Closing, payoutId: number, refusal: Refused | null): Promise<string> {
  const { setting, ledger } = turn;
  const flags = Object.entries(what.body).flatMap(([name, value]) => [`--${name}`, value]);
  const words = [...own(ledger, "payouts", what.command), "--payout", String(payoutId), ...flags];
  const run = await setting.svc([...words, "--json"]);
  expect(run.code, run.stderr).toBe(refusal === null ? 0 : 1);
  return `by command: ${run.code}`;
}

export const payoutPaid = closing(closings.paid);
export const payoutCancelled = closing(closings.cancelled);
export const payoutReturned = closing(closings.returned);
