// Tapfiliate: affiliates with their groups, customers and conversions by the fields of its API, version 1.6, and by the columns of its own
// import of conversions. Amounts are decimals. Written from: https://tapfiliate.com/docs/rest/ (affiliates, customers, conversions) and
// https://support.tapfiliate.com/en/articles/2446220-manually-creating-a-conversion-or-a-customer.
import {
  customerRow,
  fullName,
  type Layout,
  partnerRow,
  providerCustomer,
  saleRow,
  type Words,
} from "../reading/layout.ts";

const states: Words = { pending: "owed", approved: "owed", paid: "paid", disapproved: "none" };
const affiliate = {
  externalId: ["affiliate.id", "affiliate_id"],
  code: ["affiliate.referral_code", "affiliate_referral_code"],
  email: ["affiliate.email", "affiliate_email"],
};
const ofAffiliate = [...affiliate.externalId, ...affiliate.email];

export const tapfiliate: readonly Layout[] = [
  {
    records: "sales",
    needs: ["external_id", "amount", ofAffiliate],
    read: (cells) => {
      const currency = cells.currency(["currency", "program.currency"], "USD");
      const externalId = cells.required("external_id");
      const customer = cells.text(["customer_id", "customer.customer_id"]);
      const providerCustomerId = providerCustomer(customer);
      return saleRow(cells.partner(affiliate), {
        externalId,
        // The brand's own reference of the order or payment.
        transactionId: externalId,
        amountCents: cells.money("amount", currency),
        currency,
        soldAt: cells.time("created_at"),
        subscriptionId: null,
        productId: null,
        customerKey: providerCustomerId === null ? customer : null,
        providerCustomerId,
        email: null,
        commissionCents: cells.money(["commission_amount", "commissions.amount"], currency, 0),
        commissionCurrency: currency,
        state: cells.word("commission_status", states, "owed"),
      });
    },
  },
  {
    records: "customers",
    needs: ["customer_id", ofAffiliate],
    read: (cells) => {
      const id = cells.required("customer_id");
      const providerCustomerId = providerCustomer(id);
      return customerRow(cells.partner(affiliate), {
        externalId: cells.text("id") ?? id,
        customerKey: providerCustomerId === null ? id : null,
        providerCustomerId,
        email: null,
        referredAt: cells.time("created_at"),
      });
    },
  },
  {
    records: "partners",
    needs: ["email", "firstname", "lastname"],
    read: (cells) => {
      const names = cells.partner({ externalId: "id", code: "referral_code", email: "email" });
      const name = fullName(cells.text("firstname"), cells.text("lastname"));
      const coupon = cells.text("coupon");
      return partnerRow({
        ...names,
        name: name === "" ? (names.email ?? "") : name,
        status: "active",
        group: cells.group(["affiliate_group.title", "group.title", "group.name"]),
        // Its API sets a `parent`; the names of its columns are not confirmed.
        recruiter: cells.recruiter(["parent.id", "parent.email", "parent_id", "parent"]),
        coupon: coupon === null ? null : { code: coupon, providerNames: [] },
      });
    },
  },
];
