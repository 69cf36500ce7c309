// A server's call or a verified payment that names a click settles the lead a browser reported with it.
// One that names only the customer key does not: a browser could have claimed that key. One that names another customer than the
// click claims vouches for that customer alone.
import type { Books } from "../../books.ts";
import type { Event } from "../../events/events.ts";
import { subjectOf } from "../keys.ts";
import type { ArrivedKeys } from "../payment/arrived-keys.ts";
import { attributionByClick, claimNamed, clicksMeant } from "./attribution.ts";
import { settleNameless, settleSubject } from "./claim.ts";
import { evidenceBinding } from "./customer-binding.ts";

type Named = { readonly customerKey: string | null; readonly clickId: string | null };

/** True when it settled anything. */
export function settleNamed(
  books: Books,
  event: Event,
  { customerKey, clickId }: Named,
  arrived: ArrivedKeys,
): boolean {
  const settled = clicksMeant(books, clickId).map((meant) =>
    customerKey === null ? settleClaimOf(books, event, meant, arrived) : settleNameless(books, meant, arrived),
  );
  const customer = customerKey === null ? undefined : evidenceBinding(books, customerKey);
  const claim = customer && claimNamed(books, customer, clickId, event.received_at);
  if (customer === undefined || claim === undefined) return settled.includes(true);
  settleSubject(books, subjectOf.customer(customer.customer_key), arrived, claim);
  return true;
}

/** A report that confirms the click confirms the claims made with it, also if another click claims the same customer. */
function settleClaimOf(books: Books, event: Event, clickId: string, arrived: ArrivedKeys): boolean {
  const click = books.of.click.get(clickId);
  const subject = click?.provisional_subject ?? null;
  if (click === undefined || subject === null) return false;
  settleSubject(books, subject, arrived, attributionByClick(click, event.received_at));
  return true;
}
