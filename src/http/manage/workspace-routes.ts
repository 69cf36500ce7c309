// The workspaces of whoever calls, and what the caller is in each. They are made and shared through the accounts library.
import type { RequestHandler } from "express";
import { refuseFields } from "../../operations/refusal.ts";
import { sendJson } from "../send.ts";
import { readListQuery } from "./fields.ts";
import type { ManageParts } from "./parts.ts";

export function listWorkspacesRoute({ callers, reads }: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const { page, format } = readListQuery(request, {});
    if (format === "csv") throw refuseFields([{ field: "format", message: "must be json for workspaces." }]);
    sendJson(response, 200, await reads.workspaces(caller, page));
  };
}
