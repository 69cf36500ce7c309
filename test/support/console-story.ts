// A brand in its third month, for pages that shall be seen full: partners of different strength, clicks, sign-ups, sales in two
// currencies, refunds and a renewal. The database's clock walks from day to day; chance is the same in every run.

import { operator } from "../../src/access/permission.ts";
import { regenerateKey } from "../../src/access/program-keys.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { defaultSettings } from "../../src/core/rules/events/settings/settings.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { decideCommissions } from "../../src/product/commissions/change.ts";
import { listCommissions } from "../../src/product/commissions/list.ts";
import { createPayouts, markPayoutPaid, markPayoutReturned } from "../../src/product/payouts/change.ts";
import { setPayoutRecipient } from "../../src/product/payouts/recipients.ts";
import { addPartner, changeProgram, createProgram } from "../../src/product/programs/change.ts";
import { listSales } from "../../src/product/sales/list.ts";
import { apply } from "./applications.ts";
import type { TestEvent } from "./memory-program.ts";
import type { MovableClock } from "./movable-clock.ts";
import { joinWorkspace, newPerson, newWorkspace, type Person } from "./people.ts";
import { asOwner, fieldOf, type RunningService, secretKey } from "./service.ts";
import { submission } from "./submissions.ts";

const partners = [
  { name: "Anna Lindqvist", code: "anna", clicksADay: 9 },
  { name: "Bytes & Brews", code: "bytes", clicksADay: 6 },
  { name: "Chidi Okafor", code: "chidi", clicksADay: 3 },
  { name: "Đỗ Minh", code: "minh", clicksADay: 2 },
] as const;

const prices = [1900, 4900, 4900, 9900, 24_900];
const vndPrices = [490_000, 1_290_000];
const products = ["prod_starter", "prod_team", "prod_team", "prod_business"];

export type StoryDays = { readonly before: number; readonly clock: MovableClock; readonly databaseUrl: string };

export type Story = {
  readonly owner: Person;
  readonly programId: number;
  readonly partnerId: number;
  /** Of the same workspace, as it was made. */
  readonly emptyProgramId: number;
};

export async function recordConsoleStory(
  service: RunningService,
  { before, clock, databaseUrl }: StoryDays,
): Promise<Story> {
  const owner = await newPerson(service, "olga@northwind.example");
  const member = await newPerson(service, "max@northwind.example");
  // Who signed in months ago by the database's clock is signed in today.
  await asOwner(databaseUrl, "update account_session set expires_at = now() + interval '1 year'");
  const workspaceId = await newWorkspace(service, owner, "Northwind");
  await joinWorkspace(service, workspaceId, { owner, joins: member, role: "member" });
  const { database } = service;
  const programId = await createProgram(
    database,
    {
      workspaceId,
      name: "Northwind partners",
      settings: { ...defaultSettings, platform_fee_bps: 250, hold_period_days: 14 },
    },
    operator,
  );
  const ids: number[] = [];
  for (const { name, code } of partners) ids.push(await addPartner(database, { programId, name, code }, operator));
  const key = await regenerateKey(database, programId, operator);
  if (key === undefined) throw new Error("The program has no key.");
  const chance = evenly();
  let number = 1000;
  for (let day = before; day >= 0; day -= 1) {
    const growth = 0.6 + 0.6 * (1 - day / before);
    for (const partner of partners) {
      const clicks = Math.round(partner.clicksADay * growth * (0.5 + chance()));
      for (let click = 0; click < clicks; click += 1) {
        number += 1;
        await visit(service, { key, number, chance, code: partner.code });
      }
    }
    if (day % paydayEvery === 8) await payDay(service, programId, ids);
    if (day > 0) await clock.passDays(1);
  }
  const [partnerId = 0] = ids;
  await approveCommissions(database);
  await decideByHand(service, programId);
  await askToJoin(service, programId);
  const emptyProgramId = await createProgram(
    database,
    { workspaceId, name: "Northwind agencies", settings: defaultSettings },
    operator,
  );
  return { owner, programId, emptyProgramId, partnerId };
}

const paydayEvery = 28;

