// Every message in English: what the other languages translate.
import { account } from "./en/account.ts";
import { earnings } from "./en/earnings.ts";
import { invoices } from "./en/invoices.ts";
import { portal } from "./en/portal.ts";
import { tax } from "./en/tax.ts";
import type { Translated } from "./message.ts";

export const englishCatalogue = { ...account, ...earnings, ...portal, ...invoices, ...tax } as const;

export type EnglishCatalogue = typeof englishCatalogue;

export type Account = Translated<typeof account>;
export type Earnings = Translated<typeof earnings>;
export type Portal = Translated<typeof portal>;
export type Invoices = Translated<typeof invoices>;
export type Tax = Translated<typeof tax>;
