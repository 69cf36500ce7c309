// Partners' discount codes: given to a partner, moved to another, taken away, each an event. What is decided of a code is read and
// recorded under the program's lock, so of two who give one code to two partners one is refused.
import { type Actor, requireProgramRight, requireTermsRight } from "../../access/permission.ts";
import { couponOfCode, likenessOfCode, visibleCode } from "../../core/rules/coupon-name.ts";
import type { CouponAssigned, CouponRemoved } from "../../core/rules/events/coupon-events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../engine/recording/submission.ts";
import { CouponRefused } from "../operation/change-refused.ts";
import { discountWasMoved, discountWasRemoved } from "./discounts/store.ts";

export type WantedCoupon = {
  readonly programId: number;
  readonly partnerId: number;
  readonly code: string;
  /** As `couponOfProvider` writes them; null leaves those there are. */
  readonly providerNames: readonly string[] | null;
};

/** The current names of every code that has one of these names. */
const ownedStatement: Statement = {
  name: "owned_coupons",
  text: `with latest as (
           select distinct on (name) name, code, partner_id
             from coupon
            where program_id = $1
            order by name, from_event_id desc
         )
         select name, code, partner_id
           from latest
          where partner_id is not null
            and code in (select code from latest where partner_id is not null and name = any($2::text[]))`,
};

/** Codes in force that may be read as this one: its own name, and all whose names are not plain ASCII, which are few. */
const likelyStatement: Statement = {
  name: "likely_coupons",
  text: `with latest as (
           select distinct on (name) name, code, partner_id
             from coupon
            where program_id = $1 and name like 'code:%'
            order by name, from_event_id desc
         )
         select name, code, partner_id
           from latest
          where partner_id is not null and (name = $2 or name ~ '[^ -~]')`,
};

export type OwnedName = { readonly name: string; readonly code: string; readonly partner_id: number };

/** The code becomes the partner's, and is answered as it is kept. One that is another partner's is refused. */
export function addCoupon(database: Database, wanted: WantedCoupon, actor: Actor): Promise<string> {
  return give(database, wanted, { actor, isOwners: false }, (owned) => {
    const anothers = owned.find(({ partner_id }) => partner_id !== wanted.partnerId);
    if (anothers === undefined) return;
    throw new CouponRefused(
      "coupon_taken",
      `${wanted.code}, or a name that providers have for it, belongs to the code ${anothers.code} of partner ${anothers.partner_id}: move that code, or remove it first.`,
      { partner_id: anothers.partner_id },
    );
  });
}

/** A code that is a partner's becomes another's: payments that were received before stay the first one's. */
export function moveCoupon(database: Database, wanted: WantedCoupon, actor: Actor): Promise<string> {
  return give(database, wanted, { actor, isOwners: true }, (owned, kept) => {
    const code = couponOfCode(kept);
    if (!owned.some(({ name }) => name === code)) throw unknownCode(wanted.code);
    const other = owned.find((each) => couponOfCode(each.code) !== code);
    if (other === undefined) return;
    throw new CouponRefused(
      "coupon_taken",
      `A name that providers have for it belongs to the code ${other.code} of partner ${other.partner_id}: remove that code first.`,
      { partner_id: other.partner_id },
    );
  });
}

/** The code is free again. An owner's, as a move is: removed and added elsewhere it would be one. */
export async function removeCoupon(
  database: Database,
  { programId, code }: { readonly programId: number; readonly code: string },
  actor: Actor,
): Promise<void> {
  const results = await commitDecided(database, programId, async (session) => {
    await requireTermsRight(session, actor, programId);
    const owned = await findOwned(session, programId, [couponOfCode(code)]);
    const own = owned[0]?.code;
    if (own === undefined) throw unknownCode(code);
    discountWasRemoved(session, { programId, code: own });
    return [
      submissionOf(
        programId,
        removalOf(
          own,
          owned.map(({ name }) => name),
        ),
        actor,
      ),
    ];
  });
  requireRecorded(results);
}

