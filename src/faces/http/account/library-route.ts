// /api/auth/…: the accounts library's calls, as it answers them. The body is read and bounded here, before the library sees it.
import type { RequestHandler, Response } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";
import { readBody } from "../body.ts";
import { parseJsonBody } from "../json-body.ts";
import { type LibraryDoor, libraryCalls } from "./library-calls.ts";

export function libraryRoute(door: LibraryDoor, bodyBytesMax: number): RequestHandler {
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.originalUrl, "http://service");
    const path = pathname.slice("/api/auth".length);
    const known = libraryCalls[path];
    if (known === undefined) throw new Refusal("not_found", "There is nothing at this address.");
    if (request.method !== known.method) {
      throw new Refusal("method_not_allowed", `This address accepts only ${known.method}.`, { allow: known.method });
    }
    const query = new URLSearchParams([...searchParams].filter(([name]) => known.query?.includes(name)));
    const body = known.method === "POST" ? await readBody(request, bodyBytesMax) : Buffer.alloc(0);
    const answer = await door.call(request, {
      path,
      query,
      ...(body.length === 0
        ? {}
        : { body: parseJsonBody(body, request.headers["content-type"], { takesPlainText: false }) }),
    });
    await sendLibraryAnswer(response, answer);
  };
}

async function sendLibraryAnswer(response: Response, answer: globalThis.Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status);
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}
