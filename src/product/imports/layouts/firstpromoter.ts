// FirstPromoter: promoters with their campaigns as groups, referrals and commissions by the fields of its API, version 2. Written from:
// https://docs.firstpromoter.com/api-reference-v2/api-admin/promoters, …/referrals and …/commissions; amounts are whole cents by
// https://docs.firstpromoter.com/api-reference-v1/tracking-api/sales.
import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import type { Cells } from "../reading/cells.ts";
import { customerRow, fullName, type Layout, partnerRow, providerCustomer, saleRow } from "../reading/layout.ts";

const promoter = {
  externalId: ["promoter_campaign.promoter.id", "promoter.id", "promoter_id"],
  code: ["promoter_campaign.ref_token", "ref_token", "ref_id"],
  email: ["promoter_campaign.promoter.email", "promoter.email", "promoter_email"],
};
const statuses = {
  accepted: "active",
  active: "active",
  pending: "inactive",
  rejected: "inactive",
  blocked: "inactive",
  inactive: "inactive",
} as const;

export const firstpromoter: readonly Layout[] = [
  {
    records: "sales",
    needs: ["sale_amount", "amount", "is_paid"],
    read: (cells) => {
      const currency = cells.currency(["original_sale_currency", "currency"], "USD");
      const commissionCurrency = accountCurrency(cells, currency);
      return saleRow(cells.partner(promoter), {
        externalId: cells.required("id"),
        transactionId: cells.text("event_id"),
        amountCents: cells.cents(["original_sale_amount", "sale_amount"]),
        currency,
        soldAt: cells.time("created_at"),
        subscriptionId: null,
        productId: cells.text("plan_id"),
        ...customerOf(cells, "referral."),
        commissionCents: cells.cents("amount"),
        commissionCurrency,
        state: stateOf(cells),
      });
    },
  },
  {
    records: "customers",
    needs: ["uid", "email", [...promoter.email, ...promoter.code]],
    read: (cells) =>
      customerRow(cells.partner(promoter), {
        externalId: cells.required("id"),
        ...customerOf(cells, ""),
        referredAt: cells.time("created_at"),
      }),
  },
  {
    records: "partners",
    needs: ["id", "email", [...promoter.code, "promoter_campaigns.ref_token"]],
    read: (cells) => {
      const code = ["promoter_campaigns.ref_token", ...promoter.code];
      const names = cells.partner({ externalId: "id", code, email: "email" });
      const name =
        cells.text("name") ??
        fullName(cells.text(["profile.first_name", "first_name"]), cells.text(["profile.last_name", "last_name"]));
      return partnerRow({
        ...names,
        name: name === "" ? (names.email ?? "") : name,
        status: cells.word("state", statuses, "active"),
        group: cells.group(["promoter_campaigns.campaign.name", "promoter_campaign.campaign.name", "campaign.name"]),
        // `parent_promoter_id` is a field of its API; the others are not confirmed.
        recruiter: cells.recruiter([
          "parent_promoter_id",
          "parent_promoter.id",
          "parent_promoter.email",
          "parent_promoter",
        ]),
      });
    },
  },
];

/**
 * `sale_amount` and `amount` are in the account's currency, the original ones in the sale's. Where they differ the file was converted,
 * and only a column can say to what.
 */
function accountCurrency(cells: Cells, saleCurrency: Currency): Currency {
  const isConverted =
    cells.text("original_sale_amount") !== null &&
    cells.text("sale_amount") !== null &&
    cells.cents("original_sale_amount") !== cells.cents("sale_amount");
  if (isConverted && cells.text("currency") === null) {
    cells.refuse(
      "amount",
      `is in the account's currency, and the sale was converted from ${saleCurrency}: add a column currency with the account's currency.`,
    );
  }
  return cells.currency("currency", saleCurrency);
}

function stateOf(cells: Cells) {
  const isDenied = cells.word("status", { pending: false, approved: false, denied: true }, false);
  const isPaid = cells.word("is_paid", { true: true, false: false, yes: true, no: false, 1: true, 0: false }, false);
  if (isDenied) return "none";
  return isPaid ? "paid" : "owed";
}

/** `uid` is the brand's own id; some hand Stripe's over. */
function customerOf(cells: Cells, prefix: string) {
  const uid = cells.text(`${prefix}uid`);
  const providerCustomerId = providerCustomer(uid);
  return {
    customerKey: providerCustomerId === null ? uid : null,
    providerCustomerId,
    email: cells.email(`${prefix}email`),
  };
}
