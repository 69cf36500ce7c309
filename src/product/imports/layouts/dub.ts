// Dub: its exports of partners with their groups, customers and commissions, by the labels of their columns.
// Written from: https://github.com/dubinc/dub, apps/web/lib/zod/schemas/{partners,customers,commissions}.ts (`exportPartnerColumns`,
// `CUSTOMER_EXPORT_COLUMNS`, `COMMISSION_EXPORT_COLUMNS`) and lib/api/commissions/format-commissions-for-export.ts. The columns that
// name a partner and a customer are not among those that are chosen at first: the file must be exported with them.
import { customerRow, type Layout, partnerRow, providerCustomer, saleRow, type Words } from "../reading/layout.ts";

const states: Words = {
  pending: "owed",
  processed: "owed",
  hold: "owed",
  paid: "paid",
  refunded: "refunded",
  duplicate: "none",
  fraud: "none",
  canceled: "none",
};
const statuses = {
  approved: "active",
  invited: "inactive",
  pending: "inactive",
  rejected: "inactive",
  deactivated: "inactive",
  banned: "inactive",
  archived: "inactive",
  declined: "inactive",
} as const;
const partner = { externalId: "Partner ID", code: null, email: "Partner email" };

export const dub: readonly Layout[] = [
  {
    records: "sales",
    needs: ["Earnings", "Amount", "Status", ["Partner ID", "Partner email"]],
    read: (cells) => {
      const currency = cells.currency("Currency", "USD");
      return saleRow(cells.partner(partner), {
        externalId: cells.required("ID"),
        transactionId: cells.text("Invoice ID"),
        amountCents: cells.money("Amount", currency, 0),
        currency,
        soldAt: cells.time("Created at"),
        subscriptionId: null,
        productId: null,
        customerKey: cells.text("Customer external ID"),
        providerCustomerId: providerCustomer(cells.text("Stripe customer ID")),
        email: cells.email("Customer email"),
        commissionCents: cells.money("Earnings", currency),
        commissionCurrency: currency,
        state: cells.word("Status", states, "owed"),
      });
    },
  },
  {
    records: "customers",
    needs: ["External ID", "Email", ["Partner ID", "Partner email"]],
    read: (cells) =>
      customerRow(cells.partner(partner), {
        externalId: cells.required("ID"),
        customerKey: cells.text("External ID"),
        providerCustomerId: providerCustomer(cells.text("Stripe customer ID")),
        email: cells.email("Email"),
        referredAt: cells.time("Created at"),
      }),
  },
  {
    records: "partners",
    needs: ["ID", "Name", "Email", "Enrolled at"],
    read: (cells) => {
      const names = cells.partner({ externalId: "ID", code: ["Link key", "Code"], email: "Email" });
      return partnerRow({
        ...names,
        name: cells.text("Name") ?? names.email ?? "",
        status: cells.word("Status", statuses, "active"),
        group: cells.group(["Group", "Group slug", "Group ID"]),
        // Its export has no second level: these names are not confirmed.
        recruiter: cells.recruiter(["Referred by", "Referred by partner ID", "Referred by email"]),
      });
    },
  },
];
