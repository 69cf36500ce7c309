// The per-product commission terms that are in force in a program now, by product. Removed ones are not among them.

import type { Kysely } from "kysely";
import { z } from "zod";
import { type CommissionTerms, commissionTermsSchema } from "../../core/rules/events/settings/terms.ts";
import { id, words } from "../../core/vocabulary/fields.ts";
import { keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const policyLine = z.strictObject({
  product_id: words("The product_id that sales carry"),
  commission: commissionTermsSchema.meta({ description: "What partners earn" }),
  from_event_id: id("Sales whose event comes after this one are paid by it"),
});

export type PolicyLine = z.output<typeof policyLine>;

const byProductId = keyset("policies", textKey);

export async function listPolicies(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<PolicyLine>> {
  const [afterProductId] = byProductId.after(request, [""]);
  const rows = await selectInForce(db, programId)
    .where("latest.product_id", ">", afterProductId)
    .orderBy("latest.product_id")
    .limit(request.limit + 1)
    .execute();
  return byProductId.page(rows, request, (policy) => [policy.product_id]);
}

export async function findPolicy(
  db: Kysely<Tables>,
  programId: number,
  productId: string,
): Promise<PolicyLine | undefined> {
  return selectInForce(db, programId).where("latest.product_id", "=", productId).executeTakeFirst();
}

function selectInForce(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom((policies) =>
      policies
        .selectFrom("policy")
        .distinctOn("product_id")
        .select(["product_id", "commission", "from_event_id"])
        .where("program_id", "=", programId)
        .orderBy("product_id")
        .orderBy("from_event_id", "desc")
        .as("latest"),
    )
    .select(["latest.product_id", "latest.commission", "latest.from_event_id"])
    .where("latest.commission", "is not", null)
    .$narrowType<{ commission: CommissionTerms }>();
}
