// A person resolves flags, or takes that back: what they held is released, what was abuse is reversed, and a sale that was refused its
// commission earns it where nothing was wrong. The commission is computed from its sale as ever, so no order of decisions, refunds and
// disputes matters.
import { type Conclusion, ignored, recorded } from "../../conclusion.ts";
import type { Event } from "../../events/events.ts";
import type { FlagName, FlagsReopened, FlagsResolved } from "../../events/flag-events.ts";
import type { FlagRow } from "../../rows/flag-row.ts";
import type { FoldContext } from "../context.ts";
import { rebookById } from "../payment/rebook.ts";
import { earnAnew, termsOf } from "../payment/subscription.ts";
import { findFlag } from "./flags.ts";

export function foldFlagsResolved(context: FoldContext, { id, data, received_at }: Event<FlagsResolved>): Conclusion {
  const resolved = changeEach(context, data.flags, (flag) =>
    flag.resolved_as === data.as
      ? undefined
      : { ...flag, resolved_as: data.as, resolved_event_id: id, resolved_at: received_at },
  );
  if (resolved === 0) return ignored("nothing_to_resolve", "None of these flags can be resolved.");
  return recorded("Flags resolved.");
}

export function foldFlagsReopened(context: FoldContext, { data }: Event<FlagsReopened>): Conclusion {
  const reopened = changeEach(context, data.flags, (flag) =>
    flag.resolved_as === null ? undefined : { ...flag, resolved_as: null, resolved_event_id: null, resolved_at: null },
  );
  if (reopened === 0) return ignored("nothing_to_reopen", "None of these flags was resolved.");
  return recorded("Flags reopened.");
}

/** Answers how many changed. */
function changeEach(
  context: FoldContext,
  names: readonly FlagName[],
  change: (flag: FlagRow) => FlagRow | undefined,
): number {
  const { books } = context;
  let changed = 0;
  for (const name of names) {
    const flag = findFlag(books, name);
    const now = flag === undefined ? undefined : change(flag);
    if (now === undefined) continue;
    books.of.flag.put(now);
    earnBy(context, now);
    changed += 1;
  }
  return changed;
}

function earnBy(context: FoldContext, { sale_id, choice }: FlagRow): void {
  const { books } = context;
  const sale = choice === "refuse" ? books.of.sale.get(sale_id) : undefined;
  if (sale === undefined) rebookById(context, sale_id);
  else earnAnew(context, sale, termsOf(books, sale), { isOver: sale.reason === "recurring_period_ended" });
}
