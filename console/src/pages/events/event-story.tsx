// All that is known of the payment the event is about, else of its customer, and what refers to it.
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { LookedFor } from "../../components/looked-for.tsx";
import { CustomerStory, PaymentStory } from "../../components/story.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/events.ts";
import type { EventProps } from "./event-props.ts";
import { EventStatus, fieldOf, titleOf } from "./event-words.tsx";

export function EventStory({ programId, event }: EventProps) {
  return (
    <>
      <Outcome programId={programId} event={event} />
      {event.referred_by.length === 0 ? null : (
        <section className="looked-for">
          <h3>{say("relatedEvents")}</h3>
          <ul>
            {event.referred_by.map((later) => (
              <li key={later.event_id}>
                <Link to={pathOf(programId, "events", later.event_id)}>{titleOf(later)}</Link>{" "}
                <EventStatus of={later.outcome} />
                <p className="step-source">
                  <Time at={later.received_at} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Outcome({ programId, event }: EventProps) {
  // Its own name leads to it whether it is a sale or, undone, none any more.
  const transactionId = fieldOf(event.data, "transaction_id");
  if (transactionId !== null && !event.is_test) {
    return <PaymentStory programId={programId} transactionId={transactionId} />;
  }
  const saleId = event.rows.find(({ sale_id }) => sale_id !== null)?.sale_id ?? null;
  if (saleId !== null) return <PaymentStory programId={programId} saleId={saleId} />;
  const customerKey = fieldOf(event.data, "customer_key");
  if (customerKey !== null && !event.is_test)
    return <CustomerStory programId={programId} query={{ customer_key: customerKey }} />;
  const lookedFor = event.delivery?.lookups ?? [];
  if (lookedFor.length > 0) return <LookedFor programId={programId} found={lookedFor} />;
  return (
    <EmptyState title={say("nothingRelated")}>
      {event.is_test ? say("aTestIsListedAndRead") : say("itNamesNoPaymentAndNo")}
    </EmptyState>
  );
}
