// Does at providers what is due: the codes of partners that joined a group, those that a call could not finish, and those of partners that
// were banned, or lost their code. A recurring job; each fault is tried again, later each time, and operators are notified of what fails.
import type { Logger } from "pino";
import { couponOfCode } from "../../../core/rules/coupon-name.ts";
import { discountCodeCharactersMax } from "../../../core/rules/events/settings/discount-terms.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";
import { isUniqueViolation } from "../../../engine/postgres/faults.ts";
import { AskDelayed, AskFailed, CodeTaken } from "../../connections/provider-apis/ask-failed.ts";
import { CouponRefused } from "../../operation/change-refused.ts";
import { findOwned, keptCode } from "../change.ts";
import { findIsBanned, makeAtProvider, settleAtProvider, type TurnParts } from "./at-provider.ts";
import {
  chooseCode,
  claimDiscount,
  type Discount,
  discountOfCode,
  findDueDiscounts,
  lockDiscount,
  noteDiscount,
  noteFault,
  settleDiscount,
} from "./store.ts";

const runMillisecondsMax = 60_000;
/** About a day of attempts. */
const faultsMax = 14;
const codesMax = 50;

type JobParts = TurnParts & { readonly log: Pick<Logger, "warn" | "error"> };

/** Answers how many had their turn. A fault of one leaves the others alone. */
export async function makeDueDiscounts(parts: JobParts, stop?: AbortSignal): Promise<number> {
  const over = AbortSignal.any([AbortSignal.timeout(runMillisecondsMax), ...(stop === undefined ? [] : [stop])]);
  let turns = 0;
  for (const key of await findDueDiscounts(parts.database)) {
    if (over.aborted) break;
    const discount = await claimDiscount(parts.database, key, false);
    if (discount === undefined) continue;
    turns += 1;
    await takeTurn(parts, discount);
  }
  return turns;
}

async function takeTurn(parts: JobParts, discount: Discount): Promise<void> {
  parts.at?.("claimed");
  try {
    if (discount.status !== "making") await settleAtProvider(parts, discount);
    else await make(parts, discount);
  } catch (error) {
    if (error instanceof CouponRefused) return;
    const { program_id, discount_id, code } = discount;
    const fault = error instanceof Error ? error.message : String(error);
    if (error instanceof CodeTaken && discount.group_id !== null) return tryAnother(parts, discount, fault);
    if (!(error instanceof AskFailed) && !isUniqueViolation(error)) {
      parts.log.error(
        { err: error, program_id, discount_id },
        "a discount code could not be looked at; it is again later",
      );
      return;
    }
    parts.log.warn(
      { program_id, discount_id, code, fault },
      "a discount code could not be made or changed at its provider",
    );
    if (discount.status === "making" && isFinal(discount, error)) return fail(parts, discount, fault);
    await noteFault(parts.database, discount, fault);
  }
}

/** What a provider declines it declines again. A key may be set later, and a fault may pass. */
function isFinal({ fault_count: faults }: Discount, error: unknown): boolean {
  const mayPass = error instanceof AskDelayed || !(error instanceof AskFailed) || error.name === "AskRefused";
  return faults >= faultsMax || !mayPass;
}

async function make(parts: JobParts, discount: Discount): Promise<void> {
  const { database } = parts;
  const { program_id, partner_id } = discount;
  const isBanned = await database.withSession((session) => findIsBanned(session, program_id, partner_id));
  // Made once the ban is lifted, which makes it due again.
  if (isBanned !== false) return settleDiscount(database, discount, false);
  const named = discount.code === null ? await database.transaction((session) => nameIt(session, discount)) : discount;
  if (named === undefined) return;
  if (named.code === null) return fail(parts, discount, `No code is free for partner ${partner_id}.`);
  await makeAtProvider(parts, { ...named, code: named.code });
}

const partnerStatement: Statement = {
  name: "partner_of_discount",
  text: "select name, code from partner where program_id = $1 and partner_id = $2",
};

/** The first code that is free here, of the partner's own code and then with numbers; without one where none is. */
async function nameIt(session: Session, discount: Discount): Promise<Discount | undefined> {
  const { program_id, partner_id, terms, codes_tried } = discount;
  const [partner] = await session.query<{ name: string; code: string }>(partnerStatement, [program_id, partner_id]);
  if (partner === undefined) throw new Error(`program ${program_id} has no partner ${partner_id}`);
  const own = lettersOf(partner.code) || lettersOf(partner.name) || `PARTNER${partner_id}`;
  const base = `${terms.code_prefix ?? ""}${own}`;
  for (let tried = codes_tried; tried < codesMax; tried++) {
    const number = tried === 0 ? "" : String(tried + 1);
    const code = base.slice(0, discountCodeCharactersMax - number.length) + number;
    if (await isFree(session, program_id, code)) return chooseCode(session, discount, { code, codesTried: tried });
  }
  return discount;
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toUpperCase();
}

async function isFree(session: Session, programId: number, code: string): Promise<boolean> {
  if ((await discountOfCode(session, programId, code)) !== undefined) return false;
  if ((await findOwned(session, programId, [couponOfCode(code)])).length > 0) return false;
  try {
    await keptCode(session, programId, code);
    return true;
  } catch (error) {
    if (error instanceof CouponRefused) return false;
    throw error;
  }
}

/** Another's there: the next one is tried at once. */
async function tryAnother(parts: JobParts, discount: Discount, fault: string): Promise<void> {
  await parts.database.transaction(async (session) => {
    const codesTried = (await lockDiscount(session, discount)).codes_tried + 1;
    const none = { providerId: null, isActive: false };
    if (codesTried >= codesMax) {
      return noteDiscount(session, discount, { ...none, status: "failed", fault, isToReport: true, isDue: false });
    }
    await chooseCode(session, discount, { code: null, codesTried });
    noteDiscount(session, discount, { ...none, status: "making", fault: null, isToReport: false, isDue: true });
  });
}

async function fail({ database }: JobParts, discount: Discount, fault: string): Promise<void> {
  await database.transaction(async (session) => {
    const none = { providerId: null, isActive: false, isDue: false };
    noteDiscount(session, discount, { ...none, status: "failed", fault, isToReport: true });
  });
}
