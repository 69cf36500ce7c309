// Makes a discount code at a payment provider for one partner, as a person asks: what is to be made is committed, then made there, then
// recorded here. The same call again goes on where the last one ended.
import { isDeepStrictEqual } from "node:util";
import { type Actor, requireTermsRight } from "../../../access/permission.ts";
import { couponOfCode } from "../../../core/rules/coupon-name.ts";
import type { DiscountTerms } from "../../../core/rules/events/settings/discount-terms.ts";
import { authorText } from "../../../core/vocabulary/access/author.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import { commitDecided } from "../../../engine/recording/locked-batch.ts";
import { AskDelayed, AskFailed, AskRefused } from "../../connections/provider-apis/ask-failed.ts";
import { CouponRefused } from "../../operation/change-refused.ts";
import { Refusal } from "../../operation/refusal.ts";
import { findOwned, keptCode } from "../change.ts";
import { findIsBanned, makeAtProvider, type TurnParts } from "./at-provider.ts";
import { addDiscount, claimDiscount, type Discount, discountOfCode, noteDiscount, noteFault } from "./store.ts";

const busyRetrySeconds = 5;

export type WantedDiscount = {
  readonly programId: number;
  readonly partnerId: number;
  readonly connectionId: number;
  readonly code: string;
  readonly terms: DiscountTerms;
};

/** Answers the code as it is kept. */
export async function createAtProvider(parts: TurnParts, wanted: WantedDiscount, actor: Actor): Promise<string> {
  const { database } = parts;
  const { found, isNew } = await begin(parts, wanted, actor);
  const code = found.code ?? wanted.code;
  if (found.status === "made") return code;
  const claimed = await claimDiscount(database, found, true);
  if (claimed === undefined) {
    throw new AskDelayed(`The code ${code} is being made just now.`, { retryAfterSeconds: busyRetrySeconds });
  }
  parts.at?.("claimed");
  try {
    if (claimed.status === "making") await makeAtProvider(parts, { ...claimed, code });
    return code;
  } catch (error) {
    // With a key that is refused it cannot be seen what an earlier call made.
    const isUnclear = error instanceof AskDelayed || (error instanceof AskRefused && !isNew);
    if (isUnclear) await noteFault(database, claimed, error.message);
    else if (error instanceof AskFailed) await giveBack(parts, claimed, error.message);
    throw error;
  }
}

/** Nothing was made: the code may be made with other terms. */
async function giveBack({ database }: TurnParts, discount: Discount, fault: string): Promise<void> {
  const nothing = { providerId: null, isActive: false, isToReport: false, isDue: false };
  await database.transaction(async (session) => {
    noteDiscount(session, discount, { ...nothing, status: "failed", fault });
  });
}

type Begun = { readonly found: Discount; readonly isNew: boolean };

/** The one that is there, or a new one. Decided under the program's lock: of two calls for one code, the later finds the first one's. */
async function begin({ database }: TurnParts, wanted: WantedDiscount, actor: Actor): Promise<Begun> {
  const { programId, partnerId } = wanted;
  let begun: Begun | undefined;
  await commitDecided(database, programId, async (session) => {
    await requireTermsRight(session, actor, programId);
    const isBanned = await findIsBanned(session, programId, partnerId);
    if (isBanned === undefined) throw new Refusal("not_found", `Program ${programId} has no partner ${partnerId}.`);
    if (isBanned) throw new Refusal("partner_inactive", `Partner ${partnerId} is banned and cannot get a code.`);
    const same = await findSame(session, wanted);
    begun = { found: same ?? (await add(session, wanted, actor)), isNew: same === undefined };
    return [];
  });
  if (begun === undefined) throw new Error("a discount was neither found nor kept");
  return begun;
}

async function findSame(session: Session, wanted: WantedDiscount): Promise<Discount | undefined> {
  const { programId, partnerId, connectionId, code, terms } = wanted;
  const before = await discountOfCode(session, programId, code);
  if (before === undefined) return undefined;
  const { partner_id, connection_id, terms: termsBefore } = before;
  const { code_prefix: _, ...given } = termsBefore;
  if (partner_id === partnerId && connection_id === connectionId && isDeepStrictEqual(given, terms)) return before;
  throw new CouponRefused(
    "coupon_taken",
    `${before.code} was made for partner ${partner_id}, by connection ${connection_id}, with its own terms: choose another code.`,
    { partner_id },
  );
}

async function add(session: Session, wanted: WantedDiscount, actor: Actor): Promise<Discount> {
  const { programId, partnerId, connectionId, terms } = wanted;
  const code = await keptCode(session, programId, wanted.code);
  const [anothers] = (await findOwned(session, programId, [couponOfCode(code)])).filter(
    ({ partner_id }) => partner_id !== partnerId,
  );
  if (anothers !== undefined) {
    const { partner_id } = anothers;
    throw new CouponRefused("coupon_taken", `${code} is the code of partner ${partner_id}.`, { partner_id });
  }
  return addDiscount(session, {
    ...{ program_id: programId, partner_id: partnerId, connection_id: connectionId, group_id: null },
    ...{ code, terms, author: authorText(actor) },
  });
}
