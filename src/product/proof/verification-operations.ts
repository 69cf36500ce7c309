// The answer to a synthetic click, lead and sale that a running service sends itself; see http/verification.ts.
import { z } from "zod";
import { idOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";

export const verifiedStep = z.strictObject({
  step: z.enum(["click", "lead", "sale"]).meta({ description: "What was sent" }),
  status: z.enum(["passed", "failed"]).meta({ description: "Whether it came out as it should" }),
  event_id: idOrNull("Of the test event; null when it failed"),
  code: wordsOrNull("The code the brand's own call would be refused with"),
  message: words("What came of it, in a sentence"),
});

export type VerifiedStep = z.output<typeof verifiedStep>;

/** Counts against the program's own limit. */
export type Verify = (programId: number) => Promise<VerifiedStep[]>;
