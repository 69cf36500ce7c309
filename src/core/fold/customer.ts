// From its first sale on a customer's binding is frozen.
// A verified payment that names a customer nobody has bound binds it: the same evidence as a server's lead. One that was
// earned by another click than a browser claimed replaces the claim.
import type { Books } from "../books.ts";
import type { SaleRow } from "../sale-rows.ts";
import type { ArrivedKeys } from "./arrived-keys.ts";
import { attributionByCustomer } from "./attribution.ts";
import { settleSubject } from "./claim.ts";
import { evidenceOf } from "./decided-by-hand.ts";
import { subjectOf, waitFor } from "./keys.ts";

/** However the sale came to know its customer: by name, from its subscription, or from another report of the payment. */
export function freezeCustomer(books: Books, sale: SaleRow, arrived: ArrivedKeys): void {
  const customerKey = sale.customer_key;
  if (customerKey === null) return;
  const customer = books.of.customer.get(customerKey);
  if (customer?.first_sale_id != null) return;
  const keeps = customer !== undefined && !customer.is_provisional;
  const earned = evidenceOf(books, sale);
  if (earned === null) return;
  if (customer?.is_provisional) settleSubject(books, subjectOf.customer(customerKey), arrived, earned);
  books.of.customer.put({
    program_id: sale.program_id,
    customer_key: customerKey,
    ...(keeps ? attributionByCustomer(books, customer, sale.received_at) : earned),
    is_provisional: false,
    other_claims: null,
    first_sale_id: sale.sale_id,
    bound_at: keeps ? customer.bound_at : sale.received_at,
  });
  if (!keeps) arrived.add(waitFor.customer(customerKey));
}
