// Facts through the fold in memory, and the lines of the resulting sales: for tests that report them in every order.
import type { EventData } from "../../src/core/rules/events/events.ts";
import type { Fact, Payer } from "../../src/core/vocabulary/facts.ts";
import { anna, click, partnerJoined, programCreated } from "./event-builders.ts";
import { MemoryProgram, type TestEvent } from "./memory-program.ts";

/** In the fixtures' metadata. */
const clickId = "clk_0f8fad5bd9cb469fa165";

export type Line = readonly [
  transactionId: string,
  amount: number,
  refunded: number,
  commission: number,
  status: string,
];

export type FromSource = { readonly source: string; readonly fact: Fact };

export function recordFrom(facts: readonly FromSource[]): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated({ commission: { type: "percentage", rate_bps: 2_000, duration_months: 3 } }));
  const { eventId } = program.record(partnerJoined(anna));
  program.record(click(eventId, { click_id: clickId }));
  for (const { source, fact } of facts) program.record({ source, data: recorded(fact) } satisfies TestEvent);
  return program;
}

/** As ingest keeps a fact, with the address in place of its hash. */
export function recorded(fact: Fact): EventData {
  switch (fact.type) {
    case "payment_succeeded": {
      const { occurred_at: _, payer, references, ...rest } = fact;
      return { ...rest, payer: recordedPayer(payer), reference_hashes: references };
    }
    case "subscription_started": {
      const { occurred_at: _, payer, ...rest } = fact;
      return { ...rest, payer: recordedPayer(payer) };
    }
    default: {
      const { occurred_at: _, ...rest } = fact;
      return rest;
    }
  }
}

function recordedPayer({ email, ...keys }: Payer) {
  return { ...keys, email_hash: email };
}

export function linesOf(program: MemoryProgram): Line[] {
  const commissions = new Map(program.rows("commission").map((row) => [row.sale_id, row.amount_cents]));
  return program
    .rows("sale")
    .map((row): Line => {
      const commission = commissions.get(row.sale_id) ?? 0;
      return [row.transaction_id, row.amount_cents, row.refunded_cents, commission, row.status];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
