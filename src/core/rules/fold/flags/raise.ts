// Finds what looks wrong about a commission, and raises a flag for each: its customer, its click, its partner or that one's recruiter. By the
// settings in force when it was received. Nothing of it reads a person's address: only keyed hashes are compared.
import type { Books } from "../../books.ts";
import {
  type FlagChoice,
  type FlagKind,
  type FlagSettings,
  flagSettingsOf,
} from "../../events/settings/flag-settings.ts";
import type { ClickSigns, FlagEvidence } from "../../rows/flag-row.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { isImported } from "../attribution/attribution.ts";
import type { FoldContext } from "../context.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { hasEmail } from "./customer-emails.ts";
import { findFlag, looksAt } from "./flags.ts";
import { refundsOf } from "./refund-rate.ts";

/** What is looked at: a commission that a sale earned, or a lead. */
export type Examined = Pick<SaleRow, "sale_id" | "partner_id" | "customer_key" | "click_id">;
export type Payer = { readonly email_hash: string | null };

type Sign = { readonly kind: FlagKind; readonly choice: FlagChoice; readonly evidence: FlagEvidence };

export type How = {
  readonly payer: Payer | null;
  readonly mayRefuse: boolean;
  /** How often its partner's other sales are refunded is looked at once: when that partner gets it. */
  readonly isNew: boolean;
};

/** True when it raised one. */
export function raiseFlags({ books, cause }: FoldContext, examined: Examined, how: How): boolean {
  let raised = false;
  for (const { kind, choice, evidence } of signsOf(books, examined, how)) {
    const { sale_id, partner_id } = examined;
    if (choice === "off" || findFlag(books, { sale_id, partner_id, kind }) !== undefined) continue;
    books.of.flag.put({
      program_id: books.programId,
      sale_id,
      kind,
      partner_id,
      choice: choice === "refuse" && !how.mayRefuse ? "hold" : choice,
      evidence,
      event_id: cause.id,
      flagged_at: cause.received_at,
      resolved_as: null,
      resolved_event_id: null,
      resolved_at: null,
    });
    raised = true;
  }
  return raised;
}

function signsOf(books: Books, examined: Examined, { payer, isNew }: How): readonly Sign[] {
  const settings = flagSettingsOf(settingsInForce(books, examined.sale_id));
  const signs: Sign[] = [];
  const raise = (kind: FlagKind, evidence: FlagEvidence | undefined) => {
    const choice = settings[`flag_${kind}`];
    if (choice !== "off" && evidence !== undefined) signs.push({ kind, choice, evidence });
  };
  if (settings.flag_own_email !== "off") {
    const email = emailOf(books, examined.partner_id, examined, payer);
    raise("own_email", email === undefined ? undefined : { email });
  }
  const click_id = examined.click_id ?? "";
  const { ad_parameter, site, device_of, fast_leads } = clickSignsOf(books, examined);
  raise("own_device", device_of === "partner" ? { click_id, device_of } : undefined);
  if (settings.flag_recruit_circle !== "off") raise("recruit_circle", circleOf(books, examined, payer, device_of));
  if (settings.flag_shared_payout !== "off") raise("shared_payout", sharedPayout(books, examined));
  raise("fast_leads", fast_leads === undefined ? undefined : { click_id, leads: fast_leads });
  if (settings.flag_refund_rate !== "off" && isNew) raise("refund_rate", tooManyRefunds(books, examined, settings));
  raise("paid_ads", ad_parameter === undefined ? undefined : { click_id, ad_parameter });
  raise("banned_site", site === undefined ? undefined : { click_id, site });
  return signs;
}

/** Where this partner's e-mail is the customer's. */
function emailOf(books: Books, partnerId: number, { customer_key }: Examined, payer: Payer | null) {
  const emails = books.of.partner.get(partnerId)?.emails ?? [];
  if (emails.some(({ email_hash }) => email_hash === payer?.email_hash)) return "payment";
  if (customer_key === null) return undefined;
  return emails.some(({ email_hash }) => hasEmail(books, customer_key, email_hash)) ? "customer" : undefined;
}

/** One level, as recruiters earn: by whom its partner was recruited, and what leads back to that one. */
function circleOf(
  books: Books,
  examined: Examined,
  payer: Payer | null,
  device_of: ClickSigns["device_of"],
): FlagEvidence | undefined {
  const { recruited_by: with_partner_id, alike } = books.of.partner.get(examined.partner_id) ?? noPartner;
  if (with_partner_id === null) return undefined;
  const likeness = alike?.find(({ partner_id }) => partner_id === with_partner_id);
  if (likeness !== undefined) return { with_partner_id, circle: likeness.by };
  if (emailOf(books, with_partner_id, examined, payer) !== undefined) return { with_partner_id, circle: "customer" };
  if (device_of !== "recruiter") return undefined;
  return { with_partner_id, circle: "click", click_id: examined.click_id ?? "" };
}

const noPartner = { recruited_by: null, alike: null };

function sharedPayout(books: Books, { partner_id }: Examined): FlagEvidence | undefined {
  const alike = books.of.partner.get(partner_id)?.alike?.find(({ by }) => by === "payout");
  return alike && { with_partner_id: alike.partner_id };
}

/** A lead is no sale. */
function tooManyRefunds(books: Books, { sale_id, partner_id }: Examined, settings: FlagSettings) {
  const sale = books.of.sale.get(sale_id);
  if (sale === undefined) return undefined;
  const { sales, refunded } = refundsOf(books, partner_id, sale.received_at);
  const isOver = sales >= settings.refund_rate_sales && refunded * 100 > settings.refund_rate_percent * sales;
  return isOver ? { sales, refunded } : undefined;
}

/** Who came by an import came by no click of ours. */
function clickSignsOf(books: Books, { click_id }: Examined): ClickSigns {
  if (click_id === null || isImported({ click_id }) || !looksAt(books, "clicks")) return {};
  return books.of.click.get(click_id)?.signs ?? {};
}
