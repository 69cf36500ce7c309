// Who hears of what unless somebody chose otherwise.
import { describe, expect, test } from "vitest";
import { channelKindsDefault, isOnByDefault, noticeKinds } from "../../../src/core/vocabulary/notice-kinds.ts";

const all = ["owner", "member"] as const;
const toldTo = {
  first_sale: all,
  deliveries_failed: ["owner"],
  deliveries_refused: ["owner"],
  endpoint_paused: ["owner"],
  export_failed: ["owner"],
  parked_long: ["owner"],
  key_rotation: ["owner"],
  payouts_due: ["owner"],
  verification_failed: ["owner", "operator"],
  daily_digest: [],
  weekly_digest: all,
} as const;

const standings = {
  owner: { role: "owner", isOperator: false },
  member: { role: "member", isOperator: false },
  operator: { role: null, isOperator: true },
  stranger: { role: null, isOperator: false },
} as const;

describe("unless somebody chose otherwise", () => {
  test.each(noticeKinds)("%s is told to whom it is for, and to nobody else", (kind) => {
    const told = Object.entries(standings).filter(([, standing]) => isOnByDefault(kind, standing));
    expect(told.map(([name]) => name)).toEqual(toldTo[kind]);
  });

  test("an operator who is a member hears what either hears", () => {
    const told = noticeKinds.filter((kind) => isOnByDefault(kind, { role: "member", isOperator: true }));
    expect(told).toEqual(["first_sale", "verification_failed", "weekly_digest"]);
  });

  test("a channel hears everything but the daily digest", () => {
    expect([...channelKindsDefault, "daily_digest"].sort()).toEqual([...noticeKinds].sort());
  });
});
