// What needs attention, each with a link. Nothing is shown when nothing does.
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { Schemas } from "../../api/queries.ts";
import { formatCount, formatDay } from "../../format.ts";
import { entries } from "../../navigation.ts";
import { pathOf } from "../../paths.ts";

type AttentionProps = { readonly programId: number; readonly attention: Schemas["ProgramsOverview"]["attention"] };

export function Attention({ programId, attention }: AttentionProps) {
  const { open_alarm_count, failed_count, parked_count, open_dispute_count, key_rotate_by, payee_count, payout_count } =
    attention;
  const items = [
    { count: open_alarm_count, words: count(open_alarm_count, "alarm is open", "alarms are open"), path: "proof" },
    { count: failed_count, words: count(failed_count, "event failed", "events failed"), path: "inbox" },
    { count: parked_count, words: count(parked_count, "payment waits", "payments wait"), path: "inbox" },
    {
      count: open_dispute_count,
      words: count(open_dispute_count, "dispute is open", "disputes are open"),
      path: "disputes",
    },
    {
      count: key_rotate_by === null ? 0 : 1,
      words: `The program's key must be replaced by ${key_rotate_by === null ? "" : formatDay(key_rotate_by)}`,
      path: "settings",
    },
    {
      count: payee_count,
      words: count(payee_count, "partner is owed money", "partners are owed money"),
      path: "payouts",
    },
    {
      count: payout_count,
      words: count(payout_count, "payout to pay", "payouts to pay"),
      path: "payouts",
    },
  ].filter((item) => item.count > 0);
  if (items.length === 0) return null;
  return (
    <section className="notice notice-warn" aria-label="Needs attention">
      <CircleAlert size={16} aria-hidden="true" />
      <ul className="attention">
        {items.map(({ words, path }) => (
          <li key={words}>{isPage(path) ? <Link to={pathOf(programId, path)}>{words}</Link> : words}</li>
        ))}
      </ul>
    </section>
  );
}

function isPage(path: string): boolean {
  return entries.some((entry) => entry.path === path);
}

function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}
