// What every page of ours is drawn with, the console's as well as those the service writes itself: the colours, sizes and spaces, the
// choice of light or dark, and the mark.
import type { Express, RequestHandler } from "express";
import { brandStyle } from "../../../core/wording/brand-color.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { onlyMethods } from "../methods.ts";
import { fileRoute } from "./file-route.ts";

const own = (name: string) => new URL(`../assets/${name}`, import.meta.url);
const style = "text/css; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const picture = "image/svg+xml";

export function addLook(app: Express): void {
  const files = {
    "/look/tokens.css": fileRoute(own("tokens.css"), style),
    "/look/pages.css": fileRoute(own("pages.css"), style),
    "/look/docs.css": fileRoute(own("docs.css"), style),
    "/look/docs.js": fileRoute(own("docs.js"), script),
    "/look/passkeys.js": fileRoute(own("passkeys.js"), script),
    "/look/portal.js": fileRoute(own("portal.js"), script),
    "/look/theme.js": fileRoute(own("theme.js"), script),
    "/look/mark.svg": fileRoute(own("mark.svg"), picture),
    // Browsers ask for the second of themselves, and read a picture by its type.
    "/favicon.svg": fileRoute(own("mark.svg"), picture),
    "/favicon.ico": fileRoute(own("mark.svg"), picture),
  };
  for (const [path, send] of Object.entries(files)) {
    app.route(path).get(send).all(onlyMethods("GET", "HEAD"));
  }
  app.route("/look/brand/:file").get(sendBrandStyle).all(onlyMethods("GET", "HEAD"));
}

const brandFreshSeconds = 86_400;

/** The accent of a brand's pages, made of nothing but the colour in the address. */
const sendBrandStyle: RequestHandler = (request, response) => {
  const [, color] = /^([0-9a-f]{6})\.css$/.exec(String(request.params.file)) ?? [];
  if (color === undefined) throw new Refusal("not_found", "There is nothing at this address.");
  response.setHeader("Content-Type", style);
  response.setHeader("Cache-Control", `public, max-age=${brandFreshSeconds}`);
  response.end(brandStyle(`#${color}`));
};
