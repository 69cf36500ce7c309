// What is found out about a payment beyond the merchant's word, and what becomes of its commission.
import { describe, expect, test } from "vitest";
import type { PaymentEvidenceRecorded } from "../../../src/core/rules/events/events.ts";
import {
  anna,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";
import { expectedTransfer } from "../../support/receipts.ts";

const transferName = "eip155:8453:0xab:log:1";

function asserted(fields: Parameters<typeof payment>[0] = {}): TestEvent {
  const payer = { customer_key: "customer-1" };
  return {
    ...payment({ transaction_id: "tx-1", payer, chain_transfer: expectedTransfer, ...fields }),
    source: "x402",
  };
}

function found(
  evidence: PaymentEvidenceRecorded["evidence"],
  fields: Partial<PaymentEvidenceRecorded> = {},
): TestEvent {
  const transfer = evidence === "chain_verified" ? transferName : null;
  const source = evidence === "operator_accepted" ? "operator" : "chain";
  const rest = { transaction_id: "tx-1", detail: "seen", ...fields };
  return { source, data: { type: "payment_evidence_recorded", evidence, transfer, ...rest } };
}

function given(...events: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated());
  const annaId = program.record(partnerJoined(anna)).eventId;
  program.record(click(annaId));
  program.record(lead());
  for (const one of events) program.record(one);
  return program;
}

const verified = found("chain_verified");
const contradicted = found("chain_contradicted");
const accepted = found("operator_accepted");

describe("a sale's evidence", () => {
  test("is nothing but the merchant's word at first", () => {
    expect(given(asserted()).one("sale")).toMatchObject({
      evidence: "merchant_asserted",
      chain_transfer: expectedTransfer,
    });
  });

  test("is not spoken of where no chain is concerned", () => {
    expect(given(payment({ payer: { customer_key: "customer-1" } })).one("sale").evidence).toBeNull();
    expect(given(sale({ provider: "x402" })).one("sale")).toMatchObject({ evidence: null, chain_transfer: null });
    const paid = payment({ transaction_id: "tx-1", payer: { customer_key: "customer-1" } });
    expect(given(sale(), paid).one("sale").evidence).toBeNull();
  });

  test("is the chain's when the chain confirms it, and the commission stays as it was", () => {
    const program = given(asserted());
    const { sale_id } = program.one("sale");
    expect(program.record(verified)).toMatchObject({ outcome: "recorded", refersTo: sale_id });
    expect(program.one("sale")).toMatchObject({ evidence: "chain_verified", status: "recorded" });
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "pending" });
  });

  test("reported twice is a duplicate", () => {
    const program = given(asserted(), verified);
    expect(program.record(verified)).toMatchObject({ outcome: "duplicate", reason: "same_evidence" });
  });

  test("waits for its payment, and the payment for its lead", () => {
    const program = given(asserted({ payer: { customer_key: "customer-2" } }));
    expect(program.record(verified)).toMatchObject({ outcome: "parked", reason: "payment_unknown" });
    program.record(lead({ customer_key: "customer-2" }));
    expect(program.one("sale").evidence).toBe("chain_verified");
    expect(program.rows("parked")).toEqual([]);
  });

  test("says nothing of a payment outside the attribution window", () => {
    const program = given(asserted({ day: 90 }));
    expect(program.record(verified)).toMatchObject({ outcome: "ignored", reason: "attribution_window_expired" });
  });

  test("says nothing of a sale that was not reported as paid on a chain", () => {
    const program = given(sale());
    expect(program.record(verified)).toMatchObject({ outcome: "ignored", reason: "no_transfer_asserted" });
    expect(program.one("sale").evidence).toBeNull();
  });
});

