// What needs attention, each with a link. Nothing is shown when nothing does.
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { Schemas } from "../../api/queries.ts";
import { formatDay } from "../../format.ts";
import { entries } from "../../navigation.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/overview.ts";

type AttentionProps = { readonly programId: number; readonly attention: Schemas["ProgramsOverview"]["attention"] };

export function Attention({ programId, attention }: AttentionProps) {
  const { open_alarm_count, failed_count, parked_count, open_dispute_count, open_flag_count } = attention;
  const { key_rotate_by, payee_count, payout_count } = attention;
  const items = [
    {
      count: open_alarm_count,
      words: say("alarmsAreOpen", { count: open_alarm_count }),
      path: "proof",
    },
    { count: failed_count, words: say("eventsFailed", { count: failed_count }), path: "inbox" },
    { count: parked_count, words: say("paymentsWait", { count: parked_count }), path: "inbox" },
    {
      count: open_dispute_count,
      words: say("disputesAreOpen", { count: open_dispute_count }),
      path: "disputes",
    },
    {
      count: open_flag_count,
      words: say("flagsAreOpen", { count: open_flag_count }),
      path: "flags",
    },
    {
      count: key_rotate_by === null ? 0 : 1,
      words: say("theProgramsKeyMustBeReplaced", {
        keyRotateBy: key_rotate_by === null ? "" : formatDay(key_rotate_by),
      }),
      path: "settings",
    },
    {
      count: payee_count,
      words: say("partnersAreOwedMoney", { count: payee_count }),
      path: "payouts",
    },
    {
      count: payout_count,
      words: say("payoutsToPay", { count: payout_count }),
      path: "payouts",
    },
  ].filter((item) => item.count > 0);
  if (items.length === 0) return null;
  return (
    <section className="notice notice-warn" aria-label={say("needsAttention")}>
      <CircleAlert size={16} aria-hidden="true" />
      <ul className="open-tasks">
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
