// Checks that the service recorded what it answered: books counted and summed against its answers, and the whole log read again. A fast
// answer to a missing sale would be worthless.
import { operator } from "../src/access/permission.ts";
import { verifyPrograms } from "../src/engine/replay/verify.ts";
import type { BenchInstallation } from "./installation.ts";
import { invoiceAmountCents, saleAmountCents } from "./load/recipe.ts";

/** What was answered 200, each different request once. */
export type SentTraffic = {
  /** Paid invoices by webhook. */
  readonly payments: number;
  /** Sale calls. */
  readonly sales: number;
  /** Clicks, those that brought customers included. */
  readonly clicks: number;
};

/** Of defaultSettings, which is what programs of the bench have. */
const commissionBps = 2000;
const feeBps = 350;

/** Throws at the first figure that is not right; else says in words what was compared. */
export async function checkBooks(installation: BenchInstallation, sent: SentTraffic): Promise<string> {
  const expected = expectedFigures(sent);
  const found = await readFigures(installation);
  for (const [figure, value] of Object.entries(expected)) {
    if (found[figure] !== value) throw new Error(`${figure}: ${found[figure]} in the books, ${value} were answered`);
  }
  const events = await requireVerified(installation);
  const { payments, sales, clicks } = sent;
  return (
    `${payments} payments, ${sales} sale calls, ${clicks} clicks, each once in log, sales, commissions and fees, to the cent; ` +
    `${events} events verified: the chain holds, and the books built again are the same`
  );
}

function expectedFigures({ payments, sales, clicks }: SentTraffic): Readonly<Record<string, number>> {
  const share = (amount: number, bps: number): number => Math.floor((amount * bps + 5_000) / 10_000);
  const sum = (of: (amount: number) => number): number =>
    payments * of(invoiceAmountCents) + sales * of(saleAmountCents);
  return {
    payment_events: payments,
    sale_events: sales,
    click_events: clicks,
    deliveries: payments,
    sales: payments + sales,
    sold_cents: sum((amount) => amount),
    commissions: payments + sales,
    commission_cents: sum((amount) => share(amount, commissionBps)),
    fees: payments + sales,
    fee_cents: sum((amount) => share(amount, feeBps)),
    clicks,
    // None of what is sent is suspicious: a flag would be work that the scenario does not mean to measure.
    flags: 0,
    parked: 0,
    events_beyond_heads: 0,
    unprojected: 0,
  };
}

async function readFigures({ database }: BenchInstallation): Promise<Readonly<Record<string, number>>> {
  const count = (text: string) => `(select count(*) from ${text})`;
  const figures = {
    payment_events: count("event where type = 'payment_succeeded'"),
    sale_events: count("event where type = 'sale_reported'"),
    click_events: count("event where type = 'click_recorded'"),
    deliveries: count("delivery"),
    sales: count("sale"),
    sold_cents: "(select coalesce(sum(amount_cents), 0) from sale)",
    commissions: count("commission"),
    commission_cents: "(select coalesce(sum(amount_cents), 0) from commission)",
    fees: count("platform_fee"),
    fee_cents: "(select coalesce(sum(amount_cents), 0) from platform_fee)",
    clicks: count("click"),
    flags: count("flag"),
    parked: count("parked"),
    events_beyond_heads: "(select count(*) from event) - (select sum(seq) from program_head)",
    unprojected: "(select sum(seq - projected_seq) from program_head)",
  };
  const columns = Object.entries(figures).map(([name, text]) => `(${text})::bigint as ${name}`);
  const statement = { name: "bench_figures", text: `select ${columns.join(", ")}` };
  const [row] = await database.withSession((session) => session.query<Record<string, number>>(statement, []));
  if (row === undefined) throw new Error("the books could not be counted");
  return row;
}

/** As `svc verify` does. Answers the number of events. */
async function requireVerified({ database, url, secrets }: BenchInstallation): Promise<number> {
  const verified = await verifyPrograms({ database, ownerUrl: url, secrets, now: Date.now, actor: operator }, null);
  for (const { program_id, log_faults: faults, books_difference: difference } of verified) {
    if (faults.length > 0 || difference !== null) {
      throw new Error(`program ${program_id} does not verify: ${JSON.stringify({ faults, difference })}`);
    }
  }
  return verified.reduce((sum, { events }) => sum + events, 0);
}
