// (n) What flags, tiers and caps cost a delivery: the same webhooks to a program that uses none of them, to one that looks for every kind of
// flag, and to one that has tiers and caps as well. What each of them earns is the same, so that their books are checked alike.

import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { noFlags } from "../no-flags.ts";
import { ratioBar } from "../report/bars.ts";
import type { Scenario } from "../scenario.ts";

const warmUpSecondsEach = 8;
const goal = 0.9;

/** As new programs have them, and what the two kinds need that find nothing by default. */
const flags: Partial<Settings> = { forbids_ads: true, banned_sites: ["coupons.example"] };

/** Steps are reached, and pay what the terms without them pay; no cap is. */
const tiersAndCaps: Partial<Settings> = {
  commission: {
    type: "percentage",
    rate_bps: 2_000,
    duration_months: null,
    tiers: {
      metric: "sales",
      period: "month",
      applies: "next",
      steps: [
        { from: 10, rate_bps: 2_000 },
        { from: 1_000, rate_bps: 2_000 },
      ],
    },
    caps: {
      per_customer_cents: Number.MAX_SAFE_INTEGER,
      per_partner_month_cents: Number.MAX_SAFE_INTEGER,
      program_month_cents: Number.MAX_SAFE_INTEGER,
    },
  },
};

export const scenario: Scenario = {
  title: "(n) webhooks of a program without flags, with flags of every kind, and with tiers and caps as well",
  contenders: ["plain", "flags", "terms"],
  run(options) {
    const entry = (name: string, about: string, settings: Partial<Settings>) => ({
      ...webhookEntry(name, options.connections),
      about,
      settings,
    });
    return runServiceRace(options, {
      warmUpSecondsEach,
      entries: [
        entry("plain", "(a) to a program that looks for no flags", noFlags),
        entry("flags", "(a) to a program that looks for flags of every kind", flags),
        entry("terms", "(a) to a program that has tiers and caps, and looks for flags", { ...flags, ...tiersAndCaps }),
      ],
      bars: (of) => [
        ...ratioBar({ claim: "of plain, with flags", ours: of("flags"), theirs: of("plain"), bar: goal }),
        ...ratioBar({
          claim: "of plain, with flags, tiers and caps",
          ours: of("terms"),
          theirs: of("plain"),
          bar: goal,
        }),
      ],
      notes: ["every program has one partner, who sold to 100 customers by clicks"],
    });
  },
};
