// The random histories by which the books are held against the naive model, and what the books say of one.

import { anna, ben, partnerImported, partnerJoined, programCreated } from "../support/event-builders.ts";
import { MemoryProgram } from "../support/memory-program.ts";
import { type Step, take } from "../support/operator.ts";
import { comparedRows, type Figures, figuresOfBooks } from "./figures.ts";
import { type Market, market } from "./market.ts";

export const small = { clicks: 4, customers: 2, payments: 6, subscriptions: 2 };
export const busy = { clicks: 50, customers: 24, payments: 72, subscriptions: 12 };
export const large = { clicks: 360, customers: 180, payments: 500, subscriptions: 60 };

export function histories(names: Market["names"], counts: Market["counts"], lengthMin: number, lengthMax = lengthMin) {
  return market({ names, partnerIds: [2, 3], counts }, { lengthMin, lengthMax });
}

export function live(steps: readonly Step[]): MemoryProgram {
  const program = new MemoryProgram();
  const commission = { type: "percentage", rate_bps: 2_000, duration_months: 1 } as const;
  program.record(
    programCreated({
      ...{ lead_auth: "server_required", hold_period_days: 0, attribution_window_days: 31, commission },
      referral: { share_bps: 2_500, months: null },
    }),
  );
  program.record(partnerJoined(anna));
  program.record(partnerImported(ben));
  for (const step of steps) take(program, step);
  return program;
}

export function figuresOf(program: MemoryProgram, { log } = program): Figures {
  return figuresOfBooks(
    log,
    comparedRows((name) => program.rows(name)),
  );
}
