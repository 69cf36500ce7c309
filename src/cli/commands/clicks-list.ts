// svc clicks list: the clicks on a program's affiliate links.
import { type ClickLine, listClicks } from "../../queries/clicks.ts";
import { defineList } from "../command.ts";
import { idFlag, optional } from "../flags.ts";

export const command = defineList({
  example: "clicks list --program 1 --partner 2",
  filters: { partner: optional(idFlag("Only of this partner")) },
  columns: ["event_id", "clicked_at", "click_id", "partner_id", "is_bot"] satisfies (keyof ClickLine)[],
  list: ({ db }, programId, request, { partner }) => listClicks(db, programId, request, { partnerId: partner }),
});
