// Tolt: partners with their groups, customers and commissions by the fields of its API; amounts are whole cents, written as text.
// Written from: https://docs.tolt.com/partners/create, https://docs.tolt.com/customers/create, https://docs.tolt.com/commissions/create
// and https://docs.tolt.com/webhooks/events/commission-created.md.
import {
  customerRow,
  fullName,
  type Layout,
  partnerRow,
  providerCustomer,
  saleRow,
  type Words,
} from "../reading/layout.ts";

const states: Words = { pending: "owed", approved: "owed", paid: "paid", rejected: "none", refunded: "refunded" };
const statuses = {
  active: "active",
  pending: "inactive",
  rejected: "inactive",
  suspended: "inactive",
  inactive: "inactive",
} as const;
const partner = {
  externalId: ["partner_id", "partner.id"],
  code: ["link.value", "links.value", "partner.link.value"],
  email: ["partner.email", "partner_email"],
};

export const tolt: readonly Layout[] = [
  {
    records: "sales",
    needs: ["revenue", "amount", "status"],
    read: (cells) => {
      const currency = cells.currency("currency", "USD");
      return saleRow(cells.partner(partner), {
        externalId: cells.required("id"),
        transactionId: cells.text("charge_id"),
        amountCents: cells.cents("revenue", 0),
        currency,
        soldAt: cells.time("created_at"),
        subscriptionId: null,
        productId: null,
        customerKey: null,
        providerCustomerId: null,
        email: cells.email(["customer.email", "customer_email"]),
        commissionCents: cells.cents("amount"),
        commissionCurrency: currency,
        state: cells.word("status", states, "owed"),
      });
    },
  },
  {
    records: "customers",
    needs: ["customer_id", "email", [...partner.externalId, ...partner.email]],
    read: (cells) => {
      const id = cells.text("customer_id");
      const providerCustomerId = providerCustomer(id);
      return customerRow(cells.partner(partner), {
        externalId: cells.required("id"),
        customerKey: providerCustomerId === null ? id : null,
        providerCustomerId,
        email: cells.email("email"),
        referredAt: cells.time(["lead_at", "created_at"]),
      });
    },
  },
  {
    records: "partners",
    needs: ["id", "email", "first_name"],
    read: (cells) => {
      const names = cells.partner({ externalId: "id", code: [...partner.code, "value"], email: "email" });
      const name = fullName(cells.text("first_name"), cells.text("last_name"));
      return partnerRow({
        ...names,
        name: name === "" ? (names.email ?? "") : name,
        status: cells.word("status", statuses, "active"),
        group: cells.group(["group.name", "group_name", "group", "group_id"]),
        // It publishes no second level: these names are not confirmed.
        recruiter: cells.recruiter(["referred_by", "referred_by.id", "referred_by.email", "parent_partner_id"]),
      });
    },
  },
];
