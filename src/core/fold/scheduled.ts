// What only time brings, told by scheduled jobs: a hold that is over, a month that is closed.
import type { Books } from "../books.ts";
import type { Conclusion } from "../conclusion.ts";
import type { CommissionsApproved, Event, MonthClosed } from "../events.ts";
import { foldApproved } from "./approval.ts";
import { foldMonthClosed } from "./month-closed.ts";

export function foldScheduled(books: Books, event: Event, data: CommissionsApproved | MonthClosed): Conclusion {
  return data.type === "month_closed"
    ? foldMonthClosed(books, { ...event, data })
    : foldApproved(books, { ...event, data });
}
