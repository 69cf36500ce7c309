// /docs: the documents of this repository as pages, each also as the Markdown it is written in, with a search over all of them.
import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { Express, RequestHandler } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";
import { prefixOf } from "../account/page.ts";
import { protectPages } from "../guard/page-protection.ts";
import { onlyMethods } from "../methods.ts";
import { docsPictureFolders } from "../pages/docs/contents.ts";
import type { DocsLibrary } from "../pages/docs/library.ts";
import { fileRoute } from "./file-route.ts";

const freshSeconds = 300;
const searchedCharactersMax = 100;

const protectDocs = protectPages({ formAction: "'self'", frameAncestors: ["'none'"], referrer: "same-origin" });

export function addDocs(app: Express, baseUrl: string): void {
  const prefix = prefixOf(baseUrl);
  const library = openLazily(prefix);
  addPictures(app);
  const routes: Readonly<Record<string, RequestHandler>> = {
    "/docs": showPage(library, prefix),
    "/docs/search": showSearch(library, prefix),
    "/docs/*path": showPage(library, prefix),
  };
  for (const [path, route] of Object.entries(routes)) {
    app.route(path).get(protectDocs, route).all(onlyMethods("GET", "HEAD"));
  }
}

type Lazily<Value> = () => Promise<Value>;

/** What renders documents is loaded when the first one is asked for. */
function openLazily(prefix: string): Lazily<DocsLibrary> {
  let opened: Promise<DocsLibrary> | undefined;
  return async () => {
    const { openDocsLibrary } = await import("../pages/docs/library.ts");
    opened ??= openDocsLibrary(prefix);
    return opened;
  };
}

function showPage(library: Lazily<DocsLibrary>, prefix: string): RequestHandler {
  return async (request, response) => {
    const { path = [] } = request.params;
    const [, slug = "", isSource] = /^(.*?)(\.md)?$/.exec([path].flat().join("/")) ?? [];
    const page = (await library()).pages.get(isSource !== undefined && slug === "index" ? "" : slug);
    if (page === undefined) throw new Refusal("not_found", "This document does not exist. /docs lists all of them.");
    if (isSource !== undefined) return send(response, page.markdown, "text/markdown");
    const { docsPage } = await import("../pages/docs/docs-page.ts");
    send(response, docsPage(page, prefix), "text/html");
  };
}

function showSearch(library: Lazily<DocsLibrary>, prefix: string): RequestHandler {
  return async (request, response) => {
    const words = (new URL(request.url, "http://localhost").searchParams.get("q") ?? "").slice(
      0,
      searchedCharactersMax,
    );
    const { docsSearchPage } = await import("../pages/docs/docs-page.ts");
    const found = words.trim() === "" ? [] : (await library()).search(words);
    send(response, docsSearchPage(words.trim(), found, prefix), "text/html");
  };
}

function send(response: Parameters<RequestHandler>[1], text: string, type: string): void {
  const bytes = Buffer.from(text, "utf8");
  response.setHeader("Content-Type", `${type}; charset=utf-8`);
  response.setHeader("Cache-Control", `public, max-age=${freshSeconds}`);
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}

const pictureTypes: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

function addPictures(app: Express): void {
  for (const folder of docsPictureFolders) {
    const at = new URL(`../../../../${folder}/`, import.meta.url);
    for (const name of namesIn(at)) {
      const type = pictureTypes[extname(name)];
      if (type === undefined) continue;
      app
        .route(`/${folder}/${name}`)
        .get(fileRoute(new URL(name, at), type))
        .all(onlyMethods("GET", "HEAD"));
    }
  }
}

function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
