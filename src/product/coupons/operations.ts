// Partners' discount codes: a payment with one is attributed to the partner, unless a click or customer says otherwise, or before any click
// if the program says so. Codes are created at the payment provider; only their partner is stored here.
import { z } from "zod";
import { providers } from "../../../adapters/names.ts";
import { couponOfCode, couponOfProvider, visibleCode } from "../../core/rules/coupon-name.ts";
import { idCharactersMax } from "../../core/vocabulary/facts.ts";
import { id, rule, text } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { addCoupon, moveCoupon, removeCoupon, type WantedCoupon } from "./change.ts";
import { type CouponLine, couponFilters, couponLine, findCoupon, listCoupons } from "./list.ts";

const providerIdsMax = 20;
const providerIdRule = rule(
  `must be the provider, a colon and the id it has for the code, such as stripe:promo_123; providers are ${providers.join(", ")}`,
);
const providerIdPattern = new RegExp(`^(?:${providers.join("|")}):[^\\s\\p{Cc}]+$`, "u");

const code = text("The code, as buyers type it; case and invisible characters mean nothing").refine(
  (value) => visibleCode(value) !== "",
  rule("must have a character that can be seen"),
);
const provider_ids = z
  .array(z.string(providerIdRule).max(idCharactersMax, providerIdRule).regex(providerIdPattern, providerIdRule))
  .max(providerIdsMax)
  .optional()
  .meta({
    description:
      "What providers call it, each as provider:id, where a delivery reports an id and not the code; left out, existing ids stay",
    examples: [["stripe:promo_123"]],
    flag: { name: "providerId", placeholder: "provider:id" },
  });

const coupon = answerOf(couponLine);
const path = "/programs/:program_id/coupons";
const example = { code: "ANNA20", partner_id: 2, provider_ids: ["stripe:promo_123"] };

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "coupons.list",
    description: "Those that belong to a partner now.",
    access: inProgram("read"),
    tool: { name: "list_coupons", scope: "partners:read" },
    http: { method: "get", path },
    row: couponLine,
    table: ["code", "partner_id", "partner_name", "provider_ids", "owned_from"],
    filters: couponFilters,
    example: "coupons list --program 1",
    read: listCoupons,
  }),
  defineOperation({
    name: "coupons.add",
    description:
      "Payments received from now on that were made with it are the partner's, where nothing that ranks above it says otherwise. Repeated it changes nothing; a code of another partner is refused.",
    access: inProgram("programs"),
    tool: { name: "add_coupon", scope: "partners:write" },
    http: { method: "post", path, example },
    errors: ["coupon_taken"],
    command: { example: "coupons add --program 1 --partner 2 --code ANNA20 --provider-id stripe:promo_123" },
    changes: true,
    input: { program_id: programId, partner_id: id("The partner it belongs to"), code, provider_ids },
    output: coupon,
    run: async (call, given) => {
      const code = await addCoupon(call.database, wantedOf(given), call.actor);
      return { data: await readCoupon(call, given.program_id, code) };
    },
  }),
  defineOperation({
    name: "coupons.move",
    description: "Payments that were received before stay the first partner's, also those that wait.",
    access: inProgram("terms"),
    tool: { name: "move_coupon", scope: "programs:terms" },
    http: { method: "post", path: `${path}/move`, example },
    errors: ["coupon_taken"],
    command: { example: "coupons move --program 1 --partner 3 --code ANNA20" },
    changes: true,
    input: { program_id: programId, partner_id: id("The partner it belongs to from now on"), code, provider_ids },
    output: coupon,
    run: async (call, given) => {
      const code = await moveCoupon(call.database, wantedOf(given), call.actor);
      return { data: await readCoupon(call, given.program_id, code) };
    },
  }),
  defineOperation({
    name: "coupons.remove",
    description: "The code is unassigned; past commissions stay. The answer is the code as it was.",
    access: inProgram("terms"),
    tool: { name: "remove_coupon", scope: "programs:terms" },
    http: { method: "delete", path: `${path}/:code` },
    command: { example: "coupons remove --program 1 --code ANNA20" },
    changes: true,
    input: { program_id: programId, code },
    output: coupon,
    run: async (call, { program_id, code: named }) => {
      const before = await readCoupon(call, program_id, named);
      await removeCoupon(call.database, { programId: program_id, code: named }, call.actor);
      return { data: before };
    },
  }),
];

function wantedOf(given: {
  readonly program_id: number;
  readonly partner_id: number;
  readonly code: string;
  readonly provider_ids?: readonly string[] | undefined;
}): WantedCoupon {
  const { program_id: programId, partner_id: partnerId, provider_ids } = given;
  const providerNames = provider_ids === undefined ? null : [...new Set(provider_ids.map(nameOf))];
  return { programId, partnerId, code: given.code.trim(), providerNames };
}

function nameOf(providerId: string): string {
  const colon = providerId.indexOf(":");
  return couponOfProvider(providerId.slice(0, colon), providerId.slice(colon + 1));
}

async function readCoupon({ reads, actor }: Call, programId: number, given: string): Promise<CouponLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findCoupon(db, programId, couponOfCode(given)));
  if (found !== undefined) return found;
  throw new Refusal("not_found", `No partner of the program has the code ${given}.`);
}
