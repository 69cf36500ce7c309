// What the money books must say, computed the slow way from a program's whole log: the projector is held against it.
// Written from the interface and the decision pages, never from the projector: each event is judged by all that came so
// far, everything that waits is asked again after each event, and sums are taken again from all refunds whenever they are needed.
// What was imported is in import-model.ts. Left out: payment references, evidence from chains, payouts, the checklist, leads' own rows.
import type { Event, EventData, ProgramCreated } from "../../src/core/rules/events/events.ts";
import { referralIdOf, saleOfReferral } from "../../src/core/rules/referral-id.ts";
import type { Attribution, OutcomeName, SaleAttribution } from "../../src/core/rules/rows/sale-rows.ts";
import type { Currency } from "../../src/core/vocabulary/money/currencies.ts";
import { daysAfter, halfUp, monthsAfter } from "./arithmetic.ts";
import { AttributionModel, attributionOf, before } from "./attribution-model.ts";
import { BonusModel } from "./bonus-model.ts";
import { CouponModel } from "./coupon-model.ts";
import { type ImportedLine, importedBy, importedOf, Paid, soldAt, startOf } from "./import-model.ts";
import { type Referral, ReferralModel, recruitedId, recruiterId } from "./referral-model.ts";
import { eachOnce, type ReportedReversal, type Reversal, takenBack } from "./reversal-model.ts";
import { TermsModel } from "./terms-model.ts";

type Data<Type extends EventData["type"]> = Extract<EventData, { type: Type }>;
type Settings = ProgramCreated["settings"];
/** What an event says of a payment, or of the subscription that one of these names began. */
type Report = ReturnType<typeof reportOf>;
type Fate = {
  isExpired: boolean;
  differs: boolean;
  isCorrected: boolean;
  /** The first sale of the subscription it renews: its terms are those; null of a sale that goes by its own. */
  renews: Sale | null;
  reason: string | null;
  begins: string | null;
};
/** `partner_id`: whose it was until it was taken away, or whose it is. */
type Decision = { id: number; given: SaleAttribution | null; partner_id: number };
/** Its attribution is by evidence; one that is a sale by hand alone has none. */
type Sale = Omit<Report, "click_id" | "coupon_code"> & { coupon_code: string | null } & Attribution &
  Fate & { hand: Decision | null; isByHandAlone: boolean; imported: ImportedLine | null; startedAt: Date | null };

export class ReferenceModel {
  /** Whether a payout that is in force paid for it. */
  isPaid = (saleId: number): boolean => this.paid.items.some(({ sale_id }) => sale_id === saleId);
  readonly outcomes = new Map<number, OutcomeName>();
  #settings: (Settings & { id: number })[] = [];
  readonly #terms = new TermsModel();
  #status = new Map<number | "program" | null, "active" | "inactive">();
  readonly #earners = new AttributionModel();
  readonly #coupons = new CouponModel();
  #started = new Map<string | null, Attribution & { customer_key: string | null }>();
  #groups = new Map<string, Set<string>>();
  #reports = new Map<number, Report>();
  /** Nothing is learned of these events but their names, and when a payment was reported first. */
  #givenUp = new Map<number, Report | undefined>();
  /** Payments whose partner had left. */
  readonly #left = new Set<number>();
  /** Payments whose program was not active. */
  readonly #tooLate = new Set<number>();
  #heard = new Set<number>();
  #sales: Sale[] = [];
  #reversals: Reversal[] = [];
  #waiting: Event[] = [];
  #events = new Map<number, Event>();
  /** Sales that earn again, since what made them sales before was undone. */
  readonly begunAnew = new Set<number>();
  /** Imported sales that turned out to be sales of ours, as they did. */
  readonly moved: { readonly from: number; readonly to: number }[] = [];
  /** What other tools had paid, by the payment it was paid for. */
  readonly paid = new Paid();
  #isInactive = (...who: (number | "program")[]) => who.some((one) => this.#status.get(one) === "inactive");
  #firstOf = (id: string | null) => this.#sales.find((sale) => sale.begins !== null && sale.subscription_id === id);
  /** What is reported while the program is not active; what waited since before is not. */
  #isTooLate = ({ id }: Report) => this.#isInactive("program") && !this.outcomes.has(id);

