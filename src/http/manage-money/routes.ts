// Every management call about partners' money, and its address under the program's.

import type { Express } from "express";
import { addCall, type Methods } from "../manage/add-call.ts";
import { listRecipientsRoute, makeLinkRoute, putRecipientRoute, removeRecipientRoute } from "./partner-routes.ts";
import type { MoneyParts } from "./parts.ts";
import { payoutFileRoute } from "./payout-file-route.ts";
import {
  cancelPayoutRoute,
  createPayoutsRoute,
  listOwedRoute,
  listPayoutItemsRoute,
  listPayoutsRoute,
  markPaidRoute,
  markReturnedRoute,
  readPayoutRoute,
} from "./payout-routes.ts";
import { statementRoute } from "./statement-route.ts";

export function addMoney(app: Express, parts: MoneyParts): void {
  const payout = "/payouts/:payoutId";
  const calls: Readonly<Record<string, Methods>> = {
    "/owed": { get: listOwedRoute(parts) },
    "/payouts": { get: listPayoutsRoute(parts), post: createPayoutsRoute(parts) },
    "/payout-file": { get: payoutFileRoute(parts) },
    [payout]: { get: readPayoutRoute(parts) },
    [`${payout}/items`]: { get: listPayoutItemsRoute(parts) },
    [`${payout}/mark-paid`]: { post: markPaidRoute(parts) },
    [`${payout}/cancel`]: { post: cancelPayoutRoute(parts) },
    [`${payout}/mark-returned`]: { post: markReturnedRoute(parts) },
    "/payout-recipients": { get: listRecipientsRoute(parts) },
    "/partners/:partnerId/recipient": { put: putRecipientRoute(parts), delete: removeRecipientRoute(parts) },
    "/partners/:partnerId/link": { post: makeLinkRoute(parts) },
    "/statements/:month": { get: statementRoute(parts) },
  };
  for (const [path, methods] of Object.entries(calls)) addCall(app, `/api/v1/programs/:programId${path}`, methods);
}
