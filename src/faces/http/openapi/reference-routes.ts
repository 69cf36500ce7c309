// /docs/api: the document as a page to read and to try calls on. It is Swagger UI, served from a fixed list of local files without anything
// from elsewhere, and without inline scripts or styles.
import type { Express, RequestHandler } from "express";
import helmet from "helmet";
import { onlyMethods } from "../methods.ts";
import { fileRoute } from "../served/file-route.ts";

const own = (name: string) => new URL(`../assets/${name}`, import.meta.url);
const bundle = new URL(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js"));
const bundleStyle = new URL(import.meta.resolve("swagger-ui-dist/swagger-ui.css"));
const script = "text/javascript; charset=utf-8";
const style = "text/css; charset=utf-8";

export function addReference(app: Express): void {
  const files = {
    "/docs/api": [protectReference, fileRoute(own("api-reference.html"), "text/html; charset=utf-8")],
    "/docs/api/reference.js": [fileRoute(own("api-reference.js"), script)],
    "/docs/api/reference.css": [fileRoute(own("api-reference.css"), style)],
    "/docs/api/swagger-ui-bundle.js": [fileRoute(bundle, script)],
    "/docs/api/swagger-ui.css": [fileRoute(bundleStyle, style)],
  };
  for (const [path, handlers] of Object.entries(files)) {
    app
      .route(path)
      .get(...handlers)
      .all(onlyMethods("GET", "HEAD"));
  }
}

/** Swagger UI has its pictures in its style sheet. */
const protectReference: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
});
