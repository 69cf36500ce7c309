// One turn of a discount code at its provider: it is made and becomes its partner's here, or it is made usable or unusable, as it is to be.
// It guarantees that a turn which ends anywhere is repeated with the same key, so that there is one code there and one here.
import { placeIn } from "../../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import { couponOfCode, couponOfProvider } from "../../../core/rules/coupon-name.ts";
import type { CouponAssigned } from "../../../core/rules/events/coupon-events.ts";
import { productName } from "../../../core/wording/product.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../../engine/recording/locked-batch.ts";
import { findProviderAccount } from "../../connections/provider-accounts.ts";
import type { Asking } from "../../connections/provider-apis/ask.ts";
import { AskDelayed, AskFailed } from "../../connections/provider-apis/ask-failed.ts";
import { askingOf, type Instead, promptCall } from "../../connections/provider-apis/asking.ts";
import {
  type DiscountApi,
  type HeldDiscount,
  makeDiscount,
} from "../../connections/provider-apis/discounts/discount-api.ts";
import { discountApis } from "../../connections/provider-apis/discounts/discount-registry.ts";
import { CouponRefused } from "../../operation/change-refused.ts";
import { configurationOf, recordedId } from "../../programs/record.ts";
import { findOwned } from "../change.ts";
import { type Discount, lockDiscount, noteDiscount, settleDiscount } from "./store.ts";

/** All that is asked of a provider in one turn. */
const turnTimeoutMilliseconds = 30_000;
const retrySeconds = 10;

/** Between two of these a process may end at any time. */
export const turnSteps = ["claimed", "asked", "recorded"] as const;
export type TurnStep = (typeof turnSteps)[number];

export type TurnParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly instead?: Instead;
  /** For tests alone: throws where the process is to end. */
  readonly at?: (step: TurnStep) => void;
};

export type NamedDiscount = Discount & { readonly code: string };

const banStatement: Statement = {
  name: "is_partner_of_discount_banned",
  text: "select ban is not null as is_banned from partner where program_id = $1 and partner_id = $2",
};

/** Undefined where there is no such partner. */
export async function findIsBanned(
  session: Session,
  programId: number,
  partnerId: number,
): Promise<boolean | undefined> {
  const [partner] = await session.query<{ is_banned: boolean }>(banStatement, [programId, partnerId]);
  return partner?.is_banned;
}

/** Made at the provider, and recorded as its partner's. */
export async function makeAtProvider(parts: TurnParts, discount: NamedDiscount): Promise<void> {
  const { program_id: programId, partner_id: partnerId, code, key, terms } = discount;
  const description = `${productName}: ${code}, partner ${partnerId} of program ${programId}`;
  const held = await asked(parts, discount, (api, asking) =>
    makeDiscount(api, asking, { programId, partnerId, code, key, terms, description }),
  );
  parts.at?.("asked");
  await record(parts.database, discount, held.answer, held.provider);
  parts.at?.("recorded");
}

/** Usable while it is the code of a partner that is not banned. */
export async function settleAtProvider(parts: TurnParts, discount: Discount): Promise<void> {
  const { program_id, partner_id, status, provider_id: id, is_active: isActive } = discount;
  const isBanned = await parts.database.withSession((session) => findIsBanned(session, program_id, partner_id));
  const isWanted = status === "made" && isBanned === false;
  if (id !== null && isWanted !== isActive) {
    await asked(parts, discount, (api, asking) => api.setActive(asking, id, isWanted));
    parts.at?.("asked");
  }
  await settleDiscount(parts.database, discount, id === null ? isActive : isWanted);
}

/** What takes too long in all may be repeated, as what takes too long once. */
async function asked<Answer>(
  { database, secrets, instead = {} }: TurnParts,
  { connection_id: connectionId }: Discount,
  ask: (api: DiscountApi, asking: Asking) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly provider: string }> {
  const account = await findProviderAccount(database, connectionId);
  const api = account === undefined ? undefined : discountApis.get(account.provider);
  if (account === undefined || api === undefined) throw noKey(connectionId);
  const { provider, livemode, apiKeyEncrypted } = account;
  const apiKey = secrets.decrypt(placeIn("provider_account", connectionId), apiKeyEncrypted);
  const stop = AbortSignal.timeout(turnTimeoutMilliseconds);
  const manner = { permission: api.permission, purpose: "manage discount codes", patience: promptCall, stop, instead };
  const asking = askingOf({ provider, livemode, apiKey }, manner);
  try {
    return { answer: await ask(api, asking), provider };
  } catch (error) {
    if (!stop.aborted || error instanceof AskFailed) throw error;
    throw new AskDelayed(`${asking.name} did not answer in time.`, { cause: error, retryAfterSeconds: retrySeconds });
  }
}

function noKey(connectionId: number): AskFailed {
  return new AskFailed(
    `Connection ${connectionId} is not active or has no API key: set one with connections set-api-key.`,
  );
}

/** The code may have become another partner's since: then what was made is made unusable again. */
async function record(
  database: Database,
  discount: NamedDiscount,
  held: HeldDiscount,
  provider: string,
): Promise<void> {
  const { program_id: programId, partner_id, code } = discount;
  const made = { providerId: held.id, isActive: held.isActive, isToReport: false, isDue: true };
  let taken: CouponRefused | null = null;
  const results = await commitDecided(database, programId, async (session) => {
    const { status, author } = await lockDiscount(session, discount);
    if (status !== "making") return [];
    const name = couponOfProvider(provider, held.id);
    const owned = await findOwned(session, programId, [couponOfCode(code), name]);
    const anothers = owned.find((each) => each.partner_id !== partner_id);
    if (anothers !== undefined) {
      const fault = `${code} became the code of partner ${anothers.partner_id} meanwhile.`;
      taken = new CouponRefused("coupon_taken", fault, { partner_id: anothers.partner_id });
      noteDiscount(session, discount, { ...made, status: "failed", fault, isToReport: author === null });
      return [];
    }
    noteDiscount(session, discount, { ...made, status: "made", fault: null });
    const own = owned.map((each) => each.name).filter((each) => each !== couponOfCode(code));
    const provider_names = [...new Set([...own, name])].sort();
    const data: CouponAssigned = { type: "coupon_assigned", code, partner_id, provider_names };
    const { event, ...rest } = configurationOf(programId, data, null);
    return [{ ...rest, event: author === null ? { ...event, source: "schedule" as const } : { ...event, by: author } }];
  });
  for (const result of results) recordedId(result, programId);
  if (taken !== null) throw taken;
}
