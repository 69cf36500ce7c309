// About one partner over HTTP: where its payouts go, for owners, and a link to its own page.
import type { RequestHandler } from "express";
import { z } from "zod";
import { linkDaysDefault, linkDaysMax } from "../../access/partner-links.ts";
import { recipientKinds, recipientSchema } from "../../core/payout-recipient.ts";
import { listPayoutRecipients, type RecipientLine } from "../../queries/payout-recipients.ts";
import { pathId, readJson } from "../manage/fields.ts";
import { listRoute } from "../manage/list-route.ts";
import { sendJson } from "../send.ts";
import type { MoneyParts } from "./parts.ts";

const newRecipientSchema = recipientSchema.extend({ kind: z.enum(recipientKinds).default("person") });
const daysRule = `must be a whole number from 1 to ${linkDaysMax}`;
const newLinkSchema = z.strictObject({
  expires_in_days: z.int(daysRule).min(1, daysRule).max(linkDaysMax, daysRule).default(linkDaysDefault),
});

export function listRecipientsRoute(parts: MoneyParts): RequestHandler {
  return listRoute(parts, {
    name: "payout-recipients",
    right: "owner",
    filters: {},
    columns: { partner_id: true, email: true, name: true, kind: true, updated_at: true } satisfies Record<
      keyof RecipientLine,
      true
    >,
    read: (db, programId, page) => listPayoutRecipients(db, parts.secrets, programId, page),
  });
}

export function putRecipientRoute({ callers, money, bodyBytesMax }: MoneyParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const partnerId = pathId(request.params.partnerId);
    const recipient = await readJson(request, bodyBytesMax, newRecipientSchema);
    await money.setRecipient(caller, programId, partnerId, recipient);
    sendJson(response, 200, { data: { partner_id: partnerId, ...recipient } });
  };
}

export function removeRecipientRoute({ callers, money }: MoneyParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const partnerId = pathId(request.params.partnerId);
    await money.removeRecipient(caller, pathId(request.params.programId), partnerId);
    sendJson(response, 200, { data: { partner_id: partnerId } });
  };
}

export function makeLinkRoute({ callers, money, baseUrl, bodyBytesMax }: MoneyParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const partnerId = pathId(request.params.partnerId);
    const { expires_in_days: days } = await readJson(request, bodyBytesMax, newLinkSchema);
    const { path, expiresAt } = await money.makePartnerLink(caller, programId, partnerId, days);
    const url = `${baseUrl}${path}`;
    sendJson(response, 201, { data: { url, embed_url: `${url}?embed=1`, expires_at: expiresAt } });
  };
}
