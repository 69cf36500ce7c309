// Bonuses: an owner adds and stops them, and partners reach them. A bonus that was reached is due until an event says that it was
// reached, under whose id its commission is; until that one is approved it follows what is counted, and from then on it stays.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded, refused } from "../conclusion.ts";
import type { BonusAdded, BonusReached, BonusStopped } from "../events/bonus-events.ts";
import type { Event } from "../events/events.ts";
import { mustBeTaken, takesCurrency } from "../events/settings/currency-settings.ts";
import type { CommissionRow } from "../rows/sale-rows.ts";
import { addDays } from "../time.ts";
import { isPartnerActive } from "./attribution/attribution.ts";
import type { FoldContext } from "./context.ts";
import { rebookById } from "./payment/rebook.ts";
import { putCommission } from "./reversal/paid-out.ts";
import { settingsInForce } from "./settings-in-force.ts";
import { findAward, findBonus, isReached, type Reachable } from "./terms/bonus-totals.ts";
import { groupOf, holdPeriodDays } from "./terms/in-force.ts";

export function foldBonusAdded({ books }: FoldContext, { id, data }: Event<BonusAdded>): Conclusion {
  const { bonus_id, metric, at_least, period, amount_cents, currency, from, until } = data;
  // By name: the log has more of an event, such as who recorded it.
  const definition = { metric, at_least, period, amount_cents, currency, from, until };
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} has a bonus before it was created`);
  if (findBonus(books, bonus_id) !== undefined) return ignored("bonus_known", `Bonus ${bonus_id} was added before.`);
  const settings = settingsInForce(books, id);
  if (!takesCurrency(settings, currency)) return refused("unsupported_currency", `currency ${mustBeTaken(settings)}.`);
  books.of.bonus.put({ program_id: books.programId, bonus_id, from_event_id: id, stopped_event_id: null, definition });
  if (!program.uses_terms || !program.uses_bonuses) {
    books.of.program.put({ ...program, uses_terms: true, uses_bonuses: true });
  }
  return recorded("Bonus added.");
}

export function foldBonusStopped({ books }: FoldContext, { id, data }: Event<BonusStopped>): Conclusion {
  const bonus = findBonus(books, data.bonus_id);
  if (bonus === undefined || bonus.stopped_event_id !== null) {
    return ignored("bonus_not_running", `Bonus ${data.bonus_id} is not running.`);
  }
  books.of.bonus.put({ ...bonus, stopped_event_id: id });
  return recorded("Bonus stopped.");
}

/** A replay by other rules may find that it was not reached when this was recorded: then it earns nothing. */
export function foldBonusReached({ books }: FoldContext, event: Event<BonusReached>): Conclusion {
  const { partner_id, bonus_id, period } = event.data;
  if (books.of.partner.get(partner_id) === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${partner_id}.`);
  }
  const bonus = findBonus(books, bonus_id);
  const award = findAward(books, { partner_id, bonus_id, period });
  if (bonus === undefined || award?.state !== "due") {
    return ignored("bonus_not_due", `Bonus ${bonus_id} is not due to partner ${partner_id}.`);
  }
  if (!isPartnerActive(books, partner_id)) {
    return ignored("bonus_not_due", `Partner ${partner_id} is not active.`);
  }
  books.of.bonus_award.put({ ...award, state: "open", event_id: event.id, reached_at: event.received_at });
  const { amount_cents, currency } = bonus.definition;
  putCommission(books, event.id, {
    program_id: books.programId,
    sale_id: event.id,
    kind: "bonus",
    partner_id,
    amount_cents,
    amount_at_sale_cents: amount_cents,
    currency,
    status: "pending",
    stage: "pending",
    hold_until: addDays(event.received_at, holdDays(books, partner_id, event.id)),
    terms: null,
  });
  return recorded("Bonus reached.");
}

function holdDays(books: Books, partner_id: number, eventId: number): number {
  return holdPeriodDays(books, groupOf(books, { partner_id, product_id: null, customer_key: null }, eventId), eventId);
}

/** Brings what partners have reached up to the totals that have changed. */
export function keepBonuses(context: FoldContext): void {
  for (const reachable of context.books.takeReachable()) keepBonus(context, reachable);
}

function keepBonus(context: FoldContext, of: Reachable): void {
  const { books } = context;
  const isNow = isReached(books, of);
  const award = findAward(books, of);
  if (award === undefined) {
    if (isNow)
      books.of.bonus_award.put({ program_id: books.programId, ...of, state: "due", event_id: null, reached_at: null });
    return;
  }
  if (award.state === "final" || isNow === (award.state !== "below")) return;
  if (award.event_id === null) {
    books.of.bonus_award.delete(award);
    return;
  }
  books.of.bonus_award.put({ ...award, state: isNow ? "open" : "below" });
  rebookById(context, award.event_id);
}

/** From its approval on a bonus stays. */
export function fixBonus(books: Books, { kind, partner_id, sale_id }: CommissionRow): void {
  if (kind !== "bonus") return;
  const award = books.of.bonus_award.list(partner_id).find(({ event_id }) => event_id === sale_id);
  if (award !== undefined) books.of.bonus_award.put({ ...award, state: "final" });
}
