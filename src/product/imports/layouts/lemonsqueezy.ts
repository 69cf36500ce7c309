// Lemon Squeezy: affiliates by the fields of its API. It publishes no layout of referrals: sales and commissions are imported from a file
// of the brand's own. Written from: https://docs.lemonsqueezy.com/api/affiliates/the-affiliate-object and
// https://docs.lemonsqueezy.com/help/affiliates-for-merchants/getting-referrals (a link's code follows `aff=` there as here).
import { type Layout, partnerRow } from "../reading/layout.ts";

const statuses = { active: "active", pending: "inactive", disabled: "inactive" } as const;

export const lemonsqueezy: readonly Layout[] = [
  {
    records: "partners",
    needs: [
      ["user_name", "attributes.user_name"],
      ["user_email", "attributes.user_email"],
    ],
    read: (cells) => {
      const names = cells.partner({
        externalId: "id",
        code: ["aff", "code"],
        email: ["user_email", "attributes.user_email"],
      });
      return partnerRow({
        ...names,
        name: cells.text(["user_name", "attributes.user_name"]) ?? names.email ?? "",
        status: cells.word(["status", "attributes.status"], statuses, "active"),
        recruiter: cells.recruiter([]),
      });
    },
  },
];
