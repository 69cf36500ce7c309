// svc balance: the trial balance of a program, now or at an earlier moment: accounts as rows, currencies as columns, and the zero below.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import {
  balanceAccountNames,
  readTrialBalance,
  type TrialBalance,
  trialBalance,
} from "../../../../engine/books/trial-balance.ts";
import { lookAt, type Point } from "../../../../engine/replay/as-of.ts";
import { runLine } from "../../../../engine/replay/runs/history.ts";
import { type BalanceDetail, balanceDetail, inCurrency, isBalanced } from "../../../../product/balance/read.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { answerOf } from "../../../../product/operation/operation.ts";
import { CommandFailed, UsageError } from "../../failures.ts";
import { optional, textFlag, timeFlag } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import type { Ask, Asked } from "../../operation-runner.ts";
import { type Output, tableOf } from "../../output.ts";
import { replayPartsOf, watchOf } from "../../replaying.ts";

const operation = await loadOperation("balance.show");
const { flags, names } = flagsOf(operation);
const answerSchema = answerOf(balanceDetail);

export const command = defineAskingCommand({
  example: "balance --program 1 --currency USD",
  names,
  flags: {
    ...flags,
    asOf: optional(
      textFlag("As it was at a time, or directly after an event of the program; now by default", "time|event"),
    ),
  },
  run: async (ask, { asOf, ...given }, asked) => {
    const input = inputOf(names, given);
    if (asOf === undefined) return outputOf(answerSchema.parse(await ask(operation, input)).data);
    const wanted = wantedInput.parse(input);
    const moment = await momentOf(ask, wanted, asOf);
    const balance = inCurrency(await balanceAt(ask, wanted, moment, asked), wanted.currency ?? null);
    return outputOf({
      program_id: wanted.program_id,
      partner_id: wanted.partner_id ?? null,
      event_id: moment.eventId,
      as_of: moment.time,
      is_balanced: isBalanced(balance),
      ...balance,
    });
  },
});

const wantedInput = z.object({
  program_id: z.int(),
  partner_id: z.int().optional(),
  currency: balanceDetail.shape.lines.unwrap().element.shape.currency.optional(),
});
type Wanted = z.output<typeof wantedInput>;

type Moment = { readonly point: Point; readonly eventId: number | null; readonly time: Date };

const eventAnswer = z.object({ data: z.object({ seq: z.int(), received_at: z.coerce.date() }) });

async function momentOf(ask: Ask, { program_id }: Wanted, asOf: string): Promise<Moment> {
  if (/^\d{1,15}$/.test(asOf)) {
    const eventId = Number(asOf);
    const { seq, received_at } = eventAnswer.parse(await ask("events.show", { program_id, event_id: eventId })).data;
    return { point: { seq }, eventId, time: received_at };
  }
  const time = timeFlag("").safeParse(asOf);
  if (!time.success) {
    throw new UsageError(`--as-of ${time.error.issues[0]?.message ?? "is no time"}, or the id of an event.`);
  }
  return { point: { time: time.data }, eventId: null, time: time.data };
}

/** From books built from the log, by this process or by the service. */
async function balanceAt(ask: Ask, wanted: Wanted, { point }: Moment, asked: Asked): Promise<TrialBalance> {
  const { program_id: programId, partner_id: partnerId = null } = wanted;
  const { context } = asked;
  if (context === null) {
    if (partnerId !== null)
      throw new UsageError("--as-of with --partner works on the database only, not with --remote.");
    return balanceOfRun(ask, { program_id: programId, as_of: textOf(point) }, asked);
  }
  const { balance } = await lookAt(
    await replayPartsOf(context),
    { programIds: [programId], point },
    async (books) => ({ balance: await readTrialBalance(books, programId, { partnerId }) }),
    watchOf(context),
  );
  return balance;
}

function textOf(point: Point): string {
  return "seq" in point ? String(point.seq) : point.time.toISOString();
}

const pollMilliseconds = 500;
const runAnswer = z.object({
  data: z.object({
    ...runLine.pick({ run_id: true, status: true, fault: true, step_done: true, step_total: true }).shape,
    balance_then: trialBalance.nullable(),
  }),
});

async function balanceOfRun(ask: Ask, request: object, { progress, shell }: Asked): Promise<TrialBalance> {
  let run = runAnswer.parse(await ask("replays.plan", request)).data;
  while (run.status === "running") {
    const { step_done: done, step_total: total } = run;
    if (done !== null && total !== null) progress.show("Building the books", "events", { done, total });
    await sleep(pollMilliseconds, undefined, { signal: shell.stop });
    run = runAnswer.parse(await ask("replays.show", { run_id: run.run_id })).data;
  }
  if (run.balance_then !== null) return run.balance_then;
  throw new CommandFailed(`The books could not be built: ${run.fault ?? `run ${run.run_id} is ${run.status}`}.`);
}

function outputOf(balance: BalanceDetail): Output {
  return {
    json: balance,
    text: () => textOfBalance(balance),
    ...(balance.is_balanced
      ? {}
      : { failure: `Program ${balance.program_id} does not balance: svc verify --program ${balance.program_id}` }),
  };
}

function textOfBalance({ lines, fees, event_id, as_of, ...of }: BalanceDetail): string {
  if (lines.length === 0 && fees.length === 0) return "Nothing was earned or paid.";
  const place = event_id === null ? "" : `, event ${event_id}`;
  return [
    `Program ${of.program_id}${of.partner_id === null ? "" : `, partner ${of.partner_id}`}: ${as_of?.toISOString() ?? "no event"}${place}. Debits are positive, credits negative.`,
    transposed(lines, balanceAccountNames),
    ...(fees.length === 0
      ? []
      : ["Platform fees:", transposed(fees, ["accrued_cents", "given_back_cents", "owed_cents"])]),
  ].join("\n");
}

type Line<Account extends string> = { readonly [name in Account | "total_cents" | "currency"]: number | string };

/** Accounts without an entry in any currency are left out; the total never is. */
function transposed<Account extends string>(lines: readonly Line<Account>[], accounts: readonly Account[]): string {
  const shown = accounts.filter((account) => lines.some((line) => line[account] !== 0));
  const rows = [...shown, "total_cents" as const].map((account) => ({
    account: account.replace(/_cents$/, ""),
    ...Object.fromEntries(lines.map((line) => [line.currency, line[account]])),
  }));
  return tableOf<Readonly<Record<string, unknown>>>(rows, ["account", ...lines.map((line) => String(line.currency))]);
}