/** What is due is paid, but to one whose bank sends it back; one sale is refunded after that. */
async function payDay({ database }: RunningService, programId: number, ids: readonly number[]): Promise<void> {
  const secrets = openSecrets([secretKey]);
  for (const [index, partnerId] of ids.entries()) {
    const { name, code } = partners[index] ?? partners[0];
    const recipient = { email: `${code}@partners.example`, name, kind: "person" } as const;
    await setPayoutRecipient(database, secrets, { programId, partnerId, recipient }, operator);
  }
  await approveCommissions(database);
  const wish = { partnerId: null, currency: null, minimumCents: 1, onlyWithRecipient: false };
  const { payoutIds } = await createPayouts(database, programId, wish, operator);
  for (const [index, payoutId] of payoutIds.entries()) {
    const mark = { programId, payoutId, method: "wise", reference: `T-${83_000 + payoutId}` };
    await markPayoutPaid(database, mark, operator);
    const reason = "The account is closed";
    if (index === 1) await markPayoutReturned(database, { programId, payoutId, reason }, operator);
  }
  const { data } = await listCommissions(
    database.kysely,
    programId,
    { limit: 1_000, cursor: null },
    { status: "paid" },
  );
  const refunded = data.slice(-2).map(({ commission_id }) => commission_id);
  for (const sale_id of refunded) {
    const { data: sales } = await listSales(database.kysely, programId, { limit: 1, cursor: null }, { sale_id });
    const transaction_id = sales[0]?.transaction_id ?? "";
    const refund = { type: "refund_reported", transaction_id, refund_amount_cents: 900, refund_reason: null } as const;
    await recordOf(database, programId, { source: "api", data: { ...refund, refund_id: `late-${sale_id}` } });
  }
}

/** Two are on hold, one waits for a dispute, and payouts of one currency wait to be paid. */
async function decideByHand({ database }: RunningService, programId: number): Promise<void> {
  const { kysely } = database;
  const all = { limit: 1_000, cursor: null };
  const { data: pending } = await listCommissions(kysely, programId, all, { status: "pending" });
  const [first, second, disputed] = pending.map(({ commission_id }) => commission_id);
  const reason = "Both orders name the partner's own address";
  const decision = { do: "hold", partnerNote: "We are checking these orders with the customer." } as const;
  const commissionIds = [first, second].filter((one) => one !== undefined);
  await decideCommissions(database, { programId, commissionIds, decision, reason }, operator);
  const { data: sales } = await listSales(kysely, programId, { limit: 1, cursor: null }, { sale_id: disputed });
  const aliases = [{ kind: "transaction", value: sales[0]?.transaction_id ?? "" }];
  const opened = {
    type: "dispute_opened",
    aliases,
    dispute_id: "dp_1Q8xY2",
    amount_cents: null,
    currency: null,
  } as const;
  await recordOf(database, programId, { source: "stripe", data: opened });
  const wish = { partnerId: null, currency: "VND", minimumCents: 1, onlyWithRecipient: false } as const;
  await createPayouts(database, programId, wish, operator);
}

async function askToJoin({ database }: RunningService, programId: number): Promise<void> {
  const change = {
    name: null,
    status: null,
    settings: { partner_sign_up: "by_approval", site_url: "https://northwind.example" },
  } as const;
  await changeProgram(database, programId, change, operator);
  await apply(database, { program_id: programId, code: "dora", email: "dora@reviews.example" });
}

async function recordOf(database: Database, programId: number, event: TestEvent): Promise<void> {
  await commitBatch(database, [submission(programId, event)]);
}

type Visit = { readonly key: string; readonly number: number; readonly chance: () => number; readonly code: string };

async function visit(service: RunningService, { key, number, chance, code }: Visit): Promise<void> {
  const page = `https://northwind.example/?aff=${code}`;
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: page, page_url: page });
  if (chance() > 0.35) return;
  const customer_key = `user-${number}`;
  const lead = { click_id: fieldOf(clicked, "click_id"), customer_key, email: `user-${number}@mail.example` };
  await service.post("/api/v1/track/lead", lead, { key });
  if (chance() > 0.55) return;
  const isVnd = code === "minh";
  const price = pick(isVnd ? vndPrices : prices, chance);
  const transaction_id = `order-${number}`;
  const sale = {
    transaction_id,
    customer_key,
    amount_cents: price,
    currency: isVnd ? "VND" : "USD",
    product_id: pick(products, chance),
  };
  await service.post("/api/v1/track/sale", sale, { key });
  if (chance() < 0.08) {
    await service.post("/api/v1/track/refund", { transaction_id, amount_cents: Math.round(price / 2) }, { key });
  }
}

function pick<Value>(values: readonly Value[], chance: () => number): Value {
  const [first] = values;
  const found = values[Math.floor(chance() * values.length)] ?? first;
  if (found === undefined) throw new Error("There is nothing to pick from.");
  return found;
}

/** The same numbers between 0 and 1 in every run. */
function evenly(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
