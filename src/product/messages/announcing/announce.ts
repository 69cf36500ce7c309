// The messages of a range of the log: pure, so that repeated calls give the same. A message follows from an event and from what the fold
// concluded at that event: what it recorded, what had waited for it, and what it changed in the amounts of sales. An earlier event is named
// by the event that settled it, never twice.
import { Announcer } from "./announcer.ts";
import { announceRecorded, subjectsIn } from "./event-messages.ts";
import type { LoggedEvent, LogRange } from "./log-range.ts";
import type { Announcement } from "./payloads.ts";

export function announce(range: LogRange): Announcement[] {
  return range.events.flatMap((event) => messagesOf(range, event));
}

function messagesOf(range: LogRange, event: LoggedEvent): readonly Announcement[] {
  const announcer = new Announcer(range, event, subjectsIn(event));
  const outcome = range.outcomes.get(event.id);
  const isLater = outcome?.reason === "settled" || outcome?.reason === "retried";
  const hasWaited = isLater || outcome?.outcome === "parked" || outcome?.reason === "released";
  if (hasWaited) announcer.parked(event, outcome?.reason ?? "");
  else if (outcome === undefined || outcome.outcome === "recorded") announceRecorded(announcer, event);
  announcer.merged(event.id);
  for (const settled of range.settledBy.get(event.id) ?? []) {
    announceRecorded(announcer, settled);
    announcer.merged(settled.id);
  }
  announcer.changes();
  announcer.flags();
  announcer.audit(outcome?.outcome ?? "recorded");
  return announcer.made;
}
