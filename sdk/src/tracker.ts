// svc-tracker.js: finds its settings, starts the tracker and exposes it as `window.svc`. Loaded a second time it does nothing; a failure in
// it never breaks the page.
import { openLog } from "./tracker/log.ts";
import { readSettings } from "./tracker/settings.ts";
import { startTracker } from "./tracker/tracker.ts";

function install(): void {
  // An element with the id "svc" is found under the same name.
  if (typeof window.svc?.getClickId === "function") return;
  const settings = readSettings();
  window.svc = startTracker(settings, openLog(settings.debug));
}

try {
  install();
} catch (error) {
  openLog(false).error("the tracker could not start", error);
}
