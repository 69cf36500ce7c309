// A server's call or a verified payment that names a click settles the lead a browser reported with it.
// One that names only the customer key does not: a browser could have claimed that key. One that names another customer than the
// click claims vouches for that customer alone.
import type { Event } from "../../events/events.ts";
import type { FoldContext } from "../context.ts";
import { subjectOf } from "../keys.ts";
import { attributionByClick, claimNamed, clicksMeant } from "./attribution.ts";
import { settleNameless, settleSubject } from "./claim.ts";
import { evidenceBinding } from "./customer-binding.ts";

type Named = { readonly customerKey: string | null; readonly clickId: string | null };

/** True when it settled anything. */
export function settleNamed(context: FoldContext, event: Event, { customerKey, clickId }: Named): boolean {
  const { books } = context;
  const settled = clicksMeant(books, clickId).map((meant) =>
    customerKey === null ? settleClaimOf(context, event, meant) : settleNameless(context, meant),
  );
  const customer = customerKey === null ? undefined : evidenceBinding(books, customerKey);
  const claim = customer && claimNamed(books, customer, clickId, event.received_at);
  if (customer === undefined || claim === undefined) return settled.includes(true);
  settleSubject(context, subjectOf.customer(customer.customer_key), claim);
  return true;
}

/** A report that confirms the click confirms the claims made with it, also if another click claims the same customer. */
function settleClaimOf(context: FoldContext, event: Event, clickId: string): boolean {
  const click = context.books.of.click.get(clickId);
  const subject = click?.provisional_subject ?? null;
  if (click === undefined || subject === null) return false;
  settleSubject(context, subject, attributionByClick(click, event.received_at));
  return true;
}
