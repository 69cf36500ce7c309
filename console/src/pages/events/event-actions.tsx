// What can be done about an event that became no sale.
import { RetryButton } from "../inbox/retry-button.tsx";
import type { EventProps } from "./event-sheet.tsx";

export function EventActions({ programId, event }: EventProps) {
  return event.outcome === "failed" ? <RetryButton programId={programId} eventId={event.event_id} /> : null;
}
