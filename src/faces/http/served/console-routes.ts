// The console, as `npm ci` built it into console/dist: one page for every URL of its own, and the files it loads, which have a content hash
// in their names and are cached permanently. Other requests are answered as by the API.
import { readFile } from "node:fs/promises";
import type { Express, Request, RequestHandler } from "express";
import helmet from "helmet";
import { html } from "../../../core/wording/html.ts";
import { prefixOf } from "../account/page.ts";
import { onlyMethods } from "../methods.ts";
import { framePage } from "../pages/frame.ts";
import { builtFileRoute } from "./built-files.ts";
import { sendHtml } from "./send-html.ts";

const built = new URL("../../../../console/dist/", import.meta.url);

/** Of the console itself; what is below the first is one page of it or another. */
const paths = ["/programs", "/programs/*path", "/new-program"];

export type ConsoleParts = {
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** What `/` says to programs. */
  readonly answerRoot: RequestHandler;
};

export function addConsole(app: Express, { baseUrl, answerRoot }: ConsoleParts): void {
  const show = showConsole(baseUrl);
  app
    .route("/")
    .get(protectConsole, (request, response, next) => {
      response.setHeader("Vary", "Accept");
      return (asksForPage(request) ? show : answerRoot)(request, response, next);
    })
    .all(onlyMethods("GET", "HEAD"));
  app.route(paths).get(protectConsole, (request, response, next) => {
    if (!asksForPage(request)) return next();
    response.setHeader("Vary", "Accept");
    return show(request, response, next);
  });
  app
    .route("/assets/:file")
    .get(builtFileRoute(new URL("assets/", built)))
    .all(onlyMethods("GET", "HEAD"));
}

/** The page names the path it is seen under from outside, where a proxy may have put one in front. */
function showConsole(baseUrl: string): RequestHandler {
  const base = `${prefixOf(baseUrl)}/`;
  return async (_request, response) => {
    const text = await readFile(new URL("index.html", built), "utf8").catch(() => undefined);
    if (text === undefined) sendHtml(response, 503, notBuilt(prefixOf(baseUrl)));
    else sendHtml(response, 200, text.replace('<base href="/" />', html`<base href="${base}" />`.text));
  };
}

/** A browser prefers HTML; `curl` accepts anything and gets JSON. */
function asksForPage(request: Request): boolean {
  return request.accepts(["application/json", "text/html"]) === "text/html";
}

function notBuilt(prefix: string): string {
  return framePage({
    title: "The console is not built",
    prefix,
    kind: "card",
    body: html`<div class="box"><h1>The console is not built</h1>
<p>The service runs. What a browser shows is built when packages are installed, and that was done without their scripts.
Build it in the service's folder, then load this page again:</p>
<p><code>npm run build --workspace @svc/console</code></p></div>`,
    links: [{ words: "API reference", path: "/docs/api" }],
  });
}

/** Charts and open menus are placed by scripts, through the browser's own object model, which needs no leave. */
const protectConsole: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: "same-origin" },
  strictTransportSecurity: false,
});
