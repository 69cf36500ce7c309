// Where a partner's payouts go, as the tools that move money ask for it.
import { z } from "zod";

export const recipientKinds = ["person", "institution"] as const;

const recipientRules = {
  email: "must be an e-mail address that begins with a letter or a digit",
  name: "must have 1 to 140 characters, the first a letter or a digit and none a control character",
  stripe_account: "must be the id of a connected account, such as acct_1MTfjCQ9PRzxEwkZ",
} as const;

export const recipientSchema = z.strictObject({
  // Files for spreadsheets and banks must carry both unchanged, so neither may look like a formula.
  email: z
    .email(recipientRules.email)
    .max(254, recipientRules.email)
    .regex(/^[\p{L}\p{N}]/u, recipientRules.email)
    .meta({ description: "Where the payment tool finds it" }),
  name: z
    .string()
    .max(140, recipientRules.name)
    .regex(/^[\p{L}\p{N}]\P{Cc}*$/u, recipientRules.name)
    .meta({ description: "As the recipient's bank knows it" }),
  kind: z.enum(recipientKinds).meta({ description: "Whom the bank pays" }),
  stripe_account: z
    .string(recipientRules.stripe_account)
    .regex(/^acct_[A-Za-z0-9]{1,60}$/, recipientRules.stripe_account)
    .optional()
    .meta({ description: "Its account at Stripe that is connected to the program's platform" }),
});

export type PayoutRecipient = z.infer<typeof recipientSchema>;