async function give(
  database: Database,
  { programId, partnerId, code: given, providerNames }: WantedCoupon,
  { actor, isOwners }: { readonly actor: Actor; readonly isOwners: boolean },
  judge: (owned: readonly OwnedName[], code: string) => void,
): Promise<string> {
  let code = given;
  const results = await commitDecided(database, programId, async (session) => {
    if (isOwners) await requireTermsRight(session, actor, programId);
    else await requireProgramRight(session, actor, programId, "programs");
    code = await keptCode(session, programId, given);
    const owned = await findOwned(session, programId, [couponOfCode(code), ...(providerNames ?? [])]);
    judge(owned, code);
    const before = owned.filter((each) => couponOfCode(each.code) === couponOfCode(code)).map(({ name }) => name);
    const names = providerNames ?? before.filter((name) => name !== couponOfCode(code));
    if (isOwners) discountWasMoved(session, { programId, code, partnerId });
    const dropped = before.filter((name) => name !== couponOfCode(code) && !names.includes(name));
    const isSame =
      owned.length === names.length + 1 &&
      dropped.length === 0 &&
      owned.every((each) => each.partner_id === partnerId && each.code === code);
    if (isSame) return [];
    const assigned: CouponAssigned = {
      type: "coupon_assigned",
      code,
      partner_id: partnerId,
      provider_names: [...new Set(names)].sort(),
    };
    return [
      ...(dropped.length === 0 ? [] : [submissionOf(programId, removalOf(code, dropped), actor)]),
      submissionOf(programId, assigned, actor),
    ];
  });
  requireRecorded(results);
  return code;
}

/** A code of an earlier release is kept as it was given; a new one without what is not seen, and only where it is like no other. */
export async function keptCode(session: Session, programId: number, given: string): Promise<string> {
  const known = await findOwned(session, programId, [couponOfCode(given)]);
  if (known.some(({ name }) => name === couponOfCode(given))) return given;
  const code = visibleCode(given);
  const likeness = likenessOfCode(code);
  const likely = await session.query<OwnedName>(likelyStatement, [programId, `code:${likeness}`]);
  const like = likely.find((each) => each.name !== couponOfCode(code) && likenessOfCode(each.code) === likeness);
  if (like === undefined) return code;
  throw new CouponRefused(
    "coupon_taken",
    `${code} looks like the code ${like.code} of partner ${like.partner_id}: move that code, or remove it first.`,
    { partner_id: like.partner_id },
  );
}

export function findOwned(session: Session, programId: number, names: readonly string[]): Promise<OwnedName[]> {
  return session.query<OwnedName>(ownedStatement, [programId, names]);
}

/** The code itself goes with all its names; of a code that stays only those that are `dropped`. */
function removalOf(code: string, dropped: readonly string[]): CouponRemoved {
  return {
    type: "coupon_removed",
    code,
    provider_names: dropped.filter((name) => name !== couponOfCode(code)).sort(),
  };
}

function submissionOf(programId: number, data: CouponAssigned | CouponRemoved, actor: Actor): Submission {
  return {
    event: {
      programId,
      source: "operator",
      dedupKey: null,
      isTest: false,
      occurredAt: null,
      data,
      by: authorText(actor),
    },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}

function requireRecorded(results: readonly Result[]): void {
  for (const result of results) {
    if (result.kind === "unknown_program") throw new CouponRefused("unknown_coupon", "There is no such program.");
    if (result.kind !== "concluded") throw new Error(`a discount code cannot end as ${result.kind}`);
    const { outcome, reason, message } = result.conclusion;
    if (outcome === "refused" && reason === "unknown_partner") throw new CouponRefused("unknown_partner", message);
    if (outcome !== "recorded") throw new Error(`a discount code was concluded as ${reason}`);
  }
}

function unknownCode(code: string): CouponRefused {
  return new CouponRefused("unknown_coupon", `No partner of the program has the code ${code}.`);
}
