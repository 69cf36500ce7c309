// Security headers of every page that the service renders: it loads only our files, contains no inline script or style, submits forms only
// to us, and may not be framed unless allowed.
import type { RequestHandler } from "express";
import helmet from "helmet";
import { pageStyleSource } from "../pages/page-style.ts";

type Protection = {
  readonly formAction: "'self'" | "'none'";
  readonly frameAncestors: readonly string[];
  readonly referrer: "no-referrer" | "same-origin";
  /** Where styles come from; files of ours when left out. */
  readonly styleSource?: string;
};

export function protectPages({
  formAction,
  frameAncestors,
  referrer,
  styleSource = "'self'",
}: Protection): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: [styleSource],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: [formAction],
        frameAncestors: [...frameAncestors],
      },
    },
    // Of older browsers, which know no list: it would keep everybody out.
    xFrameOptions: frameAncestors.includes("'none'") ? { action: "deny" } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: referrer },
    // HTTPS is enforced by the proxy that terminates it.
    strictTransportSecurity: false,
  });
}

/** A page to read. */
export const protectPage: RequestHandler = protectPages({
  formAction: "'none'",
  frameAncestors: ["'none'"],
  referrer: "no-referrer",
});

/** A page that may be saved as a file: its style is inline, and exactly that text is allowed. */
export const protectKeptPage: RequestHandler = protectPages({
  formAction: "'none'",
  frameAncestors: ["'none'"],
  referrer: "no-referrer",
  styleSource: pageStyleSource(),
});

/** Our links contain secrets, so other sites get no referrer. With no referrer at all, browsers would hide the origin of our own forms. */
export const protectForm: RequestHandler = protectPages({
  formAction: "'self'",
  frameAncestors: ["'none'"],
  referrer: "same-origin",
});
