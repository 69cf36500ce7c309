// Addresses of customers, as keyed hashes. An address leads to one customer in the books (`identity`); who buys under several names by one
// address is known by it here as well, so that a partner cannot buy for itself under a new name each time. Only where addresses are compared.
import type { Books } from "../../books.ts";
import type { FoldContext } from "../context.ts";
import { identityOf } from "../keys.ts";
import { looksAt } from "./flags.ts";

/** Of each customer; the first are kept. */
const emailsPerCustomerMax = 5;

/** A server or a payment said so, and what the address leads to is known. True when it is news. */
export function noteCustomerEmail(
  { books, cause }: FoldContext,
  customerKey: string | null,
  emailHash: string | null,
): boolean {
  if (customerKey === null || emailHash === null || !looksAt(books, "emails")) return false;
  if (hasEmail(books, customerKey, emailHash)) return false;
  if (books.of.customer_email.list(customerKey).length >= emailsPerCustomerMax) return false;
  books.of.customer_email.put({
    program_id: books.programId,
    customer_key: customerKey,
    email_hash: emailHash,
    event_id: cause.id,
  });
  return true;
}

/** Whether the customer is known by this address. */
export function hasEmail(books: Books, customerKey: string, emailHash: string): boolean {
  if (books.of.identity.get(identityOf.email(emailHash))?.customer_key === customerKey) return true;
  return books.of.customer_email.list(customerKey).some(({ email_hash }) => email_hash === emailHash);
}
