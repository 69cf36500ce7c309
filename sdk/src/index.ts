// @svc/sdk: loads the tracker into a page and returns it, typed. There is one tracker a page, regardless of how often it is requested; on a
// server nothing happens.
import { type LoadOptions, loadedTracker, loadTracker } from "./browser/script.ts";
import type { Svc, SvcData } from "./browser/svc.ts";

export type { LoadOptions, Svc, SvcData };

let loading: Promise<Svc> | undefined;

/**
 * Resolves to the page's tracker, the same one on every call, and to null on a server. Rejects when the script cannot be
 * loaded, as with some ad blockers; the next call tries again.
 */
export async function loadSvc(programId: number, options: LoadOptions = {}): Promise<Svc | null> {
  if (typeof window === "undefined") return null;
  if (!Number.isSafeInteger(programId) || programId <= 0) {
    throw new TypeError("loadSvc needs the program's id, a positive integer.");
  }
  loading ??= Promise.resolve(loadedTracker() ?? loadTracker(programId, options));
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
