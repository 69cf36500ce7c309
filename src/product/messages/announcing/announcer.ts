// Makes the messages that one event of a range causes, from the books' rows of that range. Which event causes which messages is in
// event-messages.ts.

import type { DataOf, Event, PaidItem } from "../../../core/rules/events/events.ts";
import { referralIdOf, saleOfReferral } from "../../../core/rules/referral-id.ts";
import type { LeadRow } from "../../../core/rules/rows/rows.ts";
import type { DisputeRow } from "../../../core/rules/rows/sale-rows.ts";
import { authorOf } from "../../../core/vocabulary/access/author.ts";
import type { MessageType } from "../../../core/vocabulary/outbound-types.ts";
import { flagNews } from "./announced-flags.ts";
import { leadsEarned, leadsOf, settledLeads } from "./announced-leads.ts";
import { clickShown, disputeShown, leadShown, payoutShown, refundShown, waitingShown } from "./announced-parts.ts";
import { AnnouncedSales } from "./announced-sales.ts";
import type { LoggedEvent, LogRange } from "./log-range.ts";
import type { AboutKind, Announcement, DetailOf } from "./payloads.ts";

type About = { readonly kind: AboutKind; readonly id: number | string };

/** Makes the messages of one event of a range, in the order in which its methods are called. */
export class Announcer {
  readonly #range: LogRange;
  readonly #event: LoggedEvent;
  readonly #subjects: readonly string[];
  readonly #sales: AnnouncedSales;
  readonly made: Announcement[] = [];

  /** `subjects`: the customers and clicks whose leads the event is about. */
  constructor(range: LogRange, event: LoggedEvent, subjects: readonly string[]) {
    this.#range = range;
    this.#event = event;
    this.#subjects = subjects;
    this.#sales = new AnnouncedSales(range, event.id);
  }

  /** Every change by a person, and in their order: all are of one subject. */
  audit(outcome: string): void {
    const { id, source } = this.#event;
    if (source !== "operator") return;
    const { type, by, ...data }: { readonly type: string; readonly by?: unknown } = this.#event.data;
    const author = authorOf(by);
    const change = { type, outcome, by_kind: author?.kind ?? null, by_id: author?.id ?? null, data };
    this.#add("audit.recorded", { kind: "change", id }, id, null, { change }, id, "audit");
  }

  /** One that failed and was retried had not waited. */
  parked({ id, source, data, failed_as }: Event, reason: string): void {
    if (data.type !== "payment_succeeded" || failed_as !== undefined || reason === "retried") return;
    const payment = waitingShown(data, source);
    this.#add("sale.parked", { kind: "sale", id }, id, null, { payment });
  }

