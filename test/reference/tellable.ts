// Takes out of a random history what the front door would refuse before the projector sees it, and what the reference model and
// the projector are known to disagree on: each rule that does so names its entry in known-disagreements.test.ts.
// It follows clicks and deliveries only roughly, and rather takes out too much.
import type { Step } from "../support/operator.ts";

export function tellable(steps: readonly Step[]): Step[] {
  const rules = new Rules();
  return steps.filter((step) => "do" in step || rules.allow(step));
}

type Told = Exclude<Step, { do: unknown }>;
type Data<Type extends Told["data"]["type"]> = Extract<Told["data"], { type: Type }>;

class Rules {
  readonly #inactive = new Set<number | "program">();
  /** The first click of each click's chain. */
  readonly #roots = new Map<string, string>();
  /** Clicks that attribute for certain. */
  readonly #certain = new Set<string>();
  readonly #claims = new Map<string, string>();
  readonly #delivered = new Set<string>();

  allow({ data, source }: Told): boolean {
    const isCall = source === undefined || source === "api" || source === "browser";
    if (isCall && this.#inactive.has("program")) return false;
    switch (data.type) {
      case "program_changed":
      case "partner_changed":
        this.#change(data);
        return true;
      case "click_recorded":
        this.#click(data);
        return true;
      case "lead_reported":
        return source === "api" || this.#claim(data);
      case "payment_succeeded":
        return this.#deliver(data);
      default:
        return true;
    }
  }

  #change(data: Data<"program_changed" | "partner_changed">): void {
    const who = data.type === "partner_changed" ? data.partner_id : "program";
    if (data.status === "inactive") this.#inactive.add(who);
    if (data.status === "active") this.#inactive.delete(who);
  }

  #click({ click_id, existing_click_id, partner_id, is_bot }: Data<"click_recorded">): void {
    if (is_bot || partner_id === null) return;
    this.#roots.set(click_id, this.#roots.get(existing_click_id ?? "") ?? click_id);
    if (existing_click_id === null && !this.#inactive.has(partner_id)) this.#certain.add(click_id);
  }

  /** Of a chain's clicks one customer at most is claimed by browsers (claims_of_one_click). */
  #claim({ click_ids, customer_key }: Data<"lead_reported">): boolean {
    if (customer_key === null) return false;
    const roots = click_ids.flatMap((id) => this.#roots.get(id) ?? []);
    if (roots.some((root) => (this.#claims.get(root) ?? customer_key) !== customer_key)) return false;
    for (const root of roots) this.#claims.set(root, customer_key);
    return true;
  }

  /** Of a payment's deliveries one at most waits (later_twin_first): the others name a click that is known. */
  #deliver({ transaction_id, payer }: Data<"payment_succeeded">): boolean {
    const [, number = ""] = transaction_id.split("_");
    const isFirst = !this.#delivered.has(number);
    this.#delivered.add(number);
    return isFirst || this.#certain.has(payer.click_id ?? "");
  }
}
