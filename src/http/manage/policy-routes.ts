// The commission terms of single products over HTTP. They are versioned by the log: a sale is paid by those in force when it
// was received, whatever is set or removed later.
import type { Request, RequestHandler } from "express";
import { Refusal } from "../../operations/refusal.ts";
import { findPolicy, listPolicies } from "../../queries/policies.ts";
import { sendJson } from "../send.ts";
import type { AccountCaller } from "./callers.ts";
import { pathId, readJson, text } from "./fields.ts";
import { listRoute } from "./list-route.ts";
import type { ManageParts } from "./parts.ts";
import { newCommissionSchema } from "./program-body.ts";

export function listPoliciesRoute(parts: ManageParts): RequestHandler {
  return listRoute(parts, {
    name: "policies",
    right: "member",
    filters: {},
    columns: { product_id: true, commission: true, from_event_id: true },
    read: (db, programId, page) => listPolicies(db, programId, page),
  });
}

export function readPolicyRoute(parts: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await parts.callers.account(request, response);
    const programId = pathId(request.params.programId);
    sendJson(response, 200, {
      data: await readPolicy(parts, caller, programId, pathProduct(request.params.productId)),
    });
  };
}

export function putPolicyRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const productId = pathProduct(request.params.productId);
    const commission = await readJson(request, bodyBytesMax, newCommissionSchema);
    await management.setPolicy(caller, programId, productId, commission);
    sendJson(response, 200, { data: await readPolicy(parts, caller, programId, productId) });
  };
}

export function removePolicyRoute(parts: ManageParts): RequestHandler {
  const { callers, management } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const removed = await readPolicy(parts, caller, programId, pathProduct(request.params.productId));
    await management.setPolicy(caller, programId, removed.product_id, null);
    sendJson(response, 200, { data: removed });
  };
}

async function readPolicy({ reads }: ManageParts, caller: AccountCaller, programId: number, productId: string) {
  const policy = await reads.ofProgram(caller, programId, "member", (db) => findPolicy(db, programId, productId));
  if (policy === undefined) throw new Refusal("not_found", "The product has no policy: the program's own terms count.");
  return policy;
}

function pathProduct(given: Request["params"][string] | undefined): string {
  const read = text.safeParse(given);
  if (read.success) return read.data;
  throw new Refusal("not_found", "There is nothing at this address.");
}
