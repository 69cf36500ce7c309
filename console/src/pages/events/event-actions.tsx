// What can be done about an event that became no sale.
import { ReleaseButton } from "../inbox/release-button.tsx";
import { RetryButton } from "../inbox/retry-button.tsx";
import { useIsOperator } from "../settings/role.ts";
import type { EventProps } from "./event-sheet.tsx";

export function EventActions({ programId, event }: EventProps) {
  const isOperator = useIsOperator();
  if (event.outcome === "failed") return <RetryButton programId={programId} eventId={event.event_id} />;
  if (event.outcome !== "parked" || !isOperator) return null;
  return <ReleaseButton programId={programId} eventId={event.event_id} />;
}
