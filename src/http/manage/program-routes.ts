// Programs over HTTP: create, list, read, change, and the owner's new key.

import type { RequestHandler } from "express";
import { maskKey } from "../../access/key-mask.ts";
import { Refusal, refuseFields } from "../../operations/refusal.ts";
import { findProgram, type ProgramLine } from "../../queries/programs.ts";
import { programAnswer } from "../program-answer.ts";
import { sendJson } from "../send.ts";
import type { AccountCaller } from "./callers.ts";
import { id, pathId, readJson, readListQuery } from "./fields.ts";
import { createOnce, onlyId } from "./once-route.ts";
import type { ManageParts } from "./parts.ts";
import { newProgramOf, newProgramSchema, programChangeOf, programChangeSchema } from "./program-body.ts";

/** In the answer to who did not say which one. */
const workspacesNamedMax = 10;

export function createProgramRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const { workspaceId, ...wish } = newProgramOf(await readJson(request, bodyBytesMax, newProgramSchema));
    const program = { ...wish, workspaceId: workspaceId ?? (await onlyWorkspace(parts, caller)) };
    await createOnce(parts, request, response, {
      caller,
      body: program,
      make: (once) => management.createProgram(caller, program, once),
      madeBefore: onlyId,
      answer: async (programId) => ({ data: programAnswer(await readProgram(parts, caller, programId)) }),
    });
  };
}

export function listProgramsRoute({ callers, reads }: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const { page, format, filter } = readListQuery(request, { workspace_id: id.optional() });
    if (format === "csv") throw refuseFields([{ field: "format", message: "must be json for programs." }]);
    const { data, next } = await reads.programs(caller, page, { workspaceId: filter.workspace_id });
    sendJson(response, 200, { data: data.map(programAnswer), next });
  };
}

export function readProgramRoute(parts: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await parts.callers.account(request, response);
    const program = await readProgram(parts, caller, pathId(request.params.programId));
    sendJson(response, 200, { data: programAnswer(program) });
  };
}

export function changeProgramRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const change = programChangeOf(await readJson(request, bodyBytesMax, programChangeSchema));
    await management.changeProgram(caller, programId, change);
    sendJson(response, 200, { data: programAnswer(await readProgram(parts, caller, programId)) });
  };
}

export function regenerateKeyRoute({ callers, management }: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const key = await management.regenerateKey(caller, pathId(request.params.programId));
    sendJson(response, 200, { data: { api_token: key, api_token_masked: maskKey(key.slice(-4)) } });
  };
}

async function readProgram({ reads }: ManageParts, caller: AccountCaller, programId: number): Promise<ProgramLine> {
  const program = await reads.ofProgram(caller, programId, "member", (db) => findProgram(db, programId));
  if (program === undefined) throw new Refusal("not_found", `There is no program ${programId}.`);
  return program;
}

/** Whoever belongs to one workspace need not name it. */
async function onlyWorkspace({ reads }: ManageParts, caller: AccountCaller): Promise<number> {
  const { data } = await reads.workspaces(caller, { limit: workspacesNamedMax, cursor: null });
  const [only, ...others] = data;
  if (only !== undefined && others.length === 0) return only.workspace_id;
  const message =
    only === undefined
      ? "is missing: you belong to no workspace. Make one with POST /api/auth/organization/create."
      : `is required, since you belong to several: ${data.map((workspace) => workspace.workspace_id).join(", ")}.`;
  throw refuseFields([{ field: "workspace_id", message }]);
}
