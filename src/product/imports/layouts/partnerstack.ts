// PartnerStack: partners with their groups and customers by the columns of its own import, and rewards with the transactions they are for,
// by the fields of its API, version 2, where amounts are whole cents. A transaction alone names no partner. Written from:
// https://support.partnerstack.com/hc/en-us/articles/360009012554-Importing-Historical-Data-into-PartnerStack,
// https://docs.partnerstack.com/docs/universal-importer and https://docs.partnerstack.com/reference (rewards, transactions).
import {
  customerRow,
  fullName,
  type Layout,
  partnerRow,
  providerCustomer,
  saleRow,
  type Words,
} from "../reading/layout.ts";

const states: Words = {
  hold: "owed",
  pending: "owed",
  approved: "owed",
  invoiced: "owed",
  paid: "paid",
  declined: "none",
};
const partner = {
  externalId: ["partnership.key", "partnership_key"],
  code: ["partnership.partner_key", "partner_key"],
  email: ["partnership.email", "partner_email"],
};
const ofPartner = [...partner.externalId, ...partner.code, ...partner.email];
const customerKey = ["customer.customer_key", "customer_key"];
const transactionAmount = ["transaction.amount", "transaction_amount"];

export const partnerstack: readonly Layout[] = [
  {
    records: "sales",
    needs: ["amount", transactionAmount, ofPartner],
    read: (cells) => {
      const currency = cells.currency(["transaction.currency", "currency"], "USD");
      return saleRow(cells.partner(partner), {
        externalId: cells.required("key"),
        transactionId: cells.text(["transaction.key", "transaction_key"]),
        amountCents: cells.cents(transactionAmount, 0),
        currency,
        soldAt: cells.time(["transaction.created_at", "created_at"]),
        subscriptionId: null,
        productId: cells.text(["transaction.product_key", "product_key"]),
        ...customerOf(cells.text(customerKey)),
        email: cells.email(["customer.email", "customer_email"]),
        commissionCents: cells.cents("amount"),
        commissionCurrency: cells.currency("currency", currency),
        state: cells.word(["reward_status", "status"], states, "owed"),
      });
    },
  },
  {
    records: "customers",
    needs: [customerKey, ofPartner],
    read: (cells) => {
      const key = cells.required(customerKey);
      return customerRow(cells.partner(partner), {
        externalId: key,
        ...customerOf(key),
        email: cells.email(["customer.email", "customer_email", "email"]),
        referredAt: cells.time(["customer_created_date", "created_at"]),
      });
    },
  },
  {
    records: "partners",
    needs: [
      ["partner_email", "email"],
      ["partner_first", "first_name"],
      ["partner_last", "last_name"],
    ],
    read: (cells) => {
      const email = ["partner_email", "email"];
      const names = cells.partner({ externalId: ["partnership_key", "key"], code: "partner_key", email });
      const name = fullName(cells.text(["partner_first", "first_name"]), cells.text(["partner_last", "last_name"]));
      return partnerRow({
        ...names,
        name: name === "" ? (names.email ?? "") : name,
        status: "active",
        group: cells.group(["partner_group", "group.name", "group"]),
        // The names of these columns are not confirmed.
        recruiter: cells.recruiter(["parent_partner_key", "parent.partner_key", "parent_key", "parent_email"]),
      });
    },
  },
];

/** Some hand Stripe's id of the customer over. */
function customerOf(key: string | null) {
  const providerCustomerId = providerCustomer(key);
  return { customerKey: providerCustomerId === null ? key : null, providerCustomerId };
}
