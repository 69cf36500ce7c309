// Whether a program's partners must accept its agreement before they are paid. A program that never set it has no such field in its events.
import { z } from "zod";

export const agreementSettingsSchema = z.strictObject({
  terms_required: z.boolean().meta({
    description: "Pay only partners who accepted the agreement in force; false in a new program",
  }),
});

type AgreementSettings = z.output<typeof agreementSettingsSchema>;

const defaultAgreementSettings: AgreementSettings = { terms_required: false };

/** What was never set has its default. */
export function agreementSettingsOf({ terms_required }: Partial<AgreementSettings>): AgreementSettings {
  return { terms_required: terms_required ?? defaultAgreementSettings.terms_required };
}
