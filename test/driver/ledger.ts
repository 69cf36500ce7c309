// What one program must come to, by what was reported of it and how it was answered: the independent model, the names that the driver
// gave, and the ids that the service gave. It asks the service nothing.
import type { Event } from "../../src/core/rules/events/events.ts";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import type { Currency } from "../../src/core/vocabulary/money/currencies.ts";
import { AccountModel, type ModelPayout, type ModelSale, sumOf } from "../reference/account-model.ts";
import { InvoiceModel } from "../reference/invoice-model.ts";
import { StatementModel } from "../reference/statement-model.ts";
import { partnerJoined, programCreated } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";
import { type Place, startOfTime } from "./setting.ts";

export type Customer = { readonly key: string; readonly clickId: string; isSignedUp: boolean };
export type Payment = {
  readonly number: number;
  readonly cents: number;
  readonly currency: Currency | "GBP";
  readonly customerKey: string | null;
  /** What calls and refunds name it by; the intent, or of a subscription the invoice. */
  readonly name: string;
  readonly subscription: { readonly id: string; readonly isFirst: boolean } | null;
  /** By the provider's ids. */
  readonly refunds: { readonly id: string; readonly cents: number }[];
  readonly disputes: { readonly id: string; readonly cents: number; isClosed: boolean }[];
};
/** As it was sent, with the event it became there and here. */
export type Sent = { readonly body: string; readonly eventId: number; readonly ownId: number };

/** The two owners. */
export type PersonName = "owner" | "second";

const millisecondsPerDay = 86_400_000;

export class Ledger {
  readonly place: Place;
  readonly currencies: readonly [Currency, ...Currency[]];
  readonly accounts = new AccountModel();
  readonly statements = new StatementModel();
  readonly invoices = new InvoiceModel();
  readonly customers: Customer[] = [];
  readonly payments: Payment[] = [];
  readonly sent: Sent[] = [];
  /** Of payouts: the service's id by the model's. */
  readonly payoutIds = new Map<number, number>();
  /** By the model's ids of payouts: who created each, null for the command line; and who created or approved it. */
  readonly #creators = new Map<number, PersonName | null>();
  readonly #people = new Map<number, Set<PersonName>>();
  readonly #log: Event[] = [];
  #now = startOfTime;

  constructor(place: Place, settings: Partial<Settings>, currencies: readonly [Currency, ...Currency[]]) {
    this.place = place;
    this.currencies = currencies;
    this.apply(programCreated(settings));
    for (const { code } of place.partners) this.apply(partnerJoined({ name: code, code }));
  }

  /** The id that the next event will have here. */
  get nextId(): number {
    return this.#log.length + 1;
  }

  /** Answers the outcome. */
  apply(reported: TestEvent) {
    const event = this.#draft(reported);
    this.#now = event.received_at;
    this.#log.push(event);
    this.accounts.apply(event);
    this.statements.apply(event, this.accounts.books().sales);
    const { data } = event;
    const payout = "payout_id" in data ? this.accounts.payouts.find(({ id }) => id === data.payout_id) : undefined;
    if (payout !== undefined) this.#pay(event, payout);
    return this.accounts.outcomeOf(event.id);
  }

  /** `creator` is null where the command line created it. */
  createdBy(payoutId: number, creator: PersonName | null): void {
    this.#creators.set(payoutId, creator);
    this.#people.set(payoutId, new Set(creator === null ? [] : [creator]));
  }

  isCreator({ id }: ModelPayout, person: PersonName): boolean {
    return this.#creators.get(id) === person;
  }

  isBehind({ id }: ModelPayout, person: PersonName): boolean {
    return this.#people.get(id)?.has(person) === true;
  }

  approvePayout({ id }: ModelPayout, person: PersonName): void {
    this.#people.get(id)?.add(person);
  }

  isApproved({ id }: ModelPayout): boolean {
    return !this.place.plan.paysByPaypal || this.#people.get(id)?.size === 2;
  }

  /** The result if it were reported now: replays everything and keeps nothing. */
  outcomeOf(reported: TestEvent) {
    const accounts = new AccountModel();
    const event = this.#draft(reported);
    for (const each of [...this.#log, event]) accounts.apply(each);
    return accounts.outcomeOf(event.id);
  }

  /** Months close and holds end, as the services' clocks have it. */
  passDays(days: number): void {
    this.#now = new Date(this.#now.getTime() + days * millisecondsPerDay);
    this.statements.closeUntil(startOfTime, this.#now);
  }

  /** Everything due is approved. */
  approve(): void {
    const isDue = ({ commission }: ModelSale) => commission?.stage === "pending" && commission.hold_until <= this.#now;
    const sale_ids = this.sales()
      .filter(isDue)
      .map(({ id }) => id);
    if (sale_ids.length > 0) this.apply({ source: "schedule", data: { type: "commissions_approved", sale_ids } });
  }

  sales(): ModelSale[] {
    return this.accounts.books().sales;
  }

  saleOf({ name }: Payment): ModelSale | undefined {
    return this.sales().find((sale) => sale.transaction_id === name);
  }

  get waiting(): Sent[] {
    return this.sent.filter(({ ownId }) => this.accounts.outcomeOf(ownId) === "parked");
  }

  #draft({ data, source = "api" }: TestEvent): Event {
    const received_at = new Date(this.#now.getTime() + 1);
    const from = { program_id: this.place.programId, id: this.nextId, source };
    return { ...from, is_test: false, occurred_at: null, received_at, data };
  }

  /** What was never claimed comes back without ever having been paid. */
  #pay({ data, received_at }: Event, payout: ModelPayout): void {
    const isPaid = data.type === "payout_recorded";
    if (!isPaid && (data.type !== "payout_returned" || payout.paid_at === null)) return;
    this.statements.paidOut(payout.currency, isPaid ? sumOf(payout.items) : -sumOf(payout.items), received_at);
    if (isPaid) this.invoices.paid(payout);
    else this.invoices.returned(payout);
  }
}
