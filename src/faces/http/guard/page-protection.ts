// What browsers are told of every page that the service writes itself: it loads files of ours and nothing else, no script and no style
// stands in it, its forms go to us, and it stands in nobody's frame unless it may.
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
    // HTTPS is the business of whoever ends it in front of the service.
    strictTransportSecurity: false,
  });
}

/** A page to read. */
export const protectPage: RequestHandler = protectPages({
  formAction: "'none'",
  frameAncestors: ["'none'"],
  referrer: "no-referrer",
});

/** One that may be kept as a file: its style stands within, and is allowed as exactly that text. */
export const protectKeptPage: RequestHandler = protectPages({
  formAction: "'none'",
  frameAncestors: ["'none'"],
  referrer: "no-referrer",
  styleSource: pageStyleSource(),
});

/** Links of ours carry proofs, so other sites hear nothing of them. With none at all, browsers hide the origin of our own forms. */
export const protectForm: RequestHandler = protectPages({
  formAction: "'self'",
  frameAncestors: ["'none'"],
  referrer: "same-origin",
});
