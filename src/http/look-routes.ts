// What every page of ours is drawn with, the console's as well as those the service writes itself: the colours, sizes and spaces, the
// choice of light or dark, and the mark.
import type { Express } from "express";
import { fileRoute } from "./file-route.ts";
import { onlyMethods } from "./methods.ts";

const own = (name: string) => new URL(`assets/${name}`, import.meta.url);
const style = "text/css; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const picture = "image/svg+xml";

export function addLook(app: Express): void {
  const files = {
    "/look/tokens.css": fileRoute(own("tokens.css"), style),
    "/look/theme.js": fileRoute(own("theme.js"), script),
    "/look/mark.svg": fileRoute(own("mark.svg"), picture),
    // Browsers ask for the second of themselves, and read a picture by its type.
    "/favicon.svg": fileRoute(own("mark.svg"), picture),
    "/favicon.ico": fileRoute(own("mark.svg"), picture),
  };
  for (const [path, send] of Object.entries(files)) {
    app.route(path).get(send).all(onlyMethods("GET", "HEAD"));
  }
}
