// Rewardful: affiliates with their campaigns as groups, referrals and commissions by the fields of its objects, and its own sheet for taking programs over.
// Written from: https://developers.rewardful.com/rest-api/affiliates/object, …/referrals/object, …/commissions/object and
// https://help.rewardful.com/en/articles/1988486-how-do-i-import-data-into-rewardful.
import { couponOfProvider } from "../../../core/rules/coupon-name.ts";
import type { ImportedCoupon } from "../import-row.ts";
import type { Cells } from "../reading/cells.ts";
import {
  customerRow,
  fullName,
  type Layout,
  partnerRow,
  providerCustomer,
  saleRow,
  type Words,
} from "../reading/layout.ts";

const states: Words = { pending: "owed", due: "owed", paid: "paid", voided: "none" };
const statuses = { active: "active", disabled: "inactive", suspicious: "inactive" } as const;

const affiliate = { externalId: "affiliate.id", code: ["link.token", "affiliate.token"], email: "affiliate.email" };
const saleAffiliate = {
  externalId: ["sale.affiliate.id", "affiliate.id"],
  code: ["sale.referral.link.token", "link.token", "affiliate.token"],
  email: ["sale.affiliate.email", "affiliate.email"],
};

export const rewardful: readonly Layout[] = [
  {
    records: "sales",
    needs: [["sale.sale_amount_cents", "sale_amount_cents"], "state", "amount"],
    read: (cells) => {
      const currency = cells.currency(["currency", "sale.currency"], null);
      return saleRow(cells.partner(saleAffiliate), {
        externalId: cells.required("id"),
        transactionId: cells.text(["sale.stripe_charge_id", "stripe_charge_id"]),
        // The base of the commission, without tax and refunds.
        amountCents: cells.cents(["sale.sale_amount_cents", "sale_amount_cents"]),
        currency: cells.currency(["sale.currency", "currency"], null),
        soldAt: cells.time(["sale.charged_at", "charged_at", "created_at"]),
        subscriptionId: null,
        productId: null,
        ...customerOf(cells, "sale.referral."),
        commissionCents: cells.cents("amount"),
        commissionCurrency: currency,
        state: cells.word("state", states, "owed"),
      });
    },
  },
  {
    records: "customers",
    needs: ["conversion_state", "stripe_customer_id"],
    read: (cells) => {
      const state = cells.text("conversion_state");
      return customerRow(
        cells.partner(affiliate),
        state === "visitor"
          ? null
          : {
              externalId: cells.required("id"),
              ...customerOf(cells, ""),
              referredAt: cells.time(["became_lead_at", "created_at"]),
            },
      );
    },
  },
  {
    // The sheet from which Rewardful imports programs: a customer a line, with its partner.
    records: "customers",
    needs: ["stripe_customer_id", "first_name", "last_name", "email"],
    read: (cells) => {
      const id = cells.required("stripe_customer_id");
      const customer = {
        externalId: id,
        customerKey: null,
        providerCustomerId: providerCustomer(id),
        email: null,
        referredAt: null,
      };
      return partnerRow(partnerOf(cells, "email"), customer);
    },
  },
  {
    records: "partners",
    needs: ["email", "first_name", "last_name"],
    read: (cells) => partnerRow(partnerOf(cells, "id")),
  },
];

function partnerOf(cells: Cells, externalId: string) {
  const names = cells.partner({ externalId, code: ["token", "link.token", "links.token"], email: "email" });
  const name = fullName(cells.text("first_name"), cells.text("last_name"));
  return {
    ...names,
    name: name === "" ? (names.email ?? names.code ?? "") : name,
    status: cells.word("state", statuses, "active"),
    group: cells.group(["campaign.name", "campaign", "campaign.id"]),
    // It publishes no second level.
    recruiter: cells.recruiter([]),
    coupon: couponOf(cells),
  };
}

/** What buyers type, and what Stripe calls it. */
function couponOf(cells: Cells): ImportedCoupon | null {
  const code = cells.text(["coupon.token", "coupons.token"]);
  const id = cells.text(["coupon.external_id", "coupons.external_id"]);
  if (code === null) return null;
  return { code, providerNames: id === null ? [] : [couponOfProvider("stripe", id)] };
}

function customerOf(cells: Cells, prefix: string) {
  return {
    customerKey: null,
    providerCustomerId: providerCustomer(
      cells.text([`${prefix}stripe_customer_id`, "stripe_customer_id", `${prefix}customer.id`]),
    ),
    email: cells.email([`${prefix}customer.email`, "customer.email"]),
  };
}
