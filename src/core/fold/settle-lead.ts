// A verified payment that names a click settles the lead a browser reported with it.
// One that names only the customer key does not: a browser could have claimed that key.
import type { Books } from "../books.ts";
import { clickThatCounts, namesClickOf } from "./attribution.ts";
import type { Brought } from "./brought.ts";
import { subjectOf } from "./keys.ts";
import { settleSubject } from "./lead.ts";

export function settleNamed(books: Books, customerKey: string | null, clickId: string | null, brought: Brought): void {
  if (clickId === null) return;
  if (customerKey !== null) {
    const customer = books.of.customer.get(customerKey);
    if (customer?.is_provisional && namesClickOf(books, customer, clickId)) {
      settleSubject(books, subjectOf.customer(customerKey), brought);
    }
    return;
  }
  for (const click of [books.of.click.get(clickId), clickThatCounts(books, clickId)]) {
    const current = click === undefined ? undefined : books.of.click.get(click.click_id);
    if (current?.provisional_subject != null) settleSubject(books, current.provisional_subject, brought);
  }
}
