// How a program's mails to its partners look and what they say: its logo, and its own words in the language it writes. A program that
// never set one has no such field in its events.
import { z } from "zod";
import { bidiRule, hasBidiControl, rule } from "../../../vocabulary/fields.ts";

/** What an owner's words may name: the program, and the address that the mail goes to. */
export const mailPlaceholders = ["program", "email"] as const;
export type MailPlaceholder = (typeof mailPlaceholders)[number];

const charactersMax = 1000;
const textRule = rule(`must have 1 to ${charactersMax} characters, and no control character but line ends`);
const logoCharactersMax = 500;
const logoRule = rule(
  `must be the https address of a picture, with at most ${logoCharactersMax} characters and no name or password before its host`,
);

const mailText = (description: string) =>
  z
    .string(textRule)
    .trim()
    .min(1, textRule)
    .max(charactersMax, textRule)
    .regex(/^(?:\P{Cc}|\n)*$/u, textRule)
    .refine((text) => !hasBidiControl(text), bidiRule)
    .superRefine((text, context) => {
      const [unknown] = unknownPlaceholders(text);
      if (unknown === undefined) return;
      const known = mailPlaceholders.map((name) => `{${name}}`).join(" and ");
      context.addIssue({ code: "custom", message: `has ${unknown}, which is no placeholder: there are ${known}` });
    })
    .nullable()
    .meta({ description, examples: ["Welcome to {program}! Your contact is Ada."], flag: { placeholder: "text" } });

export const mailSettingsSchema = z.strictObject({
  logo_url: z
    .url({ protocol: /^https$/, ...logoRule })
    .max(logoCharactersMax, logoRule)
    .refine((url) => hasNoUserPart(url), logoRule)
    .nullable()
    .meta({
      description: "https URL of a picture at the top of mails to partners; null for the program's name",
      examples: ["https://acme.example/logo.png"],
      flag: { placeholder: "url" },
    }),
  mail_approved_text: mailText(
    "Text for approved applicants, before the sign-in link, with {program} and {email}; null for the default in their language",
  ),
  mail_declined_text: mailText(
    "Text for declined applicants, with {program} and {email}; null for the default in their language",
  ),
});

export type MailSettings = z.output<typeof mailSettingsSchema>;

/** What was never set has its default. */
export function mailSettingsOf(
  settings: { readonly [Name in keyof MailSettings]?: MailSettings[Name] | undefined },
): MailSettings {
  return {
    logo_url: settings.logo_url ?? null,
    mail_approved_text: settings.mail_approved_text ?? null,
    mail_declined_text: settings.mail_declined_text ?? null,
  };
}

const placeholderPattern = /\{([^{}]*)\}?|\}/g;

/** As they were written; a brace alone is one too. */
function unknownPlaceholders(text: string): readonly string[] {
  const names: readonly string[] = mailPlaceholders;
  return [...text.matchAll(placeholderPattern)]
    .filter(([written, name]) => !(written.endsWith("}") && name !== undefined && names.includes(name)))
    .map(([written]) => (written.length > 40 ? `${written.slice(0, 40)}…` : written));
}

/** Values are put in once: one that looks like a placeholder stays as it is. */
export function fillMailText(text: string, values: Readonly<Record<MailPlaceholder, string>>): string {
  return text.replace(/\{(program|email)\}/g, (_, name: MailPlaceholder) => values[name]);
}

function hasNoUserPart(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === "" && password === "";
}