describe("a contradiction", () => {
  test("holds the commission back and takes nothing", () => {
    const program = given(asserted(), contradicted);
    expect(program.one("sale")).toMatchObject({ evidence: "chain_contradicted", status: "recorded" });
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "held" });
    expect(program.one("platform_fee").amount_cents).toBe(350);
  });

  test("keeps a held commission from being approved and paid", () => {
    const program = given(asserted(), contradicted);
    const { sale_id } = program.one("sale");
    const approve: TestEvent = {
      source: "operator",
      data: { type: "commissions_approved", sale_ids: [sale_id] },
      day: 40,
    };
    program.record(approve);
    expect(program.one("commission").status).toBe("held");
    program.record(accepted);
    program.record(approve);
    expect(program.one("commission").status).toBe("approved");
  });

  test("is lifted by an operator's decision, which never says that the chain confirmed it", () => {
    const program = given(asserted(), contradicted, accepted);
    expect(program.one("sale").evidence).toBe("operator_accepted");
    expect(program.one("commission").status).toBe("pending");
    program.record(contradicted);
    program.record(verified);
    expect(program.one("sale").evidence).toBe("operator_accepted");
  });

  test("is not lifted by the chain", () => {
    expect(given(asserted(), contradicted, verified).one("commission").status).toBe("held");
    expect(given(asserted(), verified, contradicted).one("commission").status).toBe("held");
  });

  test("counts again where the decision by hand that made the payment a sale is undone", () => {
    const program = given();
    const { eventId } = program.record(asserted({ payer: { customer_key: "customer-2" } }));
    for (const event of [byHand.set(eventId, 2), contradicted, byHand.undo(eventId)]) program.record(event);
    expect(program.rows("sale")).toEqual([]);
    program.record(lead({ customer_key: "customer-2" }));
    expect(program.one("sale")).toMatchObject({ sale_id: eventId, evidence: "chain_contradicted" });
    expect(program.one("commission").status).toBe("held");
  });

  test("cannot be decided about before there is one", () => {
    const program = given(asserted());
    expect(program.record(accepted)).toMatchObject({ outcome: "ignored", reason: "not_contradicted" });
  });

  test("of a refunded sale leaves it refunded", () => {
    const whole = paymentRefunded({ alias: "tx-1", amount_cents: 10_000 });
    for (const order of [
      [whole, contradicted],
      [contradicted, whole],
    ]) {
      const program = given(asserted(), ...order);
      expect(program.one("commission")).toMatchObject({ amount_cents: 0, status: "reversed" });
    }
  });
});

describe("one transfer pays once", () => {
  const again = asserted({ transaction_id: "tx-2" });

  test("also where the merchant asserted it under two names", () => {
    const program = given(asserted(), again, verified);
    expect(program.rows("sale")).toHaveLength(2);
    program.record(found("chain_verified", { transaction_id: "tx-2" }));
    expect(program.one("sale")).toMatchObject({ transaction_id: "tx-1", evidence: "chain_verified" });
    expect(program.rows("commission")).toHaveLength(1);
  });

  test("and two transfers pay twice", () => {
    const other = found("chain_verified", { transaction_id: "tx-2", transfer: `${transferName}2` });
    const program = given(asserted(), again, verified, other);
    expect(program.rows("sale").map((row) => row.evidence)).toEqual(["chain_verified", "chain_verified"]);
  });
});

describe("a sale that the brand's call reported first", () => {
  const call = sale({ transaction_id: "tx-1" });

  test("learns its transfer from the assertion", () => {
    const program = given(call, asserted(), verified);
    expect(program.one("sale")).toMatchObject({ source: "api", evidence: "chain_verified" });
  });

  test("takes no evidence from a transfer of less", () => {
    const program = given(call, asserted({ amount_cents: 9_999 }), verified);
    expect(program.one("sale")).toMatchObject({ amount_cents: 10_000, evidence: null, chain_transfer: null });
  });

  test("takes no evidence from a transfer in another currency", () => {
    const program = given(call, asserted({ currency: "EUR" }), verified);
    expect(program.one("sale").evidence).toBeNull();
  });

  test("ends as it would have in any other order in which evidence follows the assertion", () => {
    const assertion = asserted({ payer: {} });
    const orders = [
      [call, assertion, verified],
      [assertion, call, verified],
      [assertion, verified, call],
    ];
    for (const order of orders) {
      expect(given(...order).one("sale"), order.map(({ data }) => data.type).join(" > ")).toMatchObject({
        evidence: "chain_verified",
        chain_transfer: expectedTransfer,
      });
    }
  });
});