  readonly #referrals = new ReferralModel(
    (id) => this.#settingsAt(id),
    () => this.#joined.get(recruitedId),
  );
  readonly #joined = new Map<number, Date>();

  readonly bonuses = new BonusModel();

  /** What recruiters earn by the sales there are. */
  get referrals(): readonly Referral[] {
    return this.#referrals.referrals;
  }

  /** What was taken from its partner is no sale. */
  outcomeOf(eventId: number): OutcomeName {
    const isTaken = this.#sales.some(({ id, hand, isExpired }) => id === eventId && !isExpired && hand?.given === null);
    return isTaken ? "ignored" : (this.outcomes.get(eventId) ?? "recorded");
  }

  /** The sale that this one is by now, also where no partner earns by it; undefined where it is no sale any more. */
  saleOf(saleId: number): number | undefined {
    const ofReferral = saleOfReferral(saleId);
    if (ofReferral !== null) {
      const by = this.saleOf(ofReferral);
      return by === undefined ? undefined : referralIdOf(by);
    }
    if (this.bonuses.isThere(saleId)) return saleId;
    const reported = this.#reports.get(saleId);
    return (
      this.#sales.find(({ id, isExpired }) => id === saleId && !isExpired)?.id ??
      (reported && this.#saleReportedBy(reported)?.id)
    );
  }

  /** The events that stand in the log, in their order. */
  apply(event: Event): void {
    const settles = (asked: Event) => this.outcomes.set(asked.id, this.#judge(asked)).get(asked.id) !== "parked";
    this.begunAnew.clear();
    this.#events.set(event.id, event);
    settles(event);
    this.#waiting.push(event);
    // An event that settles may let others settle: the oldest that waits is asked first again.
    do this.#waiting = this.#waiting.filter(({ id }) => this.outcomes.get(id) === "parked");
    while (this.#waiting.some(settles));
    if (/^partner_(joined|imported)$/.test(event.data.type)) this.#joined.set(event.id, event.received_at);
    if (this.#settings.some(({ referral }) => referral != null))
      this.#referrals.apply(this.books(), !this.#isInactive(recruiterId));
  }

  #judge(event: Event): OutcomeName {
    const { data } = event;
    if (event.is_test) return "recorded";
    if (data.type === "click_recorded") return this.#click(event, data);
    if (data.type === "lead_reported") {
      this.#earners.lead(event, data, this.#settingsAt(event.id));
      return "recorded";
    }
    if (data.type === "customer_imported")
      return this.#earners.bring({ ...data, identities: identitiesIn(data) }, importedBy(event, data));
    if (data.type === "sale_imported") return this.#import(event, data);
    if (data.type === "sale_reported") return this.#payment(reportOf(event, data));
    if (data.type === "attribution_set") return this.#give(event, data);
    if (data.type === "attribution_removed" || data.type === "attribution_undone") return this.#decide(event, data);
    if (data.type === "payment_identified") this.#paymentOf(valuesOf(data));
    if (!("payer" in data))
      return data.type.includes("refund") || data.type.includes("dispute")
        ? this.#reversal(event)
        : this.#configure(event);
    if (!isOurs(event)) return "ignored";
    const reported = reportOf(event, data);
    return data.type === "payment_succeeded" ? this.#payment(reported) : this.#start(reported);
  }

  #configure(event: Event): OutcomeName {
    const { id, data } = event;
    this.#coupons.apply(event);
    if (data.type === "program_created") this.#settings.push({ ...data.settings, id });
    if (data.type === "program_changed") this.#settings.push({ ...this.#settingsAt(id), ...data.settings, id });
    this.#terms.apply(event);
    if ("status" in data && data.status)
      this.#status.set("partner_id" in data ? data.partner_id : "program", data.status);
    if (data.type.startsWith("bonus_")) return this.#bonus(event);
    if (data.type === "parked_released") return this.#release(data.event_id);
    if (data.type === "month_closed") return this.#close(data.month);
    if (data.type === "delivery_ignored") return "ignored";
    if (data.type === "delivery_unreadable") return "failed";
    if (
      !/^(program|policy|group|partner|payout_imported|payouts_exported|coupon|payment_identified|personal|delivery_reread)/.test(
        data.type,
      )
    )
      throw new Error(`unknown: ${data.type}`);
    return "recorded";
  }

  /** Settled by nothing any more, and nothing is learned of it but its names: what it reported can be reported again. */
  #release(eventId: number): OutcomeName {
    if (this.outcomes.get(eventId) !== "parked") return "refused";
    this.outcomes.set(eventId, "ignored");
    this.#givenUp.set(eventId, this.#reports.get(eventId));
    this.#reports.delete(eventId);
    return "recorded";
  }

  #bonus(event: Event): OutcomeName {
    const holdDays = (partner: number) =>
      this.#terms.holdOf(this.#terms.groupOf(partner, event.id), event.id) ??
      this.#settingsAt(event.id).hold_period_days;
    return this.bonuses.apply(event, () => this.books(), { isActive: (id) => !this.#isInactive(id), holdDays });
  }

  #closedUntil = "";
  /** Each once, in their order. What a month was stated as is in statement-model.ts. */
  #close(month: string): OutcomeName {
    if (month <= this.#closedUntil) return "ignored";
    this.#closedUntil = month;
    return "recorded";
  }

  #settingsAt(eventId: number): Settings {
    const settings = this.#settings.findLast(({ id }) => id <= eventId);
    if (settings !== undefined) return settings;
    throw new Error("the program was not created");
  }

  #click(event: Event, data: Data<"click_recorded">): OutcomeName {
    if (data.partner_id === null || this.#isInactive("program", data.partner_id)) return "ignored";
    return this.#earners.click(event, data, this.#settingsAt(event.id));
  }

  #earnerOf(reported: Report): Attribution | undefined {
    const first = this.#firstOf(reported.subscription_id);
    const begun = first ?? this.#started.get(reported.subscription_id);
    const knows = reported.type === "subscription_started" ? undefined : begun;
    return this.#earners.earnerOf(
      reported,
      knows && { ...knows, isSold: first !== undefined },
      this.#couponOf(reported),
    );
  }

  #couponOf(reported: Report) {
    const { code: _, ...code } = this.#coupons.ownerOf({ ...reported, received_at: this.#receivedAt(reported) }) ?? {
      code: null,
    };
    const isFirst = this.#settingsAt(reported.id).coupon_precedence === "coupon";
    return { code: "partner_id" in code ? before(reported.received_at, code) : undefined, isFirst };
  }

  /** Of the event itself, regardless of when the payment was reported first. */
  #receivedAt = ({ id, received_at }: Report) => this.#events.get(id)?.received_at ?? received_at;

  #payment(reported: Report): OutcomeName {
    const isTooLate = this.#isTooLate(reported) || this.#tooLate.has(reported.id);
    if (isTooLate) this.#tooLate.add(reported.id);
    // A call that repeats a payment is refused. One is in the log where a delivery before it was read again: it says nothing more.
    if (reported.type === "sale_reported" && this.#paymentOf(reported.names) !== undefined) return "duplicate";
    const brought = this.#importOf(reported);
    // Imports of one payment are one before it takes them over.
    if (brought !== undefined) this.#paymentOf(reported.names);
    else if (this.#repeats(reported)) return "duplicate";
    return isTooLate || !isTaken(reported.currency) ? "ignored" : this.#earn(reported, brought);
  }

  #repeats(reported: Report): boolean {
    this.#reports.set(reported.id, reported);
    if (this.#paymentOf(reported.names) === undefined) return false;
    // What was imported learns of it once it is known to be no sale of ours.
    this.outcomes.set(reported.id, "duplicate");
    this.#paymentOf(reported.names);
    return true;
  }

  #earn(reported: Report, brought: Sale | undefined): OutcomeName {
    const first = this.#firstOf(reported.subscription_id);
    const renewed = reported.is_recurring ? before(reported.received_at, first) : undefined;
    const received_at = this.#firstReportedAt(reported);
    const found = renewed === undefined ? this.#earnerOf({ ...reported, received_at }) : before(received_at, renewed);
    const { attribution_window_days } = this.#settingsAt(reported.id);
    // A partner that was imported goes on earning by a subscription that began before.
    const isLate = ({ revisited_at, clicked_at, click_id }: Attribution) =>
      !renewed &&
      !(reported.is_recurring && click_id === "import") &&
      reported.received_at > daysAfter(revisited_at ?? clicked_at, attribution_window_days);
    const { code } = this.#couponOf({ ...reported, received_at });
    if (brought !== undefined) {
      // It is whose its own evidence says, in time, and else whose the import says.
      const inTime = found !== undefined && isLate(found) ? code : found;
      const own = inTime === undefined || this.#isInactive(inTime.partner_id) ? undefined : inTime;
      this.#reports.set(reported.id, reported);
      return this.#record(reported, own ?? brought, { isExpired: false, settles: own !== undefined, isBrought: true });
    }
    if (found === undefined) return reported.type === "sale_reported" ? this.#refuse(reported) : "parked";
    // A call of an inactive partner's click is refused; a delivery asks for its partner before its window.
    const isGone = reported.type !== "sale_reported" && this.#isInactive(found.partner_id);
    const earner = isLate(found) && !isGone ? (code ?? found) : found;
    if (this.#isInactive(earner.partner_id)) {
      this.#left.add(reported.id);
      return "ignored";
    }
    const isExpired = isLate(earner);
    return this.#record(reported, earner, { isExpired, settles: !isExpired });
  }

  #record(
    reported: Report,
    earner: Attribution,
    { isExpired, settles, isBrought = false }: { isExpired: boolean; settles: boolean; isBrought?: boolean },
  ): OutcomeName {
    const by = { ...attributionOf(earner), hand: null, isByHandAlone: false, imported: null, startedAt: null };
    const coupon_code = this.#coupons.ownerOf(reported)?.code ?? null;
    const sale: Sale = { ...reported, ...by, ...unlearned, isExpired, coupon_code };
    this.#sales.push(sale);
    // It is of its own subscription before it is of one that an import named.
    if (isBrought) {
      sale.customer_key = reported.customer_key;
      this.#subscribe(sale, reported);
      // Also where it renews a subscription whose partner has left: by the terms of whom it pays.
      Object.assign(sale, attributionOf(earner));
      this.#endPeriod(sale);
    }
    if (settles) this.#earners.settle(reported);
    this.#paymentOf(reported.names);
    return isExpired ? "expired" : "recorded";
  }

  /** The imported sale that this payment of a provider takes over; undefined where there is no such sale, or it cannot. */
  #importOf(reported: Report): Sale | undefined {
    if (reported.type !== "payment_succeeded" || this.#tooLate.has(reported.id) || this.#isTooLate(reported))
      return undefined;
    if (!isTaken(reported.currency)) return undefined;
    const sales = this.#sales.filter((sale) => !sale.isExpired && this.#isNamed(sale, reported.names));
    return sales.every(({ imported }) => imported !== null) ? sales.sort((a, b) => a.id - b.id)[0] : undefined;
  }

  /** A call does not wait. One is in the log where what was read again left no one to pay: it says nothing any more. */
  #refuse({ id }: Report): OutcomeName {
    this.#reports.delete(id);
    return "refused";
  }

  /** A payment of before, as the tool said it; of one that is known here, what the tool paid for it. */
  #import(event: Event, data: Data<"sale_imported">): OutcomeName {
    if (!isTaken(data.currency)) return "ignored";
    const imported = importedOf(data, data.currency);
    // A tool does not say which payment renews: the first that is reported here does not.
    const reported = { ...reportOf(event, data), is_recurring: this.#firstOf(data.subscription_id) !== undefined };
    this.#reports.set(event.id, reported);
    this.#heard.add(event.id);
    const known = this.#paymentOf(reported.names);
    const payment = known?.id ?? event.id;
    const outcome = known === undefined ? "recorded" : this.#repeat(known, imported, data.partner_id);
    if (known === undefined) {
      this.#heard.delete(event.id);
      const by = { ...importedBy(event, data), hand: null, isByHandAlone: false, coupon_code: null };
      const fate = { ...unlearned, isExpired: false, startedAt: null };
      this.#sales.push({ ...reported, ...by, ...fate, imported });
      this.#paymentOf(reported.names);
    } else known.differs ||= isContradicted(known, reported);
    this.paid.record(event.id, payment, data);
    return outcome;
  }

  /** Everything that a provider reported of what was imported is asked again, in its order. */
  #askProviders(names: readonly string[]): void {
    for (const { id, type, names: own } of this.#reports.values()) {
      const event = this.#events.get(id);
      const isOpen = ["parked", "ignored"].includes(this.outcomes.get(id) ?? "");
      if (type !== "payment_succeeded" || !isOpen || event === undefined || !this.#isNamed({ names: own }, names))
        continue;
      this.outcomes.set(id, "parked");
      if (!this.#waiting.includes(event)) this.#waiting.push(event);
    }
    this.#waiting.sort((a, b) => a.id - b.id);
  }

  /** Where it was imported and is not paid, it earns what it was said to earn last. */
  #repeat(known: Sale, said: ImportedLine, partnerId: number): OutcomeName {
    if (known.isExpired) return "duplicate";
    if ((known.hand?.partner_id ?? known.partner_id) !== partnerId) return "ignored";
    if (known.imported === null) return "duplicate";
    if (known.imported.external_id !== said.external_id) return "ignored";
    if (!this.isPaid(known.id)) known.imported = said;
    return "duplicate";
  }

  /** To a partner, where it waits or was taken from another. */
  #give({ id }: Event, { event_id, partner_id }: Data<"attribution_set">): OutcomeName {
    const reported = this.#reports.get(event_id);
    const given = { partner_id: partner_id ?? 0, click_id: null, clicked_at: null, revisited_at: null };
    if (reported === undefined || this.#isInactive(given.partner_id)) return "refused";
    const sale = this.#saleReportedBy(reported);
    const hand = { id, given, partner_id: given.partner_id };
    if (sale !== undefined) {
      if (sale.hand?.given !== null) return "refused";
      sale.hand = hand;
      this.#earners.bindByHand(sale, given);
      return "recorded";
    }
    const outcome = this.outcomes.get(event_id);
    const isOpen = outcome === "parked" || (outcome === "ignored" && this.#left.has(event_id));
    if (!isOpen || reported.type !== "payment_succeeded") return "refused";
    const nobody = { partner_id: 0, click_id: "", clicked_at: reported.received_at, revisited_at: null };
    const coupon_code = this.#coupons.ownerOf(reported)?.code ?? null;
    const rest = { imported: null, startedAt: null };
    const standing = { ...rest, hand, isByHandAlone: true, isExpired: false, coupon_code };
    this.#sales.push({ ...reported, ...nobody, ...unlearned, ...standing });
    this.outcomes.set(event_id, "recorded");
    this.#paymentOf(reported.names);
    return "recorded";
  }

  /** No partner's, or again whose its evidence says. */
  #decide({ id }: Event, { type, event_id }: Data<"attribution_removed" | "attribution_undone">): OutcomeName {
    const reported = this.#reports.get(event_id);
    const sale = reported && this.#saleReportedBy(reported);
    if (sale === undefined) return "refused";
    if (type === "attribution_removed") {
      if (sale.hand?.given === null) return "refused";
      this.#earners.unbind(sale.id);
      sale.hand = { id, given: null, partner_id: sale.hand?.partner_id ?? sale.partner_id };
      return "recorded";
    }
    if (sale.hand === null) return "refused";
    this.#earners.unbind(sale.id);
    sale.hand = null;
    if (sale.isByHandAlone) this.#askAgain(sale);
    return "recorded";
  }

  /** Of a report that is settled: what waits, or earned no one, has no sale. */
  #saleReportedBy({ id, names }: Report): Sale | undefined {
    if (!["recorded", "duplicate", "expired"].includes(this.outcomes.get(id) ?? "")) return undefined;
    const sales = this.#sales.filter((sale) => !sale.isExpired && this.#isNamed(sale, names));
    return sales.sort((a, b) => a.id - b.id)[0];
  }

  #isNamed(one: { names: readonly string[] }, names: readonly string[]): boolean {
    const all = new Set(names.flatMap((name) => [...(this.#groups.get(name) ?? [name])]));
    return one.names.some((name) => all.has(name));
  }

  /** Everything that a provider reported of this payment waits as if it were reported now. */
  #askAgain(sale: Sale): void {
    this.#sales = this.#sales.filter((other) => other !== sale);
    this.begunAnew.add(sale.id);
    const isOfIt = ({ data }: Event) =>
      this.#isNamed(
        {
          names: ["transaction_id" in data ? (data.transaction_id ?? []) : [], valuesOf({ ...unsaid, ...data })].flat(),
        },
        sale.names,
      );
    const asked = [...this.#events.values()].filter(
      (event) => event.source !== "api" && isOurs(event) && isOfIt(event) && !this.#givenUp.has(event.id),
    );
    for (const event of asked) {
      const { id, data } = event;
      const outcome = this.outcomes.get(id) ?? "recorded";
      const isReversal = /refund|dispute/.test(data.type);
      const isImport = data.type === "sale_imported" && this.#reports.has(id);
      if (outcome === "expired" || (outcome === "ignored" && !isReversal && !isImport)) continue;
      this.paid.forget(id);
      this.#tooLate.delete(id);
      this.outcomes.set(id, "parked");
      // An import teaches only what it made a sale.
      if (!isImport) this.#heard.delete(id);
      this.#earners.forget(id);
      this.#reversals = this.#reversals.filter((reported) => reported.id !== id);
      if (!this.#waiting.includes(event)) this.#waiting.push(event);
    }
    this.#waiting.sort((a, b) => a.id - b.id);
  }

  /** A click that came after any provider's report of a payment earns nothing for it. A call speaks for itself. */
  #firstReportedAt({ names, type, received_at }: Report): Date {
    const all = new Set(names.flatMap((name) => [...(this.#groups.get(name) ?? [name])]));
    const isOfIt = (reported: Report | undefined) =>
      reported?.type === "payment_succeeded" &&
      !this.#repeatsImport(reported) &&
      reported.names.some((name) => all.has(name));
    const reports =
      type === "sale_reported" ? [] : [...this.#reports.values(), ...this.#givenUp.values()].filter(isOfIt);
    const times = reports.map((reported) => reported?.received_at.getTime() ?? Number.POSITIVE_INFINITY);
    return new Date(Math.min(received_at.getTime(), ...times));
  }

  /** It was reported while the program was not active, and then repeated what was imported: nothing is asked of it any more. */
  #repeatsImport = ({ id }: Report) => this.#tooLate.has(id) && this.outcomes.get(id) === "duplicate";

  /** A renewal goes by its first sale's, while it is the same partner's in the same group. */
  #termsOf(sale: Sale): Settings["commission"] {
    const partnerId = sale.hand?.partner_id ?? sale.partner_id;
    const { renews } = sale;
    const isSame =
      renews?.partner_id === partnerId &&
      this.#terms.groupOf(partnerId, renews.id) === this.#terms.groupOf(partnerId, sale.id);
    const at = isSame ? renews : sale;
    return this.#terms.commissionOf(partnerId, at) ?? this.#settingsAt(at.id).commission;
  }

  #start(reported: Report): OutcomeName {
    this.#reports.set(reported.id, reported);
    this.#paymentOf(reported.names);
    if (this.#isTooLate(reported)) return "ignored";
    if (this.#started.has(reported.subscription_id) || this.#firstOf(reported.subscription_id)) return "recorded";
    const earner = this.#earnerOf(reported);
    if (earner === undefined) return "parked";
    this.#earners.settle(reported);
    this.#started.set(reported.subscription_id, { ...attributionOf(earner), customer_key: reported.customer_key });
    return "recorded";
  }

  /** The payment these names mean: of several sales the one reported first stays, and its other reports wait no longer. */
  #paymentOf(names: readonly string[]): Sale | undefined {
    const all = new Set(names.flatMap((name) => [...(this.#groups.get(name) ?? [name])]));
    for (const name of all) this.#groups.set(name, all);
    const isMeant = (reported: { names: readonly string[] }) => reported.names.some((name) => all.has(name));
    // A sale of ours stays before one that was imported.
    const rankOf = ({ imported }: Sale) => (imported === null ? 0 : 1);
    const found = this.#sales.filter(isMeant).sort((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
    const reports = [...this.#reports.values()].filter(isMeant).sort((a, b) => a.id - b.id);
    const [sale, ...others] = found.filter(({ isExpired }) => !isExpired);
    const isUnpaid = ({ id, type }: Report) =>
      ["parked", "ignored"].includes(this.outcomes.get(id) ?? "") &&
      !["subscription_started", "sale_imported"].includes(type);
    // Of what was imported they are asked themselves.
    const repeated = sale?.imported != null ? [] : reports.filter(isUnpaid);
    const repeats = found.length === 0 ? [] : [...repeated, ...others];
    for (const { id } of repeats) this.outcomes.set(id, "duplicate");
    this.#sales = this.#sales.filter((other) => !others.includes(other));
    // Reports of a payment that came too late are not asked again.
    if (sale === undefined && found.length > 0) for (const { id } of reports) this.#heard.add(id);
    if (sale === undefined) return found[0];
    if (sale.imported !== null) this.#askProviders(names);
    for (const other of others) this.#takeOver(sale, other);
    // It knows what any report of it says: its own before the others', in the order they came, beginnings last.
    const isStart = ({ type }: Report) => type === "subscription_started";
    const knowing = reports.filter(
      (reported) => !this.#heard.has(reported.id) && (sale.imported === null || !isUnpaid(reported)),
    );
    const payments = [this.#reports.get(sale.id) ?? [], knowing.filter((reported) => !isStart(reported))].flat();
    for (const reported of [...payments, ...knowing.filter(isStart)]) this.#learn(sale, reported);
    return sale;
  }

  /** What a sale that repeats this one knew, renewed or began, this one knows, renews or began. */
  #takeOver(sale: Sale, { customer_key, subscription_id, begins, ...other }: Sale): void {
    const { hand } = other;
    for (const { id } of [sale, other]) this.#earners.unbind(id);
    this.#earners.moveFirst(customer_key, other.id, sale.id);
    // What was taken away was whose the sale was that stays.
    const was = sale.hand?.partner_id ?? sale.partner_id;
    const isNewer = hand !== null && hand.id > (sale.hand?.id ?? 0);
    if (isNewer) sale.hand = hand.given === null ? { ...hand, partner_id: was } : hand;
    if (sale.isByHandAlone && !other.isByHandAlone) Object.assign(sale, attributionOf(other), { isByHandAlone: false });
    takeAwayByEvidence(sale);
    sale.customer_key ??= customer_key;
    sale.coupon_code ??= other.coupon_code;
    sale.differs ||= isContradicted(sale, other) || other.differs;
    if (isVerified(other)) this.#outrank(sale, other);
    if (other.imported !== null && sale.imported === null) this.#movePaid(other.id, sale.id);
    const isNews = sale.subscription_id === null;
    const is_recurring = isNews ? other.is_recurring : sale.is_recurring;
    if (begins === null && isNews) this.#subscribe(sale, { subscription_id, is_recurring });
    else if (begins !== null && (isNews || sale.subscription_id === subscription_id))
      Object.assign(sale, {
        ...{ subscription_id, is_recurring: false, begins, renews: null, reason: null },
        startedAt: null,
      });
  }

  #learn(sale: Sale, reported: Report): void {
    const isPayment = reported.type !== "subscription_started";
    if (isPayment) sale.differs ||= isContradicted(sale, reported);
    if (reported.type === "payment_succeeded") this.#outrank(sale, reported);
    if (isPayment) sale.customer_key ??= reported.customer_key;
    if (sale.subscription_id === null && reported.subscription_id !== null) this.#subscribe(sale, reported);
    if (!sale.isByHandAlone) this.#earners.freeze(sale);
    if (sale.hand?.given != null) this.#earners.bindByHand(sale, sale.hand.given);
    if (isPayment && !sale.isByHandAlone) this.#earners.learn(reported, sale);
  }

  /** What a provider says of the amount counts above what a call says; of what it received so far, the most that it says. */
  #outrank(sale: Sale, reported: Pick<Report, "amount_cents" | "currency" | "amount_kind">): void {
    const { amount_cents, currency, amount_kind } = reported;
    if (sale.imported !== null || !isTaken(currency)) return;
    if (!isVerified(sale)) {
      const isOther = amount_cents !== sale.amount_cents || currency !== sale.currency;
      Object.assign(sale, { amount_cents, currency, amount_kind, isCorrected: true, differs: sale.differs || isOther });
    } else if (sale.amount_kind === "part" && amount_kind === "part" && currency === sale.currency) {
      sale.amount_cents = Math.max(sale.amount_cents, amount_cents);
    }
  }

  /** What was paid for what was imported, also here, is paid for the sale that it is. */
  #movePaid(from: number, to: number): void {
    this.paid.move(from, to);
    this.moved.push({ from, to });
  }

  #subscribe(
    sale: Sale,
    { subscription_id, is_recurring, id }: Pick<Report, "subscription_id" | "is_recurring"> & { id?: number },
  ): void {
    if (subscription_id === null) return;
    const first = this.#firstOf(subscription_id);
    Object.assign(sale, { subscription_id, is_recurring });
    sale.customer_key ??= (first ?? this.#started.get(subscription_id))?.customer_key ?? null;
    if (first !== undefined && is_recurring) this.#renew(sale, first, sale.isByHandAlone && id === sale.id);
    if (sale.isByHandAlone) return;
    if (first !== undefined && (is_recurring || first.begins !== "early")) return;
    // Regardless of its reports, a first sale is not recurring.
    Object.assign(sale, { begins: is_recurring ? "early" : "first", is_recurring: false });
    if (first !== undefined) this.#renew(first, sale);
  }

  /** Pays whom the subscription's first sale pays, on its terms, for as long as these say. */
  #renew(sale: Sale, first: Sale, keepsNobody = false): void {
    if (sale.imported !== null) {
      // It earns what the tool said, and whom the tool said; and the subscription may have started with it.
      Object.assign(sale, { is_recurring: true, begins: null, customer_key: sale.customer_key ?? first.customer_key });
      if (first.click_id === "import" && soldAt(sale) < startOf(first)) first.startedAt = soldAt(sale);
      return;
    }
    // It was paid before the click that earned the first sale, so it keeps what its own earned.
    if (before(sale.received_at, first) === undefined) {
      Object.assign(sale, { is_recurring: true, begins: null });
      return;
    }
    const customer_key = first.customer_key ?? sale.customer_key;
    const behind = { renews: first, is_recurring: true, begins: null, customer_key };
    if (!keepsNobody) {
      Object.assign(sale, attributionOf(first), { isByHandAlone: false });
      takeAwayByEvidence(sale);
    }
    Object.assign(sale, behind);
    this.#endPeriod(sale);
  }

  /** For as long as the terms say from the subscription's first sale on. */
  #endPeriod(sale: Sale): void {
    if (sale.renews === null) return;
    const { duration_months: months } = this.#termsOf(sale);
    const isOver = months !== null && (months === 0 || sale.received_at >= monthsAfter(startOf(sale.renews), months));
    sale.reason = isOver ? "recurring_period_ended" : null;
  }

  #reversal({ id, source, data }: Event): OutcomeName {
    const reported = { dispute_id: null, result: "open", ...unsaid, ...data };
    const sale = this.#paymentOf([reported.transaction_id ?? [], valuesOf(reported)].flat());
    if (sale === undefined) return source === "api" ? "refused" : "parked";
    if (sale.isExpired) return "ignored";
    if (![null, "", sale.currency].includes(reported.currency)) return inOtherCurrency(sale);
    const asked = reported.amount_cents ?? (reported.refund_amount_cents || null);
    const rest = sale.amount_cents - this.#refundedCents(sale);
    const record = (key: string, cents: number | null, state = "counts") =>
      this.#reversals.push({ id, key, name: sale.transaction_id, cents, state, byCall: source === "api" });
    if (reported.dispute_id !== null) record(`dispute ${reported.dispute_id}`, asked, reported.result);
    else if (data.type === "refund_failed") record(`id ${data.refund_id}`, asked, "failed");
    else if (reported.refund_id !== null) record(`id ${reported.refund_id}`, asked ?? rest);
    else if (reported.cumulative_cents !== null) record(`total ${source}`, reported.cumulative_cents);
    else if (asked === null && source !== "api") record(`total ${source}`, sale.amount_cents);
    else if (source !== "api") record(`reported ${asked}`, asked);
    else record(asked === null ? `rest ${id}` : `amount ${asked}`, asked ?? rest);
    return "recorded";
  }

  #reversalsOf(sale: Sale): ReportedReversal[] {
    const reported = this.#reversals.filter(({ name }) => this.#groups.get(sale.transaction_id)?.has(name));
    return eachOnce(reported, sale.amount_cents);
  }

  #refundedCents(sale: Sale): number {
    return Math.min(sale.amount_cents, takenBack(this.#reversalsOf(sale), sale.amount_cents));
  }

  /** Every sale with its commission and its fee, as they were earned and as what went back has left them. */
  books() {
    return this.#sales
      .filter(({ isExpired, hand }) => !isExpired && hand?.given !== null)
      .map((sale) => this.#booked(sale));
  }

  /** Of what was taken from its partner, though its provider reported the payment. */
  removedFees() {
    const removed = this.#sales.filter((sale) => !sale.isExpired && sale.hand?.given === null && isVerified(sale));
    return removed.map((sale) => {
      const { platform_fee_bps } = this.#settingsAt(sale.id);
      const fee = this.#feeOf(sale, halfUp(sale.amount_cents, platform_fee_bps), sale.amount_cents);
      return { sale_id: sale.id, ...fee, removed_by: sale.hand?.id ?? null };
    });
  }

  /** What providers say went back takes its share; what only the brand says takes it as well, or is only named. */
  #feeOf(sale: Sale, atSale: number, goneCents = this.#refundedCents(sale)) {
    const left = (cents: number) => (sale.amount_cents === 0 ? 0 : atSale - halfUp(atSale, cents, sale.amount_cents));
    const reported = this.#reversals.filter(({ name }) => this.#groups.get(sale.transaction_id)?.has(name));
    const byProviders = eachOnce(
      reported.filter(({ byCall }) => !byCall),
      sale.amount_cents,
    );
    const sure = isVerified(sale) ? Math.min(goneCents, takenBack(byProviders, sale.amount_cents)) : goneCents;
    const byWord = left(sure) - left(goneCents) || null;
    const isKept = this.#settingsAt(sale.id).fee_refunds === "verified";
    return {
      amount_at_sale_cents: atSale,
      amount_cents: left(isKept ? sure : goneCents),
      currency: sale.currency,
      removed_by: null,
      taken_by_word_cents: isKept ? null : byWord,
      kept_against_word_cents: isKept ? byWord : null,
    };
  }

  /** Also of what was taken from its partner: whose it was is who would be paid. */
  commissionOf(saleId: number) {
    const other = [...this.referrals, ...this.bonuses.commissions(this.books())].find(({ id }) => id === saleId);
    if (other !== undefined) return other.commission;
    const sale = this.#sales.find(({ id, isExpired }) => id === saleId && !isExpired);
    const commission = sale && this.#booked(sale).commission;
    return commission && { ...commission, partner_id: sale.hand?.partner_id ?? commission.partner_id };
  }

  #booked(byEvidence: Sale) {
    const sale = { ...byEvidence, ...byEvidence.hand?.given };
    const { amount_cents: whole, partner_id, imported } = sale;
    const terms = this.#termsOf(byEvidence);
    const { hold_period_days: days, platform_fee_bps } = this.#settingsAt(sale.id);
    const groups = this.#terms.holdOf(this.#terms.groupOf(partner_id, sale.id), sale.id);
    const hold_period_days = imported === null ? (groups ?? days) : days;
    const refunded_cents = this.#refundedCents(byEvidence);
    const reversals = this.#reversalsOf(byEvidence);
    const goneOf = (at: number) => (whole === 0 ? 0 : halfUp(at, refunded_cents, whole));
    const left = (at: number) => ({ amount_at_sale_cents: at, amount_cents: at - goneOf(at) });
    const isOpen = reversals.some(({ state }) => state === "open");
    const standings = [
      whole > 0 && refunded_cents === whole && (["reversed", "reversed"] as const),
      isOpen && (["disputed", "held"] as const),
      refunded_cents > 0 && (["refunded", "refunded"] as const),
    ];
    const [standing, status] = standings.find((one) => one !== false) ?? (["recorded", "pending"] as const);
    // A sale of nothing earns nothing on any terms.
    const flat = terms.type === "flat" && whole > 0 ? terms.amount_cents : 0;
    const ours = terms.type === "flat" ? flat : halfUp(whole, terms.rate_bps);
    const earned = imported?.commission_cents ?? ours;
    const currency = imported?.commission_currency ?? (terms.type === "flat" ? terms.currency : sale.currency);
    const hold_until = daysAfter(soldAt(sale), hold_period_days);
    const commission = { ...left(earned), partner_id, currency, status, hold_until };
    const fee = imported === null ? this.#feeOf(byEvidence, halfUp(whole, platform_fee_bps)) : null;
    const reason = sale.reason ?? (sale.differs ? "amount_differs" : null);
    const earning = sale.reason === null ? commission : null;
    return { ...sale, status: standing, reason, refunded_cents, reversals, commission: earning, fee };
  }
}

/** In programs that never say which currencies they take. */
const takenByDefault: ReadonlySet<string> = new Set(["USD", "EUR", "VND"]);

function isTaken(currency: string): currency is Currency {
  return takenByDefault.has(currency);
}

const isOurs = ({ data, program_id }: Event) =>
  !("payer" in data) || data.payer.program_id === null || data.payer.program_id === String(program_id);

type ReportOfPayment = "sale_reported" | "payment_succeeded" | "subscription_started" | "sale_imported";

function reportOf(event: Event, data: Data<ReportOfPayment>) {
  const reported = { ...unsaid, ...data };
  const nobody = { click_id: null, provider_customer_id: null, email_hash: null };
  const payer = "payer" in data ? data.payer : { ...nobody, ...data };
  const { click_id, customer_key } = payer;
  const identities = identitiesIn(payer);
  const names = [reported.transaction_id ?? [], valuesOf(reported)].flat();
  const figures = { transaction_id: names[0] ?? "", amount_cents: reported.amount_cents ?? 0 };
  return { ...event, ...reported, ...figures, click_id, customer_key, identities, names };
}

function identitiesIn({ provider_customer_id, email_hash }: Identified): string[] {
  const named = (kind: string, id: string | null) => (id === null ? [] : [`${kind} ${id}`]);
  return [...named("payer", provider_customer_id), ...named("email", email_hash)];
}

type Identified = { readonly provider_customer_id: string | null; readonly email_hash: string | null };

/** Nothing that says only what was received so far contradicts, or is contradicted. */
function isContradicted(sale: Sale, reported: Pick<Report, "amount_cents" | "currency" | "amount_kind">): boolean {
  if (sale.amount_kind !== undefined || reported.amount_kind !== undefined) return false;
  return reported.amount_cents !== sale.amount_cents || reported.currency !== sale.currency;
}

/** What the provider says of the payment's own currency may come yet. */
function inOtherCurrency(sale: Sale): OutcomeName {
  return isVerified(sale) ? "ignored" : "parked";
}

/** Its amount is by its provider's word. */
function isVerified({ imported, type, isCorrected }: Pick<Sale, "imported" | "type" | "isCorrected">): boolean {
  return imported === null && (type !== "sale_reported" || isCorrected);
}

/** What was taken away was whose its evidence, once there is another, says. */
function takeAwayByEvidence(sale: Sale): void {
  const { hand, isByHandAlone, partner_id } = sale;
  if (hand !== null && hand.given === null && !isByHandAlone) sale.hand = { ...hand, partner_id };
}

const unlearned = {
  customer_key: null,
  renews: null,
  subscription_id: null,
  reason: null,
  begins: null,
  differs: false,
  isCorrected: false,
};
const unpaid = { transaction_id: null, amount_cents: null, currency: "", is_recurring: false, product_id: null };
const exact: { amount_kind?: "estimate" | "part" } = {};
const undiscounted: { coupon_code: string | null; discounts: readonly string[] } = { coupon_code: null, discounts: [] };
const unsaid = {
  ...unpaid,
  ...undiscounted,
  ...exact,
  aliases: [],
  refund_id: null,
  refund_amount_cents: null,
  cumulative_cents: null,
};
const valuesOf = ({ aliases }: { aliases: readonly { value: string }[] }) => aliases.map(({ value }) => value);
