// What an operator does next to paying: settings and policies change, waiting events are released, books are rebuilt, days pass.
import { expect } from "vitest";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import type { CommissionTerms } from "../../src/core/rules/events/settings/terms.ts";
import { asOwner } from "../support/service.ts";
import type { Dice } from "./dice.ts";
import type { Ledger } from "./ledger.ts";
import { saleDelivered } from "./play-sales.ts";
import type { Setting } from "./setting.ts";
import { type Play, type Turn, textOf } from "./turn.ts";

const percentage = (rate_bps: number, duration_months: number | null): CommissionTerms => ({
  type: "percentage",
  rate_bps,
  duration_months,
});
const flat = (amount_cents: number): CommissionTerms => ({
  type: "flat",
  amount_cents,
  currency: "EUR",
  duration_months: 2,
});
const terms = [
  percentage(2_000, null),
  percentage(3_333, 1),
  percentage(1_000, 0),
  flat(700),
  percentage(0, 3),
] as const;

/** Owners may set all but the fee. */
function someSettings(dice: Dice, isOperator: boolean): Partial<Settings> {
  const choices = [
    { commission: dice.oneOf(terms) },
    { hold_period_days: dice.oneOf([0, 7, 15, 30]) },
    { attribution_window_days: dice.oneOf([30, 60, 365]) },
    ...(isOperator ? [{ platform_fee_bps: dice.oneOf([0, 350, 333]) }] : []),
  ];
  return dice.anyOf(choices) ?? {};
}

export const settingsChanged: Play = async (turn) => {
  const { setting, ledger, dice, side } = turn;
  const byCommand = dice.isOneIn(2);
  const settings = someSettings(dice, byCommand);
  const { programId } = ledger.place;
  if (byCommand) await command(setting, ["programs", "update", "--program", String(programId), ...flagsOf(settings)]);
  else {
    const answer = await setting.asOwner(side, "PATCH", `/api/v1/programs/${programId}`, settings);
    expect(answer.status, textOf(answer)).toBe(200);
  }
  ledger.apply({ source: "operator", data: { type: "program_changed", name: null, status: null, settings } });
  return JSON.stringify(settings);
};

function flagsOf({ commission, ...settings }: Partial<Settings>): string[] {
  const named = Object.entries(settings).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, String(value)]);
  return [...named, ...(commission === undefined ? [] : commissionFlags(commission))];
}

function commissionFlags(commission: CommissionTerms): string[] {
  const duration = ["--commission-duration-months", String(commission.duration_months ?? "none")];
  if (commission.type === "percentage") {
    return ["--commission-type", "percentage", "--commission-rate-bps", String(commission.rate_bps), ...duration];
  }
  const amount = ["--commission-amount-cents", String(commission.amount_cents)];
  return ["--commission-type", "flat", ...amount, "--commission-currency", commission.currency, ...duration];
}

/** Of the product that some calls name. */
export const policyChanged: Play = async ({ setting, ledger, dice, side }) => {
  const { programId } = ledger.place;
  if (dice.isOneIn(3)) {
    const answer = await setting.asOwner(side, "DELETE", `/api/v1/programs/${programId}/policies/pro`);
    expect([200, 404], textOf(answer)).toContain(answer.status);
    if (answer.status === 200)
      ledger.apply({ source: "operator", data: { type: "policy_removed", product_id: "pro" } });
    return `none: ${answer.status}`;
  }
  const commission = dice.isOneIn(2) ? flat(700) : dice.oneOf(terms);
  const words = ["policies", "set", "--program", String(programId), "--product", "pro", ...commissionFlags(commission)];
  await command(setting, words);
  ledger.apply({ source: "operator", data: { type: "policy_set", product_id: "pro", commission } });
  return JSON.stringify(commission);
};

export const parkedReleased: Play = async ({ setting, ledger, dice }) => {
  const waiting = dice.anyOf(ledger.waiting);
  if (waiting === undefined) return null;
  const { programId } = ledger.place;
  const of = ["--event", String(waiting.eventId), "--reason", "a test of ours"];
  await command(setting, ["parked", "release", "--program", String(programId), ...of]);
  const data = { type: "parked_released", event_id: waiting.ownId, reason: "a test of ours" } as const;
  ledger.apply({ source: "operator", data });
  return `event ${waiting.eventId}: ${waiting.body}`;
};

/** Rebuilt from the log, or from the bytes that came: nothing differs. */
export const rebuilt: Play = async ({ setting, ledger, dice }) => {
  if (ledger.sent.length === 0) return null;
  const program = ["--program", String(ledger.place.programId)];
  const from = dice.isOneIn(2) ? ["--from-deliveries"] : [];
  expect(await command(setting, ["replay", ...program, ...from], true)).toMatchObject({ status: "done" });
  return from.join();
};

/** A row that was spoilt behind the service's back: a plan names it, one is discarded, the next applied while traffic goes on. */
export const mended: Play = async (turn) => {
  const { setting, ledger, dice } = turn;
  const { programId } = ledger.place;
  const sale = dice.anyOf(
    ledger.sales().filter(({ commission }) => commission !== null && commission.amount_cents > 0),
  );
  if (sale === undefined) return null;
  for (const book of ["commission", "platform_fee"]) {
    await asOwner(
      setting.databaseUrl,
      `update ${book} b set amount_cents = b.amount_cents - 1
         from sale s
        where s.program_id = $1 and s.transaction_id = $2 and b.program_id = s.program_id and b.sale_id = s.sale_id
          and b.amount_cents > 0`,
      [programId, sale.transaction_id],
    );
  }
  const first = await plan(setting, ledger);
  await command(setting, ["replay", "discard", String(first)]);
  const second = await plan(setting, ledger);
  const meanwhile = await saleDelivered(turn);
  const applied = await command(setting, ["replay", "apply", String(second)]);
  expect(applied).toMatchObject({ status: "applied" });
  return `${sale.transaction_id}, and meanwhile ${meanwhile}`;
};

async function plan(setting: Setting, { place }: Ledger): Promise<unknown> {
  const planned = await command(setting, ["replay", "--program", String(place.programId)]);
  expect(planned).toMatchObject({ status: "planned", programs: [{ difference: expect.anything() }] });
  return (planned as { readonly run_id: unknown }).run_id;
}

/** For all programs. */
export async function daysPass({ setting, dice }: Pick<Turn, "setting" | "dice">, ledgers: readonly Ledger[]) {
  const days = dice.oneOf([1, 2, 5, 8, 16, 31]);
  await setting.passDays(days);
  for (const ledger of ledgers) ledger.passDays(days);
  return `${days}`;
}

async function command(setting: Setting, words: readonly string[], isProcess = false): Promise<unknown> {
  const run = await setting.svc([...words, "--json"], isProcess);
  expect(run.code, `${words.join(" ")}: ${run.stderr}`).toBe(0);
  return JSON.parse(run.stdout);
}
