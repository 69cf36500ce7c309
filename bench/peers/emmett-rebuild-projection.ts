// One projection that keeps all read models of emmett-rebuild-read-models.ts, with a single statement an event: several projections
// would each store a checkpoint for every event they handle.
import type { Event } from "@event-driven-io/emmett";
import { postgreSQLProjection } from "@event-driven-io/emmett-postgresql";
import { dispute, firstClick, laterClick, lead, type Prepared, refund, sale } from "./emmett-rebuild-read-models.ts";

type Metadata = {
  readonly program_id: number;
  readonly event_id: number;
  readonly source: string;
  readonly received_at: string;
};
type Aliases = readonly { readonly value: string }[];

type Click = { click_id: string; partner_id: number; existing_click_id: string | null };
type Lead = { click_ids: readonly string[]; customer_key: string };
type SaleCall = { transaction_id: string; amount_cents: number; currency: string; customer_key: string };
type Payment = Omit<SaleCall, "customer_key"> & { aliases: Aliases; payer: { customer_key: string | null } };
type RefundCall = { transaction_id: string; refund_amount_cents: number };
type Refund = { aliases: Aliases; amount_cents: number };
type Dispute = { aliases: Aliases };

export type LogEvent =
  | Event<"click_recorded", Click, Metadata>
  | Event<"lead_reported", Lead, Metadata>
  | Event<"sale_reported", SaleCall, Metadata>
  | Event<"payment_succeeded", Payment, Metadata>
  | Event<"refund_reported", RefundCall, Metadata>
  | Event<"payment_refunded", Refund, Metadata>
  | Event<"dispute_opened", Dispute, Metadata>;

type Statement = { readonly prepared: Prepared; readonly values: readonly unknown[] };

export const books = postgreSQLProjection<LogEvent>({
  name: "books",
  // The other types cost it nothing: Emmett passes them over without a checkpoint.
  canHandle: [
    "click_recorded",
    "lead_reported",
    "sale_reported",
    "payment_succeeded",
    "refund_reported",
    "payment_refunded",
    "dispute_opened",
  ],
  async handle(events, { connection: { client } }) {
    for (const event of events) {
      const statement = statementFor(event, event.metadata);
      if (statement !== null) await client.query({ ...statement.prepared, values: [...statement.values] });
    }
  },
});

function statementFor(event: LogEvent, { program_id, event_id, source, received_at }: Metadata): Statement | null {
  switch (event.type) {
    case "click_recorded": {
      const { click_id, partner_id, existing_click_id } = event.data;
      const values = [program_id, click_id, event_id, partner_id, received_at];
      if (existing_click_id === null) return { prepared: firstClick, values };
      return { prepared: laterClick, values: [...values, existing_click_id] };
    }
    case "lead_reported":
      return { prepared: lead, values: [program_id, event.data.customer_key, event.data.click_ids[0], received_at] };
    case "sale_reported": {
      const { transaction_id, amount_cents, currency, customer_key } = event.data;
      const names = [transaction_id];
      const values = [
        program_id,
        event_id,
        transaction_id,
        amount_cents,
        currency,
        source,
        customer_key,
        received_at,
        names,
      ];
      return { prepared: sale, values };
    }
    case "payment_succeeded": {
      const { transaction_id, amount_cents, currency, payer } = event.data;
      if (payer.customer_key === null) return null;
      const names = valuesOf(event.data.aliases);
      const customerKey = payer.customer_key;
      const values = [
        program_id,
        event_id,
        transaction_id,
        amount_cents,
        currency,
        source,
        customerKey,
        received_at,
        names,
      ];
      return { prepared: sale, values };
    }
    case "refund_reported":
      return { prepared: refund, values: [program_id, [event.data.transaction_id], event.data.refund_amount_cents] };
    case "payment_refunded":
      return { prepared: refund, values: [program_id, valuesOf(event.data.aliases), event.data.amount_cents] };
    case "dispute_opened":
      return { prepared: dispute, values: [program_id, valuesOf(event.data.aliases)] };
  }
}

function valuesOf(aliases: Aliases): string[] {
  return aliases.map((alias) => alias.value);
}
