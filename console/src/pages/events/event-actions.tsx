// Actions on an event without a sale, and on manual decisions about it.
import { useIsOperator, useMay } from "../../components/may.tsx";
import { AttributeButton } from "../inbox/attribute-button.tsx";
import { ReleaseButton } from "../inbox/release-button.tsx";
import { RetryButton } from "../inbox/retry-button.tsx";
import { UndoAttributionButton } from "../inbox/undo-attribution-button.tsx";
import type { EventProps } from "./event-props.ts";

export function EventActions({ programId, event }: EventProps) {
  const isOperator = useIsOperator();
  const mayDecide = useMay(programId, "attributions");
  const { event_id, outcome, type } = event;
  if (outcome === "failed") return <RetryButton programId={programId} eventId={event_id} />;
  const isPayment = type === "payment_succeeded" || type === "sale_reported";
  return (
    <>
      {outcome === "parked" && isOperator ? <ReleaseButton programId={programId} eventId={event_id} /> : null}
      {isPayment && mayDecide ? <UndoAttributionButton programId={programId} eventId={event_id} /> : null}
      {isPayment && mayDecide && (outcome === "parked" || outcome === "ignored") ? (
        <AttributeButton programId={programId} eventId={event_id} />
      ) : null}
    </>
  );
}
