// Flags in messages: those that an event raised, and those that a person decided about.
import type { Event } from "../../../core/rules/events/events.ts";
import type { FlagRow } from "../../../core/rules/rows/flag-row.ts";
import { flagIdOf } from "../../flags/flag-id.ts";
import type { AnnouncedSales } from "./announced-sales.ts";
import type { LogRange } from "./log-range.ts";
import type { DetailOf } from "./payloads.ts";

type Detail = DetailOf<"flag.raised">;

export type FlagNews = {
  readonly type: "flag.raised" | "flag.resolved";
  readonly about: { readonly kind: "lead" | "sale"; readonly id: number };
  readonly which: string;
  readonly partnerId: number;
  readonly detail: Detail;
};

export function flagNews({ flags }: LogRange, sales: AnnouncedSales, { id, data }: Event): readonly FlagNews[] {
  const raised = flags.filter(({ event_id }) => event_id === id);
  const isDecision = data.type === "flags_resolved" || data.type === "flags_reopened";
  const ids = new Set(isDecision ? data.flags.map(flagIdOf) : []);
  const status = data.type === "flags_resolved" ? data.as : "open";
  return [
    ...raised.map((flag) => newsOf("flag.raised", sales, flag, "open")),
    ...flags.filter((flag) => ids.has(flagIdOf(flag))).map((flag) => newsOf("flag.resolved", sales, flag, status)),
  ];
}

function newsOf(
  type: FlagNews["type"],
  sales: AnnouncedSales,
  flag: FlagRow,
  status: Detail["flag"]["status"],
): FlagNews {
  const { kind, choice, sale_id: id, partner_id: partnerId } = flag;
  const ofFlag = { flag_id: flagIdOf(flag), kind, choice, status, commission_id: id, ...sales.partner(partnerId) };
  const isLead = sales.earnedWithoutSale(id)?.kind === "lead";
  return {
    type,
    about: { kind: isLead ? "lead" : "sale", id },
    which: `${id}_${kind}`,
    partnerId,
    detail: { flag: ofFlag },
  };
}
