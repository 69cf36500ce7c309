// svc partners list: the partners of a program.
import { listPartners, type PartnerLine } from "../../queries/partners.ts";
import { defineList } from "../command.ts";

export const command = defineList({
  example: "partners list --program 1",
  filters: {},
  columns: ["partner_id", "name", "code", "status", "joined_at"] satisfies (keyof PartnerLine)[],
  list: ({ db }, programId, request) => listPartners(db, programId, request),
});
