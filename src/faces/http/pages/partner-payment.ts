// How a partner is paid, and what it must do first, on its own page.
import { railTitles } from "../../../core/vocabulary/money/payout-rails.ts";
import { type Html, html } from "../../../core/wording/html.ts";
import type { Words } from "../../../core/wording/say.ts";
import type { OwnPayment } from "../../../product/portal/payment-read.ts";
import type { PartnerProfile } from "../../../product/portal/view-read.ts";

export function paymentNotes(
  { taxFault, isAskedForInvoices }: OwnPayment,
  { program_id, program_name, status }: PartnerProfile,
  prefix: string,
  { say }: Words,
): Html | null {
  if (status === "banned") return null;
  const own = `${prefix}/partners/${program_id}`;
  const program = { program: program_name };
  const tax = taxFault === "missing" ? say("taxBeforePaid", program) : say("taxExpired", program);
  return html`${
    taxFault === null
      ? null
      : html`<p class="note warn">${tax} <a href="${own}/tax-details">${say("addTaxDetails")}</a></p>
`
  }${isAskedForInvoices ? html`<p class="note">${say("invoicesOffered", program)} <a href="${own}/invoices">${say("readInvoicesOffer")}</a></p>` : null}`;
}

type Days = { readonly program: string; readonly hasDay: boolean };

export function howPaid({ rail }: OwnPayment, { program, hasDay }: Days, { say, sentences }: Words): Html | null {
  const said = [
    ...(rail === null ? [] : [say("paysBy", { program, how: railTitles[rail] })]),
    ...(hasDay ? [] : [say("noPayoutDay", { program })]),
  ];
  return said.length === 0 ? null : html`<p class="inside quiet">${sentences(said)}</p>`;
}
