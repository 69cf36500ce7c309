// Partners' tax details as owners see them: masked. Partners give them in their portal.

import { z } from "zod";
import { id } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, type Operation, owners, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { removeTaxDetails } from "./change.ts";
import { listTaxDetails, taxFilters, taxLine } from "./list.ts";

const partner_id = id("The partner's id");

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "tax.list",
    description:
      "Of partners that gave them in the portal. Ids are masked. With the program's setting tax_required, a partner without valid details is not paid.",
    access: owners,
    http: { method: "get", path: "/programs/:program_id/tax-details" },
    errors: ["forbidden"],
    row: taxLine,
    table: ["partner_id", "partner_name", "form", "country", "kind", "tax_id_masked", "valid_until", "status"],
    filters: taxFilters,
    example: "tax list --program 1 --status expired",
    read: (db, programId, page, filter, { secrets, now }) =>
      listTaxDetails(db, { secrets, today: dayOf(now()) }, programId, page, filter),
  }),
  defineOperation({
    name: "tax.remove",
    description:
      "Erases what the partner gave. Before that, keep what the tax office requires you to keep: it cannot be undone. That details were given and removed remains recorded.",
    access: owners,
    http: { method: "delete", path: "/programs/:program_id/partners/:partner_id/tax-details" },
    errors: ["forbidden"],
    command: { example: "tax remove --program 1 --partner 2" },
    changes: true,
    input: { program_id: programId, partner_id },
    output: answerOf(z.strictObject({ partner_id })),
    run: async ({ database, actor }, { program_id, partner_id }) => {
      if (!(await removeTaxDetails(database, { programId: program_id, partnerId: partner_id }, actor))) {
        throw new Refusal("not_found", `Partner ${partner_id} has no tax details.`);
      }
      return { data: { partner_id } };
    },
  }),
];

/** In UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
