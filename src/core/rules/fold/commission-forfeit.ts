// Events that reverse commissions for a decision about their partner, and that restore them.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded } from "../conclusion.ts";
import type { CommissionsForfeited, CommissionsRestored } from "../events/ban-events.ts";
import type { Event } from "../events/events.ts";
import type { FoldContext } from "./context.ts";
import { type Forfeit, findForfeit } from "./forfeits.ts";
import { isBooked, rebookById } from "./payment/rebook.ts";

export function foldCommissionsForfeited(context: FoldContext, event: Event<CommissionsForfeited>): Conclusion {
  const { partner_id, sale_ids } = event.data;
  let forfeited = 0;
  for (const saleId of sale_ids) {
    const commission = context.books.of.commission.get(saleId);
    if (commission?.partner_id !== partner_id || commission.stage === "paid") continue;
    if (forfeit(context, { sale_id: saleId, partner_id, cause: "banned" }, event)) forfeited += 1;
  }
  if (forfeited === 0) return ignored("nothing_to_forfeit", "None of these commissions can be reversed.");
  return recorded("Commissions forfeited.");
}

export function foldCommissionsRestored(context: FoldContext, { data }: Event<CommissionsRestored>): Conclusion {
  let restored = 0;
  for (const saleId of data.sale_ids) {
    if (restore(context, { sale_id: saleId, partner_id: data.partner_id, cause: "banned" })) restored += 1;
  }
  if (restored === 0) return ignored("nothing_to_restore", "No ban reverses these commissions.");
  return recorded("Commissions restored.");
}

/** Nothing of the commission is due from now on; false where that is so already, or there is no such sale. */
function forfeit(context: FoldContext, of: Forfeit, { id, received_at }: Event): boolean {
  const { books } = context;
  if (!isBooked(books, of.sale_id) || findForfeit(books, of) !== undefined) return false;
  beginForfeits(books);
  books.of.commission_forfeit.put({ program_id: books.programId, ...of, event_id: id, forfeited_at: received_at });
  rebookById(context, of.sale_id);
  return true;
}

function restore(context: FoldContext, of: Forfeit): boolean {
  const { books } = context;
  const row = findForfeit(books, of);
  if (row === undefined) return false;
  books.of.commission_forfeit.delete(row);
  rebookById(context, of.sale_id);
  return true;
}

/** From now on they are loaded with every payment. */
function beginForfeits(books: Books): void {
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} has forfeits before it was created`);
  if (!program.has_forfeits) books.of.program.put({ ...program, has_forfeits: true });
}
