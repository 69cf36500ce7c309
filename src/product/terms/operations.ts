// The commission terms of partners and groups, for all products or one, and which terms pay a partner now. They are versioned by the log
// as a product's are: a sale is paid by those in force when it was received.
import { id, text } from "../../core/vocabulary/fields.ts";
import { groupId } from "../groups/input.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { newCommission } from "../programs/operations.ts";
import { setPolicy } from "./change.ts";
import { findTerms, listTerms, type TermsLine, termsFilters, termsLine } from "./list.ts";
import { readTermsNow, termsNow } from "./now-read.ts";

const terms = answerOf(termsLine);
const path = "/programs/:program_id/terms";

const scope = {
  partner_id: id("The partner they are for").optional(),
  group_id: groupId.optional(),
  product_id: text("The product they are for; every product by default").optional(),
};

type Given = {
  readonly partner_id?: number | undefined;
  readonly group_id?: string | undefined;
  readonly product_id?: string | undefined;
};

export const operations: readonly Operation[] = [
  defineOperation({
    name: "terms.set",
    description:
      "Name a partner or a group, and a product where they are for that one alone. A sale is paid by the first that there are: of partner and product, partner, group and product, group, product, program. Sales that were received before keep theirs, and so do renewals of their subscriptions.",
    access: inProgram("terms"),
    tool: { name: "set_terms", scope: "programs:terms" },
    http: {
      method: "put",
      path,
      example: {
        group_id: "gold",
        commission: {
          type: "percentage",
          rate_bps: 3000,
          duration_months: 12,
          tiers: { metric: "sales", period: "month", applies: "next", steps: [{ from: 10, rate_bps: 3500 }] },
        },
      },
    },
    errors: ["limit_reached", "unsupported_currency"],
    changes: true,
    input: { program_id: programId, ...scope, commission: newCommission },
    output: terms,
    run: async (call, { program_id, commission, ...given }) => {
      const of = scopeOf(given);
      await setPolicy(call.database, { programId: program_id, scope: of, commission }, call.actor);
      return { data: await readTerms(call, program_id, of) };
    },
  }),
  defineOperation({
    name: "terms.remove",
    description: "From now on the next terms in the order apply. The answer is the terms that were removed.",
    access: inProgram("terms"),
    tool: { name: "remove_terms", scope: "programs:terms" },
    http: { method: "post", path: `${path}/remove`, example: { group_id: "gold" } },
    command: { example: "terms remove --program 1 --group gold" },
    changes: true,
    input: { program_id: programId, ...scope },
    output: terms,
    run: async (call, { program_id, ...given }) => {
      const of = scopeOf(given);
      const removed = await readTerms(call, program_id, of);
      await setPolicy(call.database, { programId: program_id, scope: of, commission: null }, call.actor);
      return { data: removed };
    },
  }),
  defineProgramList({
    name: "terms.list",
    description: "Those in force now, of products, partners and groups; the program's own are in the program.",
    access: inProgram("read"),
    tool: { name: "list_terms", scope: "programs:read" },
    http: { method: "get", path },
    row: termsLine,
    table: ["scope", "partner_id", "group_id", "product_id", "commission", "from_event_id"],
    filters: termsFilters,
    example: "terms list --program 1",
    read: listTerms,
  }),
  defineOperation({
    name: "terms.show",
    description:
      "Those that would pay the partner's next sale to a new customer, whose they are, and what its tiers have counted so far.",
    access: inProgram("read"),
    tool: { name: "get_terms", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/partners/:partner_id/terms" },
    command: { example: "terms show 2 --program 1 --product prod_pro", argument: "partner_id" },
    input: {
      program_id: programId,
      partner_id: id("The partner"),
      product_id: text("Of this product; of none by default").optional(),
    },
    output: answerOf(termsNow),
    run: async ({ reads, actor, now }, { program_id, partner_id, product_id }) => {
      const found = await reads.ofProgram(actor, program_id, "read", (db) =>
        readTermsNow(db, program_id, { partner_id, product_id: product_id ?? null }, new Date(now())),
      );
      if (found === undefined) throw new Refusal("not_found", `The program has no partner ${partner_id}.`);
      return { data: found };
    },
  }),
];

function scopeOf({ partner_id, group_id, product_id }: Given) {
  if ((partner_id === undefined) === (group_id === undefined)) {
    throw refuseFields([{ field: "partner_id", message: "Name a partner_id or a group_id, and not both." }]);
  }
  return {
    product_id: product_id ?? null,
    ...(partner_id === undefined ? {} : { partner_id }),
    ...(group_id === undefined ? {} : { group_id }),
  };
}

async function readTerms(call: Call, programId: number, of: ReturnType<typeof scopeOf>): Promise<TermsLine> {
  const found = await call.reads.ofProgram(call.actor, programId, "read", (db) => findTerms(db, programId, of));
  if (found === undefined) throw new Refusal("not_found", "These terms do not exist: the next ones in order apply.");
  return found;
}
