// What was acknowledged, held against the books while nothing is under way: everything is there, once, and to the cent.
import { createHash } from "node:crypto";
import type { Client } from "pg";
import type { ExpectedSale } from "./customer.ts";
import type { ProviderShop } from "./provider-shop.ts";
import type { Shop } from "./shop.ts";
import type { Traffic } from "./traffic.ts";

type Row = Readonly<Record<string, unknown>>;
type FoundSale = ExpectedSale & { readonly copies: number };

const shownMax = 5;

/** Answers what is wrong, in words. `all`: also what did not go on since the last look. */
export async function judge(client: Client, traffic: Traffic, { all }: { readonly all: boolean }): Promise<string[]> {
  const wrong: string[] = [];
  for (const shop of traffic.shops) {
    if (!all && shop.touched.size === 0) continue;
    wrong.push(...(await judgeSales(client, shop, all)), ...(await judgeClicks(client, shop)));
    wrong.push(...(await judgePayouts(client, shop)), ...(await judgePartners(client, shop)));
    shop.touched.clear();
  }
  const providerShops = all ? traffic.providerShops : traffic.providerShops.slice(-2);
  for (const shop of providerShops) wrong.push(...(await judgeDeliveries(client, shop)));
  wrong.push(...(await judgeLog(client)));
  return wrong;
}

async function rowsOf<Found extends object = Row>(
  client: Client,
  text: string,
  values: readonly unknown[],
): Promise<Found[]> {
  return (await client.query<Found>(text, [...values])).rows;
}

const salesText = `
  select s.transaction_id, s.amount_cents::float8 as amount_cents, s.refunded_cents::float8 as refunded_cents,
         s.partner_id::float8 as partner_id, f.amount_cents::float8 as fee_cents,
         coalesce(c.amount_cents, 0)::float8 + coalesce((
           select sum(a.amount_cents) from adjustment a where a.program_id = s.program_id and a.sale_id = s.sale_id), 0)::float8
           as due_cents,
         count(*) over (partition by s.transaction_id)::float8 as copies
    from sale s
    left join commission c using (program_id, sale_id)
    left join platform_fee f using (program_id, sale_id)
   where s.program_id = $1 and ($2::text[] is null or s.transaction_id = any($2))`;

async function judgeSales(client: Client, shop: Shop, all: boolean): Promise<string[]> {
  const { programId } = shop.place;
  const customers = all ? shop.customers : [...shop.touched];
  const expected = customers.flatMap((customer) => customer.sales());
  const names = all ? null : customers.flatMap(({ payments }) => payments.map(({ name }) => name));
  const found = await rowsOf<FoundSale>(client, salesText, [programId, names]);
  const wrong: string[] = [];
  const foundByName = new Map(found.map((sale) => [sale.transaction_id, sale]));
  for (const sale of expected) {
    const own = foundByName.get(sale.transaction_id);
    foundByName.delete(sale.transaction_id);
    if (own === undefined) wrong.push(`lost: the sale ${JSON.stringify(sale)} of program ${programId} is not there`);
    else if (own.copies > 1) wrong.push(`doubled: the sale ${sale.transaction_id} is there ${own.copies} times`);
    else if (isOther(sale, own)) wrong.push(`wrong: expected ${JSON.stringify(sale)}, found ${JSON.stringify(own)}`);
  }
  for (const name of foundByName.keys()) wrong.push(`doubled: the sale ${name} of program ${programId} was never made`);
  return wrong.slice(0, shownMax);
}

const isOther = (expected: ExpectedSale, found: FoundSale): boolean =>
  Object.entries(expected).some(([name, value]) => found[name as keyof ExpectedSale] !== value);

/** A click whose answer was lost is sent again, and is another one. */
async function judgeClicks(client: Client, { place, clickIds }: Shop): Promise<string[]> {
  const text =
    "select count(distinct click_id)::float8 as found from click where program_id = $1 and click_id = any($2)";
  const [row] = await rowsOf<{ found: number }>(client, text, [place.programId, [...clickIds]]);
  const missing = clickIds.size - (row?.found ?? 0);
  return missing === 0
    ? []
    : [`lost: ${missing} of ${clickIds.size} clicks of program ${place.programId} are not there`];
}

async function judgePayouts(client: Client, { place, payouts }: Shop): Promise<string[]> {
  const text = `select payout_id::float8 as payout_id, partner_id::float8 as partner_id, amount_cents::float8 as amount_cents,
                       item_count::float8 as item_count, status
                  from payout where program_id = $1 order by payout_id`;
  const found = await rowsOf(client, text, [place.programId]);
  const expected = [...payouts].sort(([a], [b]) => a - b).map(([payout_id, payout]) => ({ payout_id, ...payout }));
  const line = ({ payout_id, partner_id, amount_cents, item_count, status }: Row): string =>
    [payout_id, partner_id, amount_cents, item_count, status].join();
  const foundLines = new Set(found.map(line));
  const expectedLines = new Set(expected.map(line));
  return [
    ...[...expectedLines]
      .filter((one) => !foundLines.has(one))
      .map((one) => `lost: payout ${one} of program ${place.programId}`),
    ...[...foundLines]
      .filter((one) => !expectedLines.has(one))
      .map((one) => `doubled: payout ${one} of program ${place.programId}`),
  ].slice(0, shownMax);
}

async function judgePartners(client: Client, { place, joined }: Shop): Promise<string[]> {
  const text =
    "select name, count(*)::float8 as copies from partner where program_id = $1 and name = any($2) group by name";
  const found = await rowsOf<{ name: string; copies: number }>(client, text, [place.programId, joined]);
  const copies = new Map(found.map((row) => [row.name, row.copies]));
  return joined
    .filter((name) => copies.get(name) !== 1)
    .map((name) => `lost or doubled: the partner ${name} is there ${copies.get(name) ?? 0} times`);
}

async function judgeDeliveries(client: Client, { programId, eventIds, digests }: ProviderShop): Promise<string[]> {
  const text = "select event_id::float8 as event_id, body from delivery where program_id = $1";
  const found = await rowsOf<{ event_id: number; body: Buffer }>(client, text, [programId]);
  const bodies = new Map(
    found.map(({ event_id, body }) => [event_id, createHash("sha256").update(body).digest("hex")]),
  );
  const expected = new Set(eventIds.values());
  return [
    ...[...expected].filter((id) => !bodies.has(id)).map((id) => `lost: delivery ${id} of program ${programId}`),
    ...[...bodies.keys()]
      .filter((id) => !expected.has(id))
      .map((id) => `doubled: delivery ${id} of program ${programId}`),
    ...[...digests]
      .filter(([id, digest]) => bodies.get(id) !== digest)
      .map(([id]) => `wrong: delivery ${id} of program ${programId} is not what was sent`),
  ].slice(0, shownMax);
}

/** No holes, nothing beyond a head, and books that are up to it. */
async function judgeLog(client: Client): Promise<string[]> {
  const text = `
    select h.program_id::float8 as program_id, h.seq::float8 as seq, h.projected_seq::float8 as projected_seq,
           count(e.seq)::float8 as events
      from program_head h left join event e using (program_id)
     group by h.program_id, h.seq, h.projected_seq
    having count(e.seq) <> h.seq or h.projected_seq <> h.seq`;
  return (await rowsOf(client, text, [])).map((row) => `wrong: the log and its head differ: ${JSON.stringify(row)}`);
}
