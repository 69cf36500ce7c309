// Serves the files of a build from one folder, with their compressed forms. Only plain names are accepted, so none leads out of the folder.
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { RequestHandler } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

const plainName = /^[\w-][\w.-]*$/;

const endings = { br: ".br", gzip: ".gz" } as const;

/** The names carry a hash of the bytes: a year. */
const keptSeconds = 31_536_000;

export function builtFileRoute(folder: URL): RequestHandler<{ file: string }> {
  const read = (name: string) => readFile(new URL(name, folder)).catch(() => undefined);
  return async (request, response) => {
    const { file } = request.params;
    const type = types[extname(file)];
    const accepted = request.acceptsEncodings(["br", "gzip"]);
    const encoding = accepted === "br" || accepted === "gzip" ? accepted : undefined;
    const compressed =
      plainName.test(file) && encoding !== undefined ? await read(file + endings[encoding]) : undefined;
    const bytes = compressed ?? (plainName.test(file) ? await read(file) : undefined);
    if (type === undefined || bytes === undefined) throw new Refusal("not_found", "There is nothing at this address.");
    if (compressed !== undefined && encoding !== undefined) response.setHeader("Content-Encoding", encoding);
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("Cache-Control", `public, max-age=${keptSeconds}, immutable`);
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Length", bytes.length);
    response.end(bytes);
  };
}
