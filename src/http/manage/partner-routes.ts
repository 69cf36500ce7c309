// The partners of a program over HTTP: add, list, change. A partner's code stays what it is: links in the world carry it.
import type { RequestHandler } from "express";
import { z } from "zod";
import { partnerCodePattern, partnerCodeRule } from "../../core/partner-code.ts";
import { Refusal } from "../../operations/refusal.ts";
import { findPartner, listPartners } from "../../queries/partners.ts";
import { sendJson } from "../send.ts";
import type { AccountCaller } from "./callers.ts";
import { pathId, readJson, text } from "./fields.ts";
import { listRoute } from "./list-route.ts";
import { createOnce, onlyId } from "./once-route.ts";
import type { ManageParts } from "./parts.ts";
import { statusSchema } from "./program-body.ts";

export const newPartnerSchema = z.strictObject({
  name: text,
  code: z.string().regex(partnerCodePattern, partnerCodeRule),
});

const partnerChangeSchema = z.strictObject({ name: text.optional(), status: statusSchema.optional() });

export function addPartnerRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const partner = await readJson(request, bodyBytesMax, newPartnerSchema);
    await createOnce(parts, request, response, {
      caller,
      body: partner,
      make: (once) => management.addPartner(caller, programId, partner, once),
      madeBefore: onlyId,
      answer: async (partnerId) => ({ data: await readPartner(parts, caller, programId, partnerId) }),
    });
  };
}

export function listPartnersRoute(parts: ManageParts): RequestHandler {
  return listRoute(parts, {
    name: "partners",
    right: "member",
    filters: {},
    columns: { partner_id: true, name: true, code: true, status: true, joined_at: true },
    read: (db, programId, page) => listPartners(db, programId, page),
  });
}

export function changePartnerRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const partnerId = pathId(request.params.partnerId);
    const { name, status } = await readJson(request, bodyBytesMax, partnerChangeSchema);
    if (name === undefined && status === undefined) {
      throw new Refusal("invalid_request", "Send at least one of name and status.");
    }
    await management.changePartner(caller, programId, partnerId, { name: name ?? null, status: status ?? null });
    sendJson(response, 200, { data: await readPartner(parts, caller, programId, partnerId) });
  };
}

async function readPartner({ reads }: ManageParts, caller: AccountCaller, programId: number, partnerId: number) {
  const partner = await reads.ofProgram(caller, programId, "member", (db) => findPartner(db, programId, partnerId));
  if (partner === undefined) throw new Refusal("not_found", `Program ${programId} has no partner ${partnerId}.`);
  return partner;
}
