// What happens to a program next to its trade: events that wait are released, payouts are written for a tool, months are closed, a person
// is erased, and a replay by corrected adapters is applied.
import type { EventData } from "../../src/core/rules/events/events.ts";
import type { MemoryProgram } from "./memory-program.ts";

export type Upkeep = "give_up" | "export" | "close_month" | "erase" | "reach_bonus" | "apply_replay";

/** Null if there is nothing to report: a replay reports itself. */
export function upkeepOf(program: MemoryProgram, what: Upkeep, pick: number): EventData | null {
  switch (what) {
    case "give_up": {
      const waiting = program.log.filter(({ id }) => program.outcomeOf(id) === "parked");
      const event = waiting[pick % Math.max(1, waiting.length)];
      return event === undefined ? null : { type: "parked_released", event_id: event.id, reason: "a test of ours" };
    }
    case "export": {
      const payout_ids = program.rows("payout").map((row) => row.payout_id);
      return payout_ids.length === 0 ? null : { type: "payouts_exported", payout_ids, tool: "wise" };
    }
    case "close_month": {
      const before = new Date(program.now);
      before.setUTCDate(0);
      return { type: "month_closed", month: before.toISOString().slice(0, 7), totals: [], corrections: [] };
    }
    case "reach_bonus": {
      const due = program.rows("bonus_award").filter(({ state }) => state === "due");
      const award = due[pick % Math.max(1, due.length)];
      if (award === undefined) return null;
      const { bonus_id, partner_id, period } = award;
      return { type: "bonus_reached", bonus_id, partner_id, period };
    }
    case "erase":
      return { type: "personal_data_erased", reason: "a test of ours", rows: [], deliveries: [] };
    case "apply_replay":
      return null;
  }
}
