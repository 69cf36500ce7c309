// The operator's part of the story, program by program: every day what has been on hold long enough is approved, every month
// what is approved is put together and paid the day after; a few payouts are cancelled, a few wait.
import type { EventData, PaidItem } from "../../src/core/rules/events/events.ts";
import { type Earned, hoursPerDay, type Scene } from "./story.ts";

/** As the scheduled job has it. */
const commissionsPerEventMax = 1_000;
const daysPerMonth = 30;

/** From the first day of a program on, without end. */
export function keepBooks(scene: Scene): void {
  const { story } = scene;
  const firstPayday = 1 + story.chance.below(daysPerMonth);
  const everyDay = (day: number): void => {
    approve(scene);
    if (day % daysPerMonth === firstPayday % daysPerMonth) payOut(scene);
    story.later(hoursPerDay, () => everyDay(day + 1));
  };
  story.later(1 + story.chance.below(hoursPerDay), () => everyDay(1));
}

function approve({ story, program }: Scene): void {
  const now = story.now.getTime();
  // What a dispute kept from it comes behind the others, though its time may be over long since.
  const due = program.onHold.filter((earned) => earned.dueAt <= now);
  if (due.length === 0) return;
  program.onHold = program.onHold.filter((earned) => earned.dueAt > now);
  for (let start = 0; start < due.length; start += commissionsPerEventMax) {
    const sale_ids = due.slice(start, start + commissionsPerEventMax).map((earned) => earned.saleId);
    story.record(program, { source: "schedule", data: { type: "commissions_approved", sale_ids } });
  }
  program.approved.push(...due);
}

function payOut(scene: Scene): void {
  const { program } = scene;
  const payable = program.approved.filter((earned) => earned.isUntouched);
  program.approved = [];
  for (const [partner, earned] of Map.groupBy(payable, (each) => each.partner)) payPartner(scene, partner, earned);
}

function payPartner(scene: Scene, partner: number, earned: readonly Earned[]): void {
  const { story, program } = scene;
  const partner_id = program.partners[partner]?.id;
  if (partner_id === undefined) throw new Error("only partners earn");
  const paying = { partner_id, currency: "USD", items: earned.map(itemOf) } as const;
  const payoutId = record(scene, { type: "payout_created", ...paying });
  const fate = story.chance.below(100);
  if (fate < 2) return;
  story.later(hoursPerDay, () => {
    if (fate < 4) {
      record(scene, {
        type: "payout_cancelled",
        payout_id: payoutId,
        sale_ids: earned.map((each) => each.saleId),
        reason: null,
      });
      program.approved.push(...earned);
      return;
    }
    const reference = `transfer-${story.nextNumber()}`;
    record(scene, { type: "payout_recorded", payout_id: payoutId, ...paying, method: "bank transfer", reference });
  });
}

function itemOf({ saleId, commissionCents }: Earned): PaidItem {
  return { sale_id: saleId, amount_cents: commissionCents };
}

function record({ story, program }: Scene, data: EventData): number {
  return story.record(program, { source: "operator", data });
}
