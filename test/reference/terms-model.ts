// Which terms pay a sale, the slow way: of its partner, the partner's group, the product and the program, the first that there are when it
// was received. Written from the contract, like the model it is a part of. Left out: first sales, kept customers, tiers and caps, which
// test/core/rules/terms holds.
import type { Event, EventData, ProgramCreated } from "../../src/core/rules/events/events.ts";

type Commission = ProgramCreated["settings"]["commission"];
type Policy = Extract<EventData, { type: "policy_set" | "policy_removed" }>;
type Asked = { readonly id: number; readonly product_id: string | null };

export class TermsModel {
  readonly #policies: { readonly id: number; readonly data: Policy }[] = [];
  readonly #moves: { readonly id: number; readonly partner: number; readonly group: string }[] = [];
  readonly #holds: { readonly id: number; readonly group: string; readonly days: number | null }[] = [];

  apply({ id, data }: Event): void {
    if (data.type === "policy_set" || data.type === "policy_removed") this.#policies.push({ id, data });
    if (data.type === "partner_moved") this.#moves.push({ id, partner: data.partner_id, group: data.group_id });
    if (data.type === "group_set" && data.settings.hold_period_days !== undefined)
      this.#holds.push({ id, group: data.group_id, days: data.settings.hold_period_days });
  }

  groupOf(partnerId: number, at: number): string {
    return this.#moves.findLast(({ id, partner }) => partner === partnerId && id <= at)?.group ?? "default";
  }

  holdOf(group: string, at: number): number | null {
    return this.#holds.findLast((hold) => hold.group === group && hold.id <= at)?.days ?? null;
  }

  commissionOf(partnerId: number, asked: Asked): Commission | undefined {
    return this.scopeOf(partnerId, asked)?.commission;
  }

  /** Undefined where the program's own count. */
  scopeOf(
    partner_id: number,
    { id: at, product_id }: Asked,
  ): { readonly commission: Commission; readonly scope: string } | undefined {
    const group_id = this.groupOf(partner_id, at);
    const wanted = [
      { partner_id, group_id: undefined, product_id },
      { partner_id, group_id: undefined, product_id: null },
      { partner_id: undefined, group_id, product_id },
      { partner_id: undefined, group_id, product_id: null },
      { partner_id: undefined, group_id: undefined, product_id },
    ];
    for (const scope of wanted) {
      const policy = this.#policies.findLast(
        ({ id, data }) =>
          id < at &&
          data.partner_id === scope.partner_id &&
          data.group_id === scope.group_id &&
          data.product_id === scope.product_id,
      )?.data;
      if (policy?.type === "policy_set") return { commission: policy.commission, scope: JSON.stringify(scope) };
    }
    return undefined;
  }
}
