// Discount codes that are made at a payment provider from here, for one partner. Whose a code is then is as for any other code.
import { z } from "zod";
import { couponOfCode } from "../../../core/rules/coupon-name.ts";
import {
  discountCodePattern,
  discountCodeRule,
  discountFields,
  discountTermsOf,
  faultsOfDiscount,
} from "../../../core/rules/events/settings/discount-terms.ts";
import { id } from "../../../core/vocabulary/fields.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../../operation/operation.ts";
import { Refusal, refuseFields } from "../../operation/refusal.ts";
import { couponLine, findCoupon } from "../list.ts";
import { requireDiscountConnection } from "./connection.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "coupons.create",
    description:
      "At Stripe a coupon with its promotion code, at Paddle a discount, by the API key of the connection. It is usable while the partner is not banned and has the code. A call that ends with 503, or is cut off, is safe to repeat as it is: no second code is made, and what it started is finished in the background. A code that is taken there, or here, is refused.",
    access: inProgram("terms"),
    tool: { name: "create_coupon", scope: "programs:terms" },
    http: {
      method: "post",
      path: "/programs/:program_id/coupons/at-provider",
      status: 201,
      example: { partner_id: 2, connection_id: 1, code: "ANNA20", percent_off: 20, duration: "months", months: 3 },
    },
    errors: ["coupon_taken", "partner_inactive", "provider_refused"],
    command: {
      example:
        "coupons create --at-provider --program 1 --partner 2 --connection 1 --code ANNA20 --percent-off 20 --duration months --months 3",
    },
    changes: true,
    input: {
      program_id: programId,
      partner_id: id("The partner it belongs to"),
      connection_id: id("The connection at whose provider it is made"),
      code: z
        .string(discountCodeRule)
        .regex(discountCodePattern, discountCodeRule)
        .meta({
          description: "The code, as buyers type it",
          examples: ["ANNA20"],
        }),
      ...discountFields,
      at_provider: z
        .literal(true)
        .optional()
        .meta({ description: "Optional: the code is always created at the provider", flag: { alone: true } }),
    },
    output: answerOf(couponLine),
    run: async (call, { program_id, partner_id, connection_id, code, at_provider: _, ...given }) => {
      const faults = faultsOfDiscount(given);
      if (faults.length > 0) throw refuseFields(faults);
      await requireDiscountConnection(call, program_id, { connectionId: connection_id, field: "connection_id" });
      const { createAtProvider } = await import("./create.ts");
      const wanted = { programId: program_id, partnerId: partner_id, connectionId: connection_id, code };
      const kept = await createAtProvider(call, { ...wanted, terms: discountTermsOf(given) }, call.actor);
      const found = await call.reads.ofProgram(call.actor, program_id, "read", (db) =>
        findCoupon(db, program_id, couponOfCode(kept)),
      );
      if (found === undefined) throw new Refusal("not_found", `${kept} was removed from its partner in the meantime.`);
      return { data: found };
    },
  }),
];
