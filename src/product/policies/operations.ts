// The commission terms of single products. They are versioned by the log: a sale is paid by those in force when it was received,
// independent of what is set or removed later.

import { text } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { newCommission } from "../programs/operations.ts";
import { setPolicy } from "../terms/change.ts";
import { findPolicy, listPolicies, type PolicyLine, policyLine } from "./list.ts";

const product_id = text("The product_id that sales carry");
const policy = answerOf(policyLine);
const path = "/programs/:program_id/policies";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "policies.set",
    description: "In place of the program's own terms. Sales that were received before keep theirs.",
    access: inProgram("terms"),
    tool: { name: "set_policy", scope: "programs:terms" },
    http: {
      method: "put",
      path: `${path}/:product_id`,
      body: "commission",
      example: { type: "percentage", rate_bps: 3000, duration_months: 12 },
    },
    errors: ["unsupported_currency"],
    changes: true,
    input: { program_id: programId, product_id, commission: newCommission },
    output: policy,
    run: async (call, { program_id, product_id, commission }) => {
      await setPolicy(call.database, { programId: program_id, scope: { product_id }, commission }, call.actor);
      return { data: await readPolicy(call, program_id, product_id) };
    },
  }),
  defineOperation({
    name: "policies.remove",
    description: "The product is paid by the program's own terms again. The answer is the policy that was removed.",
    access: inProgram("terms"),
    tool: { name: "remove_policy", scope: "programs:terms" },
    http: { method: "delete", path: `${path}/:product_id` },
    command: { example: "policies remove --program 1 --product prod_pro" },
    changes: true,
    input: { program_id: programId, product_id },
    output: policy,
    run: async (call, { program_id, product_id }) => {
      const removed = await readPolicy(call, program_id, product_id);
      await setPolicy(call.database, { programId: program_id, scope: { product_id }, commission: null }, call.actor);
      return { data: removed };
    },
  }),
  defineOperation({
    name: "policies.show",
    description: "Those in force now.",
    access: inProgram("read"),
    tool: { name: "get_policy", scope: "programs:read" },
    http: { method: "get", path: `${path}/:product_id` },
    command: { example: "policies show prod_pro --program 1", argument: "product_id" },
    input: { program_id: programId, product_id },
    output: policy,
    run: async (call, { program_id, product_id }) => ({ data: await readPolicy(call, program_id, product_id) }),
  }),
  defineProgramList({
    name: "policies.list",
    description: "Those in force now; removed ones are not among them.",
    access: inProgram("read"),
    tool: { name: "list_policies", scope: "programs:read" },
    http: { method: "get", path },
    row: policyLine,
    table: ["product_id", "commission", "from_event_id"],
    filters: {},
    example: "policies list --program 1",
    read: listPolicies,
  }),
];

async function readPolicy({ reads, actor }: Call, programId: number, productId: string): Promise<PolicyLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findPolicy(db, programId, productId));
  if (found === undefined) {
    throw new Refusal("not_found", "The product has no policy: the program's own terms apply.");
  }
  return found;
}
