// One tab of a site at a time, so that two tabs that open together make one click and not two.
// Only a nicety: without locks, or when another tab holds on too long, one goes ahead.
const patienceMilliseconds = 3000;

/** `run` never rejects. */
export async function alone<Result>(run: () => Promise<Result>): Promise<Result> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds);
  try {
    // Missing on plain http; a rejection in a sandboxed frame.
    if (navigator.locks !== undefined) {
      return await navigator.locks.request("svc_click", { signal: patience.signal }, run);
    }
  } catch {
    // Not allowed, or not in time.
  } finally {
    clearTimeout(timer);
  }
  return run();
}