  click({ id: eventId, data }: Event<DataOf<"click_recorded">>): void {
    if (data.partner_id === null) return;
    const click = clickShown(this.#sales, data, data.partner_id);
    this.#add("click.recorded", { kind: "click", id: data.click_id }, eventId, data.partner_id, { click });
  }

  leads(eventId: number): void {
    for (const lead of leadsOf(this.#range, eventId)) this.#lead("lead.recorded", lead);
  }

  /** Once for each lead, regardless of what settles it: its messages are identified only by the lead. */
  settledLeads(event: Event): void {
    for (const lead of settledLeads(this.#range, this.#subjects, event)) this.#lead("lead.settled", lead);
    for (const { lead_id } of leadsEarned(this.#range, this.#subjects, { id: this.#event.id, source: event.source })) {
      const commission = this.#sales.commissionAtSale(lead_id);
      if (commission !== null) this.#commission("commission.created", lead_id, commission, lead_id);
    }
  }

  #lead(type: "lead.recorded" | "lead.settled", row: LeadRow): void {
    const { lead_id, is_provisional } = row;
    const isProvisional = type === "lead.recorded" ? this.#range.claimedLeads.has(lead_id) : is_provisional;
    const lead = leadShown(this.#sales, row, isProvisional);
    const eventId = type === "lead.settled" ? lead_id : this.#event.id;
    this.#add(type, { kind: "lead", id: lead_id }, lead_id, row.partner_id, { lead }, eventId);
  }

  sale(saleId: number): void {
    const sale = this.#sales.sale(saleId);
    if (sale === undefined) return;
    const commission = this.#sales.commissionAtSale(saleId);
    this.#add("sale.recorded", { kind: "sale", id: saleId }, saleId, sale.partner_id, { sale, commission });
    if (commission !== null) this.#commission("commission.created", saleId, commission);
    const referral = this.#sales.commissionAtSale(referralIdOf(saleId));
    if (referral !== null) this.#commission("commission.created", referralIdOf(saleId), referral);
    for (const id of this.#range.renewedBy.get(saleId) ?? []) this.saleChanged(id, this.#event.data.type);
  }

  bonus(commissionId: number): void {
    const commission = this.#sales.commissionAtSale(commissionId);
    if (commission !== null) this.#commission("commission.created", commissionId, commission);
  }

  decided(paymentId: number, change: string): void {
    const settled = this.#range.settledBy.get(this.#event.id) ?? [];
    if (settled.some(({ id }) => id === paymentId)) return;
    const waiting = this.#range.waitAgain.get(paymentId);
    if (waiting === undefined) this.saleChanged(paymentId, change);
    else this.parked(waiting, "");
  }

  saleChanged(saleId: number | undefined, change: string): void {
    if (saleId === undefined) return;
    const sale = this.#sales.saleOrHidden(saleId);
    if (sale === undefined) return;
    const commission = this.#sales.commissionNow(saleId, 0);
    const about = { kind: "sale", id: saleId } as const;
    this.#add("sale.changed", about, saleId, sale.partner_id, { sale, commission, change, merged_sale_id: null });
  }

  /** The books keep no changes of its worth, since it is on no statement. */
  #importedChanged(saleId: number): void {
    if (this.#range.sales.get(saleId)?.imported != null) this.saleChanged(saleId, this.#event.data.type);
  }

  /**
   * Sent after all other messages about either; identified by the merged sale, so that it is sent once, even if another event names both
   * again.
   */
  merged(eventId: number): void {
    for (const { mergedId, keptId } of this.#range.merges.get(eventId) ?? []) {
      const sale = this.#sales.saleOrHidden(keptId);
      if (sale === undefined) continue;
      const commission = this.#sales.commissionNow(keptId, 0);
      const detail = { sale, commission, change: "same_payment", merged_sale_id: mergedId };
      for (const id of [mergedId, keptId]) {
        this.#add("sale.changed", { kind: "sale", id }, id, sale.partner_id, detail, mergedId);
      }
    }
  }

  refunds(eventId: number): void {
    for (const row of this.#range.refunds) {
      if (row.event_id !== eventId) continue;
      const sale = this.#sales.sale(row.sale_id);
      if (sale === undefined) continue;
      const refund = refundShown(this.#sales, row, sale);
      this.#add("refund.recorded", { kind: "sale", id: row.sale_id }, eventId, sale.partner_id, { refund });
      this.#importedChanged(row.sale_id);
    }
  }

  dispute({ id: eventId, data }: Event<DataOf<"dispute_opened" | "dispute_closed">>): void {
    const saleId = this.payment(...data.aliases.map(({ value }) => value));
    const row = this.#range.disputes.find((one) => one.sale_id === saleId && one.dispute_id === data.dispute_id);
    const sale = row && this.#sales.sale(row.sale_id);
    if (row === undefined || sale === undefined) return;
    const type = data.type === "dispute_opened" ? "dispute.opened" : (`dispute.${data.result}` as const);
    const dispute = disputeShown(this.#sales, row, sale);
    this.#add(type, { kind: "sale", id: row.sale_id }, eventId, sale.partner_id, { dispute });
    this.#importedChanged(row.sale_id);
    if (type === "dispute.won") this.#restored(row);
  }

  /** It was held back, also where nothing was taken of it. */
  #restored({ sale_id }: DisputeRow): void {
    const commission = this.#sales.commissionNow(sale_id, 0);
    if (this.#sales.changeOf(sale_id) !== 0 || commission === null || commission.amount_cents <= 0) return;
    this.#commission("commission.restored", sale_id, commission);
  }

  partner({ id: partnerId, data: { name, code } }: Event<DataOf<"partner_joined">>): void {
    const partner = { partner_id: partnerId, partner_code: code, name };
    this.#add("partner.joined", { kind: "partner", id: partnerId }, partnerId, partnerId, { partner });
  }

  approved(saleId: number): void {
    if (this.#range.commissions.get(saleId)?.stage === "pending") return;
    const commission = this.#sales.commissionNow(saleId, 0);
    if (commission !== null) this.#commission("commission.approved", saleId, commission);
  }

  /** Money went to the payout's partner, or came back from it. A sale that is not that partner's now is shown behind it as it is. */
  moved(type: "commission.paid" | "commission.returned", payoutId: number, item: PaidItem): void {
    const payout = this.#range.payouts.get(payoutId);
    if (payout === undefined) return;
    const sale = this.#sales.saleOrHidden(item.sale_id);
    const commission = this.#sales.commissionNow(item.sale_id, 0);
    const isOwn = commission?.partner_id === payout.partner_id && commission.currency === payout.currency;
    const ofPayee = isOwn ? commission : sale && this.#sales.noCommission(sale, payout);
    if (ofPayee === undefined) return;
    this.#commission(type, item.sale_id, { ...ofPayee, payout_id: payoutId, paid_cents: item.amount_cents });
    if (!isOwn) this.saleChanged(item.sale_id, this.#event.data.type);
  }

  /** What a payout had paid, whose money came back. */
  returned(payoutId: number): void {
    for (const { sale_id, amount_cents } of this.#range.returnedItems.get(payoutId) ?? []) {
      this.moved("commission.returned", payoutId, { sale_id, amount_cents: -amount_cents });
    }
  }

  /** The payment with a transaction id, or with one of the names in a report. */
  payment(...aliases: readonly string[]): number | undefined {
    return aliases.map((alias) => this.#range.paymentOf.get(alias)).find((id) => id !== undefined);
  }

  /** Of every sale whose worth this event changed. */
  changes(): void {
    for (const saleId of this.#range.changes.keys()) {
      const changeCents = this.#sales.changeOf(saleId);
      const commission = changeCents === 0 ? null : this.#sales.commissionNow(saleId, changeCents);
      if (commission === null) continue;
      const taken = commission.amount_cents <= 0 ? "commission.reversed" : "commission.reduced";
      this.#commission(changeCents > 0 ? "commission.restored" : taken, saleId, commission);
    }
  }

  #commission(
    type: Extract<MessageType, `commission.${string}`>,
    saleId: number,
    commission: DetailOf<"commission.created">["commission"],
    eventId = this.#event.id,
  ): void {
    const sale = this.#sales.saleOrHidden(saleId) ?? null;
    if (sale === null && commission.kind === "sale") return;
    this.#add(type, aboutCommission(commission), saleId, commission.partner_id, { commission, sale }, eventId);
  }

  payout(type: Extract<MessageType, `payout.${string}`>, payoutId: number): void {
    const row = this.#range.payouts.get(payoutId);
    if (row === undefined) return;
    const payout = payoutShown(this.#sales, row, type !== "payout.created");
    this.#add(type, { kind: "payout", id: payoutId }, payoutId, row.partner_id, { payout });
  }

  /** Those that the event raised, and those that it decides about. */
  flags(): void {
    for (const { type, about, which, partnerId, detail } of flagNews(this.#range, this.#sales, this.#event))
      this.#add(type, about, which, partnerId, detail);
  }

  /** `which` distinguishes messages of one type from one event. */
  #add<Type extends MessageType>(
    type: Type,
    about: About,
    which: number | string,
    partnerId: number | null,
    detail: DetailOf<Type>,
    eventId = this.#event.id,
    subject?: string,
  ): void {
    const { programId } = this.#range;
    const { id, seq, received_at: at } = this.#event;
    const thin = { program_id: programId, event_id: id, seq, about: { kind: about.kind, id: String(about.id) } };
    const messageId = `msg_${programId}_${eventId}_${type.replace(".", "_")}_${which}`;
    this.made.push({ messageId, type, at, thin, detail, partnerId, subject } as Announcement);
  }
}

function aboutCommission({ kind, commission_id, partner_id }: DetailOf<"commission.created">["commission"]): About {
  const about: { readonly [Kind in typeof kind]: About } = {
    sale: { kind: "sale", id: commission_id },
    referral: { kind: "sale", id: saleOfReferral(commission_id) ?? commission_id },
    lead: { kind: "lead", id: commission_id },
    bonus: { kind: "partner", id: partner_id },
  };
  return about[kind];
}
