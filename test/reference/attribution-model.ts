// Who earns, the slow way: clicks with all their visits, claims of browsers, bindings of customers, and whom an address leads to.
// Written from the contract and the decision pages, like the model it is a part of. Left out: leads' own rows, and how many claims
// of one customer are distinguished.
import type { Event, EventData, ProgramCreated } from "../../src/core/rules/events/events.ts";
import type { Attribution, OutcomeName, SaleAttribution } from "../../src/core/rules/rows/sale-rows.ts";
import { daysAfter } from "./arithmetic.ts";

type Data<Type extends EventData["type"]> = Extract<EventData, { type: Type }>;
type Settings = ProgramCreated["settings"];
type Click = { click_id: string; partner_id: number; visits: Date[]; isBot: boolean; root: string };
type Claim = { click: Click; customer_key: string; at: Date };
type Customer = { click: Click | null; frozen: (Attribution & { sale: number | null }) | null };
/** Whom a decision by hand gave the first sale of a customer to. */
type Hand = Attribution & { sale: number };
type Sold = Attribution & { id: number; received_at: Date; customer_key: string | null };
type Named = { type: string; received_at: Date; click_id: string | null; customer_key: string | null };
type Payer = Named & { identities: readonly string[] };
/** A subscription that is known: by its first sale, or only by its start. */
type Begun = Attribution & { customer_key: string | null; isSold: boolean };

/** The code a payment was made with, and whether the program puts codes before clicks. */
type Coupon = { code: Attribution | undefined; isFirst: boolean };

const hour = 1 / 24;
const minute = hour / 60;

export class AttributionModel {
  #clicks: Click[] = [];
  #claims: Claim[] = [];
  /** By evidence alone. */
  #customers = new Map<string | null, Customer>();
  #hands = new Map<string | null, Hand[]>();
  #identities = new Map<string, Attribution & { whose: string | null }>();
  #learned = new Set<number>();

  click({ received_at: at }: Event, data: Data<"click_recorded">, { attribution_model }: Settings): OutcomeName {
    const { click_id, partner_id, is_bot: isBot } = data;
    const before = isBot ? undefined : this.#newestOf(data.existing_click_id);
    const isAgain = before !== undefined && before.partner_id === partner_id;
    if (isAgain && before.visits.every((visit) => daysAfter(visit, minute) < at)) {
      before.visits.push(at);
      return "recorded";
    }
    if (before !== undefined && (isAgain || attribution_model === "first_click")) return "duplicate";
    this.#clicks.push({ click_id, partner_id: partner_id ?? 0, visits: [at], isBot, root: before?.root ?? click_id });
    return "recorded";
  }

  lead(event: Event, data: Data<"lead_reported">, settings: Settings): void {
    const sent = data.click_ids.find((id) => this.#newestOf(id) !== undefined) ?? null;
    if (event.source === "api") this.#serversLead(event, data, sent, settings);
    else this.#browsersLead(event, data, this.#newestOf(sent), settings);
  }

  #browsersLead({ received_at: at }: Event, data: Data<"lead_reported">, click: Click | undefined, settings: Settings) {
    const { customer_key } = data;
    if (customer_key === null || click === undefined || this.#customers.has(customer_key)) return;
    const claims = this.#claims.filter((claim) => claim.customer_key === customer_key);
    if (settings.lead_auth === "any" && claims.length === 0) this.#bind(customer_key, click);
    else if (!claims.some((claim) => claim.click === click)) {
      this.#claims = [...this.#claims.filter((claim) => claim.click !== click), { click, customer_key, at }];
    }
  }

  #serversLead({ received_at: at }: Event, data: Data<"lead_reported">, sent: string | null, settings: Settings) {
    const { customer_key: whose, email_hash } = data;
    const click = this.#newestOf(sent);
    const customer = this.#customers.get(whose);
    const claims = this.#claims.filter((claim) => claim.customer_key === whose);
    const [claim] = claims;
    const isClear = data.click_ids.length === 0 && claims.length === 1 && settings.lead_settlement === "customer";
    const isNewer = click !== undefined && customer?.click != null && newestVisit(click) > newestVisit(customer.click);
    const moves = customer?.frozen === null && isNewer && settings.attribution_model === "last_click";
    if (whose === null) this.#settleByClick(sent);
    else if (click !== undefined && (customer === undefined || moves)) this.#bind(whose, click);
    else if (claim !== undefined && isClear && at <= daysAfter(claim.at, hour)) this.#bind(whose, claim.click);
    const earns = whose === null ? click && byClick(click, at) : this.#binding(whose, null, at);
    if (email_hash === null || earns === undefined || this.#identities.has(`email ${email_hash}`)) return;
    this.#identities.set(`email ${email_hash}`, { ...earns, whose });
  }

  #bind(customerKey: string, click: Click): void {
    this.#customers.set(customerKey, { click, frozen: null });
    this.#claims = this.#claims.filter((claim) => claim.customer_key !== customerKey);
  }

