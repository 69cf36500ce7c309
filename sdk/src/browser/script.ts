// The script tag of the tracker: where it comes from, and putting it into the page.
// A tag the page has of its own is waited for first; a tag of ours that failed is taken out again.
import type { Svc } from "./svc.ts";

export type LoadOptions = {
  /** `production` is the service at `window.SVC_API_BASE`, or where the page's own script tag says; `local` is localhost:8080. */
  readonly env?: "production" | "local" | undefined;
  /** Where the script is instead, such as `https://track.example.com/js/svc-tracker.js`. */
  readonly scriptUrl?: string | undefined;
  readonly debug?: boolean | undefined;
  /** `required`: nothing is stored or sent before `consent(true)`. */
  readonly consent?: "required" | undefined;
};

const scriptPath = "/js/svc-tracker.js";
const localOrigin = "http://localhost:8080";

/** The tracker, once it runs in this page. */
export function loadedTracker(): Svc | undefined {
  // An element with the id "svc" is found under the same name.
  return typeof window.svc?.getClickId === "function" ? window.svc : undefined;
}

export async function loadTracker(programId: number, options: LoadOptions): Promise<Svc> {
  const own = document.querySelector<HTMLScriptElement>(`script[src$="${scriptPath}"]`);
  if (own !== null) await settled(own);
  return loadedTracker() ?? runTag(tagOf(scriptUrl(options, own), programId, options));
}

/** Loaded, failed, or the page is complete, after which no event follows. */
function settled(tag: HTMLScriptElement): Promise<unknown> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ["load", "error"]) tag.addEventListener(event, resolve);
    window.addEventListener("load", resolve);
  });
}

function runTag(tag: HTMLScriptElement): Promise<Svc> {
  return new Promise((resolve, reject) => {
    tag.addEventListener("load", () => {
      const svc = loadedTracker();
      if (svc === undefined) reject(new Error(`${tag.src} is not the tracker.`));
      else resolve(svc);
    });
    tag.addEventListener("error", () => {
      tag.remove();
      reject(new Error(`The tracker could not be loaded from ${tag.src}.`));
    });
    document.head.append(tag);
  });
}

function tagOf(src: string, programId: number, options: LoadOptions): HTMLScriptElement {
  const tag = document.createElement("script");
  tag.src = src;
  tag.async = true;
  tag.setAttribute("data-svc-program-id", String(programId));
  if (options.debug === true) tag.setAttribute("data-svc-debug", "");
  if (options.consent === "required") tag.setAttribute("data-svc-consent", "required");
  return tag;
}

function scriptUrl({ scriptUrl: given, env }: LoadOptions, own: HTMLScriptElement | null): string {
  if (given !== undefined) return given;
  if (env === "local") return localOrigin + scriptPath;
  const base = window.SVC_API_BASE;
  if (base !== undefined && base !== "") return base.replace(/\/+$/, "") + scriptPath;
  if (own !== null) return own.src;
  throw new Error("loadSvc does not know your service: pass scriptUrl, or set window.SVC_API_BASE before.");
}
