// Which settings were in force for an event, regardless of later changes.
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { Books } from "../books.ts";
import { takesCurrency } from "../events/settings/currency-settings.ts";
import type { Settings } from "../events/settings/settings.ts";

type Version = { readonly from_event_id: number };

/** The newest version set before this event. */
export function versionInForce<Row extends Version>(versions: readonly Row[], eventId: number): Row | undefined {
  let best: Row | undefined;
  for (const version of versions) {
    if (version.from_event_id > eventId) continue;
    if (best === undefined || version.from_event_id > best.from_event_id) best = version;
  }
  return best;
}

export function settingsInForce(books: Books, eventId: number): Settings {
  const version = versionInForce(books.of.program_settings.list(""), eventId);
  if (version === undefined) throw new Error(`program ${books.programId} had no settings at event ${eventId}`);
  return version.settings;
}

/** Whether the program took sales in it when this event came. */
export function tookCurrency(books: Books, eventId: number, currency: string): currency is Currency {
  return takesCurrency(settingsInForce(books, eventId), currency);
}