  /** Bound for good, unless a server or a payment has bound the customer here to another; and so are the payer's other names. */
  bring(
    { customer_key: whose, identities }: { customer_key: string | null; identities: readonly string[] },
    by: Attribution,
  ): OutcomeName {
    const customer = this.#boundOf(whose);
    const bound = customer?.frozen?.partner_id ?? customer?.click?.partner_id;
    if (bound !== undefined && bound !== by.partner_id) return "ignored";
    if (whose !== null && bound === undefined) {
      this.#customers.set(whose, { click: null, frozen: { ...by, sale: null } });
      this.#claims = this.#claims.filter((claim) => claim.customer_key !== whose);
    }
    for (const one of identities) if (!this.#identities.has(one)) this.#identities.set(one, { ...by, whose });
    return "recorded";
  }

  /** A verified payment settles what browsers claimed with the click it names, of the customer it names if it does. */
  settle({ click_id, customer_key }: Named): void {
    if (customer_key === null) this.#settleByClick(click_id);
    const meant = this.#meant(click_id);
    const claim = this.#claims.find((one) => one.customer_key === customer_key && meant.includes(one.click.click_id));
    if (claim !== undefined) this.#bind(claim.customer_key, claim.click);
  }

  #settleByClick(clickId: string | null): void {
    for (const meant of this.#meant(clickId)) {
      const claim = this.#claims.find(({ click }) => click.click_id === meant);
      if (claim !== undefined) this.#bind(claim.customer_key, claim.click);
    }
  }

