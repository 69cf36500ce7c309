// Who paid, by what a provider's payload names: its program, and the click, customer or subscription that earned it.
import type { Books } from "../books.ts";
import { type Conclusion, ignored } from "../conclusion.ts";
import type { Event, RecordedFact } from "../events.ts";
import type { Attribution } from "../rows.ts";
import { attributionOf, bindingThatEarns, clickThatCounts } from "./attribution.ts";
import { identitiesOf } from "./keys.ts";

export type Payer = Extract<RecordedFact, { payer: unknown }>["payer"];

const programInactive = "program_inactive";

/** Metadata is often set by code a browser can reach: the program it names must be the connection's own. */
export function wrongProgram(books: Books, programId: string | null): Conclusion | undefined {
  if (programId === null || programId === String(books.programId)) return undefined;
  return ignored("wrong_program", "The metadata names another program than this connection's.");
}

/** For what was told while the program was not active, also when it is folded again later. */
export function inactiveProgram(books: Books, event: Event): Conclusion | undefined {
  const isToldNow = event.id === books.folding.id;
  const wasInactive = isToldNow
    ? books.of.program.get("")?.status !== "active"
    : books.of.outcome.get(event.id)?.reason === programInactive;
  return wasInactive ? ignored(programInactive, "The program is not active: no sale was created.") : undefined;
}

/** Click, customer, subscription, the provider's customer, the address: the first one known. */
export function attributePayer(books: Books, payer: Payer, subscriptionId: string | null): Attribution | undefined {
  const click = payer.click_id === null ? undefined : clickThatCounts(books, payer.click_id);
  if (click !== undefined) return attributionOf(click);
  const bound = payer.customer_key === null ? undefined : bindingThatEarns(books, payer.customer_key, payer.click_id);
  if (bound !== undefined) return bound;
  const subscription = subscriptionId === null ? undefined : books.of.subscription.get(subscriptionId);
  if (subscription !== undefined) return attributionOf(subscription);
  for (const identity of identitiesOf(payer)) {
    const known = books.of.identity.get(identity);
    if (known !== undefined) return attributionOf(known);
  }
  return undefined;
}
