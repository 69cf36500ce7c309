// A file of the brand's own, for everything that no tool exports. Its columns are in docs/import.md.

import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import type { Cells } from "../reading/cells.ts";
import { customerRow, type Layout, partnerRow, providerCustomer, saleRow, type Words } from "../reading/layout.ts";

const states: Words = { paid: "paid", owed: "owed", pending: "owed", approved: "owed", none: "none" };
const statuses = { active: "active", inactive: "inactive" } as const;
const partner = { externalId: "partner_id", code: "partner_code", email: "partner_email" };

export const plain: readonly Layout[] = [
  {
    records: "sales",
    needs: ["transaction_id", ["amount_cents", "amount"]],
    read: (cells) => {
      const transactionId = cells.required("transaction_id");
      const currency = cells.currency("currency", null);
      const commissionCurrency = cells.currency("commission_currency", currency);
      return saleRow(cells.partner(partner), {
        externalId: transactionId,
        transactionId,
        amountCents: amountIn(cells, "amount", currency, null),
        currency,
        soldAt: cells.time("sold_at"),
        subscriptionId: cells.text("subscription_id"),
        productId: cells.text("product_id"),
        customerKey: cells.text("customer_key"),
        providerCustomerId: providerIdOf(cells),
        email: cells.email("customer_email"),
        commissionCents: amountIn(cells, "commission", commissionCurrency, 0),
        commissionCurrency,
        state: cells.word("commission_status", states, "owed"),
      });
    },
  },
  {
    records: "customers",
    needs: [
      ["customer_key", "customer_email", "provider_customer_id"],
      ["partner_id", "partner_code", "partner_email"],
    ],
    read: (cells) => {
      const customerKey = cells.text("customer_key");
      const email = cells.email("customer_email");
      const providerCustomerId = providerIdOf(cells);
      const externalId = customerKey ?? providerCustomerId ?? email;
      if (externalId === null) cells.refuse("customer_key", "or provider_customer_id or customer_email is required.");
      const referredAt = cells.time("referred_at");
      return customerRow(cells.partner(partner), {
        externalId: externalId ?? "",
        customerKey,
        providerCustomerId,
        email,
        referredAt,
      });
    },
  },
  {
    records: "partners",
    needs: ["partner_name", ["partner_code", "partner_email"]],
    read: (cells) =>
      partnerRow({
        ...cells.partner(partner),
        name: cells.required("partner_name"),
        status: cells.word("partner_status", statuses, "active"),
        group: cells.group(["partner_group", "group"]),
        recruiter: cells.recruiter([]),
      }),
  },
];

/** As whole cents in `…_cents`, or as people write it. */
function amountIn(cells: Cells, name: string, currency: Currency, otherwise: number | null): number {
  if (cells.text(`${name}_cents`) !== null) return cells.cents(`${name}_cents`);
  return cells.money(name, currency, otherwise);
}

/** Of a provider whose ids do not say whose they are, with the name before it: `lemonsqueezy:123`. */
function providerIdOf(cells: Cells): string | null {
  const id = cells.text("provider_customer_id");
  return id?.includes(":") ? id : providerCustomer(id);
}