  /** The first of its names that is known and was there before the payment; a provisional binding only together with its own click. */
  earnerOf(reported: Payer, begun: Begun | undefined, { code, isFirst }: Coupon): Attribution | undefined {
    const { click_id, customer_key: whose, received_at: at } = reported;
    const bound = before(at, this.#binding(whose, click_id, at));
    const click = before(at, this.#clickFor(click_id, at));
    const isFrozen = this.#boundOf(whose)?.frozen != null;
    if (reported.type === "sale_reported") return (isFirst && !isFrozen ? code : undefined) ?? bound ?? click ?? code;
    const known = reported.identities.flatMap((identity) => this.#identities.get(identity) ?? []);
    if (bound !== undefined && isFrozen) return bound;
    const own = known.filter((one) => whose === null || one.whose === null || one.whose === whose);
    const imported = own.filter(({ click_id: by }) => by === "import").map((one) => before(at, one));
    const brought = imported.find((one) => one !== undefined);
    if (brought !== undefined) return brought;
    const begunByCode = begun?.click_id === null ? before(at, begun) : undefined;
    if (isFirst && code === undefined && begunByCode !== undefined) return begunByCode;
    const above = (isFirst ? code : undefined) ?? click;
    if (above !== undefined) {
      const frozen = whose === null ? known.flatMap((one) => this.#boundOf(one.whose)?.frozen ?? []) : [];
      return before(at, frozen[0]) ?? above;
    }
    const others = [begun && this.#subscription(begun, at), ...own].map((one) => before(at, one));
    return bound ?? others.find((one) => one !== undefined) ?? code;
  }

  #subscription(begun: Begun, at: Date): Attribution {
    const customer = begun.isSold ? undefined : this.#boundOf(begun.customer_key);
    const clickId = customer?.frozen?.click_id ?? customer?.click?.click_id;
    const own = clickId === begun.click_id ? this.#binding(begun.customer_key, null, at) : undefined;
    return own ?? begun;
  }

  /** A customer, or whom a browser claims by the click that is named. */
  #binding(customerKey: string | null, clickId: string | null, at: Date): Attribution | undefined {
    const customer = this.#boundOf(customerKey);
    if (customer !== undefined)
      return customer.frozen ?? (customer.click === null ? undefined : byClick(customer.click, at));
    const meant = this.#meant(clickId);
    const claims = this.#claims.filter((claim) => claim.customer_key === customerKey);
    const claim = claims.find(({ click }) => meant.includes(click.click_id));
    return claim && byClick(claim.click, at);
  }

  /** The first sale binds its customer to whom it pays, regardless of what bound or claimed that customer before; from then on it stays. */
  freeze(sale: Sold): void {
    const { customer_key: whose } = sale;
    if (whose === null || this.#customers.get(whose)?.frozen) return;
    this.#customers.set(whose, { click: null, frozen: { ...attributionOf(sale), sale: sale.id } });
    this.#claims = this.#claims.filter((claim) => claim.customer_key !== whose);
  }

  /** A decision binds the customer whose first sale it is about, above all evidence but an import. */
  bindByHand({ id, customer_key: whose, received_at }: Sold, given: SaleAttribution): void {
    const frozen = this.#customers.get(whose)?.frozen;
    if (whose === null || frozen?.click_id === "import" || (frozen && frozen.sale !== id)) return;
    const hands = this.#hands.get(whose) ?? [];
    if (hands.some(({ sale }) => sale === id)) return;
    const clicked_at = given.clicked_at ?? new Date(received_at.getTime() + 1);
    this.#hands.set(whose, [...hands, { ...given, clicked_at, sale: id }]);
  }

  unbind(saleId: number): void {
    for (const [whose, hands] of this.#hands) {
      const left = hands.filter(({ sale }) => sale !== saleId);
      if (left.length > 0) this.#hands.set(whose, left);
      else this.#hands.delete(whose);
    }
  }

  /** Two sales turned out to be one. */
  moveFirst(whose: string | null, from: number, to: number): void {
    const frozen = this.#customers.get(whose)?.frozen;
    if (frozen?.sale === from) frozen.sale = to;
  }

  #boundOf(whose: string | null): Customer | undefined {
    const [hand] = this.#hands.get(whose) ?? [];
    return hand === undefined ? this.#customers.get(whose) : { click: null, frozen: hand };
  }

  /** Each report's names of the payer, once: they are of the customer who is known then. */
  learn(
    { id, identities }: { id: number; identities: readonly string[] },
    sale: Attribution & { customer_key: string | null },
  ) {
    if (this.#learned.has(id)) return;
    this.#learned.add(id);
    for (const identity of identities) {
      const known = this.#identities.get(identity) ?? { ...attributionOf(sale), whose: null };
      this.#identities.set(identity, { ...known, whose: known.whose ?? sale.customer_key });
    }
  }

  /** What this report taught may be taught again. */
  forget(id: number): void {
    this.#learned.delete(id);
  }

  /** A call that sends a click means the newest of its chain; a bot's never counts. */
  #newestOf(clickId: string | null): Click | undefined {
    const sent = this.#sent(clickId);
    return sent && this.#clicks.findLast((click) => click.root === sent.root && !click.isBot);
  }

  #sent = (clickId: string | null) => this.#clicks.find((click) => click.click_id === clickId && !click.isBot);
  #meant = (clickId: string | null) =>
    [this.#sent(clickId), this.#newestOf(clickId)].flatMap((click) => click?.click_id ?? []);

  /** Before the newest of its chain was recorded it was the click that was sent. */
  #clickFor(clickId: string | null, at: Date): Attribution | undefined {
    const clicks = [this.#newestOf(clickId), this.#sent(clickId)].flatMap((click) => (click ? byClick(click, at) : []));
    return clicks.find(({ clicked_at }) => clicked_at <= at);
  }
}

function byClick({ partner_id, click_id, visits }: Click, until: Date): Attribution {
  const [clicked_at = until, ...again] = visits;
  return { partner_id, click_id, clicked_at, revisited_at: again.findLast((visit) => visit <= until) ?? null };
}

export const attributionOf = ({ partner_id, click_id, clicked_at, revisited_at }: Attribution): Attribution => ({
  partner_id,
  click_id,
  clicked_at,
  revisited_at,
});
export const before = <Earner extends Attribution>(at: Date, earner: Earner | undefined): Earner | undefined =>
  earner !== undefined && earner.clicked_at <= at ? earner : undefined;
const newestVisit = ({ visits }: Click): number => Math.max(...visits.map((visit) => visit.getTime()));
