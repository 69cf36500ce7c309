// svc replay: rebuilds the books from the log and shows what would change, or shows the books at a point in the past. Stored deliveries are
// read again with today's adapters by default: an adapter's misreading is in the log, where no rule would find it.

import { providers } from "../../../../adapters/names.ts";
import { listBookTotals } from "../../../engine/books/book-totals.ts";
import { lookAt, type Point } from "../../../engine/replay/as-of.ts";
import type { ReplayRequest } from "../../../engine/replay/runs/runs.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../failures.ts";
import { choiceFlag, idFlag, optional, switchFlag, textFlag, timeFlag } from "../input/flags.ts";
import { type Output, tableOf } from "../output.ts";
import { replayPartsOf, runReplay, watchOf } from "../replaying.ts";

export const command = defineCommand({
  example: "replay --program 1",
  flags: {
    program: optional(idFlag("Only this program")),
    all: switchFlag("Every program"),
    provider: optional(choiceFlag(providers, "Only programs with events of this provider, and only its deliveries")),
    since: optional(timeFlag("Only programs and deliveries with events since then")),
    fromDeliveries: switchFlag("Only programs with stored deliveries to read again with today's adapters"),
    asLogged: switchFlag("Use deliveries as they were read; faster, but keeps an adapter's misreading"),
    apply: switchFlag("Apply the result at once"),
    sendCorrections: switchFlag(
      "With --apply: also send each changed row to endpoints that subscribe to row.corrected",
    ),
    asOf: optional(textFlag("Show the books as of a time, or of a seq of one program", "time|seq")),
  },
  run: (context, { program, all, provider, since, fromDeliveries, asLogged, apply, sendCorrections, asOf }) => {
    if ((program === undefined) === !all) throw new UsageError("Say which: --program <id>, or --all.");
    if (sendCorrections && !apply) throw new UsageError("--send-corrections requires --apply.");
    const programIds = program === undefined ? null : [program];
    if (asOf !== undefined) {
      if (apply || fromDeliveries || asLogged || provider !== undefined || since !== undefined) {
        throw new UsageError("--as-of only reads; it takes --program or --all and no other flag.");
      }
      return showBooksAt(context, programIds, pointOf(asOf));
    }
    if (fromDeliveries && asLogged) throw new UsageError("Choose --from-deliveries or --as-logged.");
    const request: ReplayRequest = {
      program_ids: programIds,
      provider: provider ?? null,
      since: since?.toISOString() ?? null,
      from_deliveries: !asLogged,
      ...(fromDeliveries || asLogged ? {} : { deliveries_optional: true }),
      outcome: null,
      event_id: null,
    };
    return runReplay(context, request, { applies: apply, sendsCorrections: sendCorrections });
  },
});

function pointOf(text: string): Point {
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) };
  const time = timeFlag("").safeParse(text);
  if (!time.success) throw new UsageError(`--as-of ${time.error.issues[0]?.message ?? "is no time"}, or a seq.`);
  return { time: time.data };
}

async function showBooksAt(context: Context, programIds: readonly number[] | null, point: Point): Promise<Output> {
  const { books: totals } = await lookAt(
    await replayPartsOf(context),
    { programIds, point },
    async (books, ids) => ({ books: await listBookTotals(books, ids) }),
    watchOf(context),
  );
  const columns = [
    "program_id",
    "partner_id",
    "currency",
    "sales",
    "amount_cents",
    "refunded_cents",
    "commission_cents",
    "adjustment_cents",
    "platform_fee_cents",
  ] as const;
  const at = "seq" in point ? { seq: point.seq } : { time: point.time.toISOString() };
  return {
    json: { as_of: at, data: totals },
    text: () => (totals.length === 0 ? "No sale had been recorded by then." : tableOf(totals, columns)),
  };
}
