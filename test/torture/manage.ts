// What an owner does in the meantime: lets partners join, pays them, looks at lists, and has the books rebuilt next to the live ones.
import { setTimeout as sleep } from "node:timers/promises";
import { type Callers, said } from "./callers.ts";
import { at, rowsAt } from "./fields.ts";
import type { KnownPayout, Shop } from "./shop.ts";

const lists = ["sales", "commissions", "fees", "refunds", "payouts", "owed", "partners", "events"] as const;
const lookMilliseconds = 300;
const looksMax = 400;

const pathOf = ({ place }: Shop, path: string): string => `/api/v1/programs/${place.programId}/${path}`;

let asked = 0;
const newKey = (what: string): string => {
  asked += 1;
  return `${what}-${asked}`;
};

export async function manageSome(callers: Callers, shop: Shop): Promise<void> {
  const doing = callers.chance.oneOf([letJoin, look, look, pay, pay, closePayout, closePayout]);
  await doing(callers, shop);
}

async function letJoin(callers: Callers, shop: Shop): Promise<void> {
  const code = `joined-${shop.place.programId}-${shop.joined.length + 1}`;
  const key = newKey("partner");
  const copies = callers.someCopies();
  const replies = await callers.asOwner("POST", pathOf(shop, "partners"), { name: code, code }, key, { copies });
  const ids = new Set(replies.map(({ body }) => at(body, "data.partner_id")));
  if (replies.some(({ status }) => status !== 201) || ids.size !== 1) {
    callers.fail(`the partner ${code} was answered ${said(replies)}`);
  }
  shop.joined.push(code);
}

async function look(callers: Callers, shop: Shop): Promise<void> {
  const list = callers.chance.oneOf(lists);
  const replies = await callers.asOwner("GET", pathOf(shop, list));
  if (replies.some(({ status }) => status !== 200)) callers.fail(`${list} was answered ${said(replies)}`);
}

/** Everything owed now; requested several times at once it is paid once. */
async function pay(callers: Callers, shop: Shop): Promise<void> {
  const key = newKey("payout");
  const wish = { currency: "USD", minimum_cents: 1 };
  const replies = await callers.asOwner("POST", pathOf(shop, "payouts"), wish, key, { copies: callers.someCopies() });
  const idsOf = replies.map(({ body }) =>
    rowsAt(body, "data")
      .map(({ payout_id }) => Number(payout_id))
      .join(),
  );
  if (replies.some(({ status }) => status !== 201) || new Set(idsOf).size !== 1) {
    return callers.fail(`payouts of program ${shop.place.programId} were answered ${said(replies)}`);
  }
  for (const { payout_id, partner_id, amount_cents, item_count } of rowsAt(replies[0]?.body ?? {}, "data")) {
    const figures = {
      partner_id: Number(partner_id),
      amount_cents: Number(amount_cents),
      item_count: Number(item_count),
    };
    shop.payouts.set(Number(payout_id), { ...figures, status: "created" });
  }
}

const closings = [
  { from: "created", call: "mark-paid", to: "paid", body: { method: "wise", reference: "B-7" } },
  { from: "created", call: "cancel", to: "cancelled", body: {} },
  { from: "paid", call: "mark-returned", to: "returned", body: { reason: "unclaimed" } },
] as const satisfies readonly {
  readonly from: KnownPayout["status"];
  readonly call: string;
  readonly to: KnownPayout["status"];
  readonly body: object;
}[];

/** A caller that repeats it is answered that it is closed. */
async function closePayout(callers: Callers, shop: Shop): Promise<void> {
  const closing = callers.chance.isOneIn(2) ? closings[0] : callers.chance.oneOf(closings);
  const [id, payout] = [...shop.payouts].find(([, { status }]) => status === closing.from) ?? [];
  if (payout === undefined) return;
  const path = pathOf(shop, `payouts/${id}/${closing.call}`);
  const replies = await callers.asOwner("POST", path, closing.body, undefined, { copies: callers.someCopies() });
  const done = replies.filter(({ status }) => status === 200);
  if (done.length > 1 || replies.some(({ status }) => status !== 200 && status !== 409)) {
    callers.fail(`payout ${id} was answered ${said(replies)}`);
  }
  payout.status = closing.to;
}

/** Rebuilt while traffic continues and processes are disturbed: nothing differs. */
export async function replay(callers: Callers, shop: Shop): Promise<void> {
  const wish = { program_id: shop.place.programId, from_deliveries: callers.chance.isOneIn(2) };
  for (let looks = 0; looks < looksMax; looks += 1) {
    const [reply] = await callers.asOwner("POST", "/api/v1/replays", wish);
    const runId = at(reply?.body ?? {}, "data.run_id");
    // Another run of the program is under way.
    if (reply?.status === 409) {
      await sleep(lookMilliseconds, undefined, { signal: callers.signal });
      continue;
    }
    if (reply?.status !== 200) return callers.fail(`a replay was answered ${reply?.status} ${reply?.text}`);
    const status = await untilOver(callers, Number(runId));
    if (status === "interrupted") continue;
    // Nothing was delivered yet that could be read again.
    if (status === "discarded" && wish.from_deliveries) return;
    if (status !== "done") callers.fail(`replay ${runId} of program ${shop.place.programId} ended as ${status}`);
    return;
  }
  callers.fail(`no replay of program ${shop.place.programId} came to an end`);
}

/**
 * A read that was under way while the primary was paused is answered by it when it wakes up, before it is fenced: it does not know the run
 * that its successor started. What is not there for longer is lost.
 */
const staleMilliseconds = 5_000;

async function untilOver(callers: Callers, runId: number): Promise<string> {
  const begun = performance.now();
  for (;;) {
    const [shown] = await callers.asOwner("GET", `/api/v1/replays/${runId}`);
    if (shown?.status === 404 && performance.now() - begun < staleMilliseconds) {
      await sleep(lookMilliseconds, undefined, { signal: callers.signal });
      continue;
    }
    const status = String(at(shown?.body ?? {}, "data.status") ?? said(shown === undefined ? [] : [shown]));
    if (!["running", "planning", "building"].includes(status)) return status;
    await sleep(lookMilliseconds, undefined, { signal: callers.signal });
  }
}
