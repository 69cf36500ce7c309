// Finds what a partner may not do in a commission, and raises a flag for each: its customer is the partner, or its click came in a way that the
// program forbids. By the settings in force when it was received. Nothing of it reads a person's address: only keyed hashes are compared.
import type { Books } from "../../books.ts";
import { type FlagChoice, type FlagKind, flagSettingsOf } from "../../events/flag-settings.ts";
import type { ClickSigns, FlagEvidence } from "../../rows/flag-row.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { hasEmail } from "./customer-emails.ts";
import { findFlag, looksAt } from "./flags.ts";

/** What is looked at: a commission that a sale earned, or a lead. */
export type Examined = Pick<SaleRow, "sale_id" | "partner_id" | "customer_key" | "click_id">;
export type Payer = { readonly email_hash: string | null };

type Sign = { readonly kind: FlagKind; readonly choice: FlagChoice; readonly evidence: FlagEvidence };

export type How = { readonly payer: Payer | null; readonly mayRefuse: boolean };

/** True when it raised one. */
export function raiseFlags(books: Books, examined: Examined, { payer, mayRefuse }: How): boolean {
  let raised = false;
  for (const { kind, choice, evidence } of signsOf(books, examined, payer)) {
    const { sale_id, partner_id } = examined;
    if (choice === "off" || findFlag(books, { sale_id, partner_id, kind }) !== undefined) continue;
    books.of.flag.put({
      program_id: books.programId,
      sale_id,
      kind,
      partner_id,
      choice: choice === "refuse" && !mayRefuse ? "hold" : choice,
      evidence,
      event_id: books.folding.id,
      flagged_at: books.folding.received_at,
      resolved_as: null,
      resolved_event_id: null,
      resolved_at: null,
    });
    raised = true;
  }
  return raised;
}

function signsOf(books: Books, examined: Examined, payer: Payer | null): readonly Sign[] {
  const settings = flagSettingsOf(settingsInForce(books, examined.sale_id));
  const signs: Sign[] = [];
  if (settings.flag_own_email !== "off") {
    const email = ownEmail(books, examined, payer);
    if (email !== undefined) signs.push({ kind: "own_email", choice: settings.flag_own_email, evidence: { email } });
  }
  const { ad_parameter, site } = clickSignsOf(books, examined);
  const click_id = examined.click_id ?? "";
  if (ad_parameter !== undefined)
    signs.push({ kind: "paid_ads", choice: settings.flag_paid_ads, evidence: { click_id, ad_parameter } });
  if (site !== undefined)
    signs.push({ kind: "banned_site", choice: settings.flag_banned_site, evidence: { click_id, site } });
  return signs;
}

/** Where the partner's e-mail is the customer's. */
function ownEmail(books: Books, { partner_id, customer_key }: Examined, payer: Payer | null) {
  const emails = books.of.partner.get(partner_id)?.emails ?? [];
  if (emails.some(({ email_hash }) => email_hash === payer?.email_hash)) return "payment";
  if (customer_key === null) return undefined;
  return emails.some(({ email_hash }) => hasEmail(books, customer_key, email_hash)) ? "customer" : undefined;
}

function clickSignsOf(books: Books, { click_id }: Examined): ClickSigns {
  if (click_id === null || !looksAt(books, "clicks")) return {};
  return books.of.click.get(click_id)?.signs ?? {};
}
