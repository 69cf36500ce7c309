// One customer's story as its sources know it, sent to a model of its own: a source continues only when its earlier calls are acknowledged,
// so its order is known however many stories run at once. Its expected result does not depend on the others.
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import type { Payment } from "../driver/ledger.ts";
import { AccountModel } from "../reference/account-model.ts";
import { partnerJoined, programCreated } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";

export type Partner = { readonly partnerId: number; readonly code: string };

/** As the books must have it. */
export type ExpectedSale = {
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly partner_id: number;
  readonly fee_cents: number;
  /** What the partner is due, including what was paid in the meantime. */
  readonly due_cents: number;
};

const startOfTime = Date.parse("2026-01-01T00:00:00.000Z");

export class Customer {
  readonly key: string;
  readonly partner: Partner;
  readonly payments: Payment[] = [];
  clickId: string | null = null;
  isSignedUp = false;
  readonly #programId: number;
  readonly #model = new AccountModel();
  #heard = 0;

  constructor(programId: number, key: string, partner: Partner, settings: Partial<Settings>) {
    this.#programId = programId;
    this.key = key;
    this.partner = partner;
    this.apply(programCreated(settings));
    this.apply(partnerJoined({ name: partner.code, code: partner.code }));
  }

  /** What was acknowledged. */
  apply({ data, source = "api" }: TestEvent): void {
    this.#heard += 1;
    const at = new Date(startOfTime + this.#heard);
    const from = { program_id: this.#programId, id: this.#heard, source };
    this.#model.apply({ ...from, is_test: false, occurred_at: null, received_at: at, data });
  }

  sales(): ExpectedSale[] {
    return this.#model.books().sales.map((sale) => ({
      transaction_id: sale.transaction_id,
      amount_cents: sale.amount_cents,
      refunded_cents: sale.refunded_cents,
      partner_id: sale.partner_id,
      fee_cents: sale.fee?.amount_cents ?? 0,
      due_cents: sale.commission === null ? 0 : sale.due_cents,
    }));
  }
}
