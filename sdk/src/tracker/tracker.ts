// The tracker of one page: takes in landings, waits for consent, and is to the page what `window.svc` promises.
// Before consent nothing is read, stored or sent; the landing waits in this page's memory.
// It never throws into the page: what fails here is one line in the console.
import type { Svc } from "../browser/svc.ts";
import { openClicks } from "./clicks.ts";
import { openCookies } from "./cookies.ts";
import { type Landing, readLanding } from "./landing.ts";
import { type Lead, openLeads, readLead } from "./leads.ts";
import type { Log } from "./log.ts";
import { openMemory } from "./memory.ts";
import { onNavigation } from "./navigation.ts";
import { openQueue } from "./queue.ts";
import { openService } from "./service.ts";
import type { Settings } from "./settings.ts";
import { openStorage } from "./storage.ts";
import { openTests } from "./tests.ts";

export function startTracker(settings: Settings, log: Log): Svc {
  const memory = openMemory(openCookies(), openStorage("localStorage"));
  const parts = { settings, memory, queue: openQueue(log), service: openService(settings.apiBase), log };
  const clicks = openClicks(parts);
  const leads = openLeads(parts, openStorage("sessionStorage"));
  const tests = openTests(parts);

  let isAllowed = !settings.consentRequired;
  let withdrawal = new AbortController();
  let landing = readLanding(location.href, document.referrer || null);
  const codesSeen = new Set([landing?.code]);
  let waiting: Lead[] = [];

  function begin(): void {
    if (!isAllowed) return;
    memory.visitorId();
    for (const arrival of [fromAddress(memory.landing()), landing ?? landingBefore()]) {
      if (arrival !== null) clicks.land(arrival, withdrawal.signal);
    }
    for (const lead of [...leads.unanswered(), ...waiting]) void leads.report(lead, withdrawal.signal);
    waiting = [];
  }

  /** Of the page before this one, where the visitor landed and did not answer the question for consent. */
  function landingBefore(): Landing | null {
    const isOurs = document.referrer.startsWith(`${location.origin}/`);
    return settings.consentRequired && isOurs && memory.click() === null ? fromAddress(document.referrer) : null;
  }

  function lookAgain(): void {
    const next = readLanding(location.href, null);
    // Going back to an address is no new arrival.
    if (next === null || codesSeen.has(next.code)) return;
    codesSeen.add(next.code);
    landing = next;
    if (isAllowed) clicks.land(next, withdrawal.signal);
  }

  function withdraw(): void {
    isAllowed = false;
    withdrawal.abort();
    withdrawal = new AbortController();
    waiting = [];
    parts.queue.clear();
    leads.forget();
    memory.forget();
  }

  async function report(lead: Lead | null): Promise<void> {
    if (lead === null) log.error("signup needs a customer key");
    else if (isAllowed) await leads.report(lead, withdrawal.signal);
    else waiting.push(lead);
  }

  const guarded = <Result>(run: () => Result, otherwise: Result): Result => {
    try {
      return run();
    } catch (error) {
      log.error("something failed", error);
      return otherwise;
    }
  };
  const start = () => whenShown(() => guarded(begin, undefined));
  const click = () => guarded(() => (isAllowed ? memory.click() : null), null);

  if (settings.programId === 0) log.error("the script tag needs data-svc-program-id with the program's id");
  onNavigation(() => guarded(lookAgain, undefined));
  start();

  return {
    signup: (customerKey, email) =>
      guarded(() => report(readLead(customerKey, email)), Promise.resolve()).catch((error: unknown) =>
        log.error("a signup failed", error),
      ),
    getClickId: () => click()?.id ?? null,
    getVisitorId: () => guarded(() => (isAllowed ? memory.visitorId() : null), null),
    consent(granted) {
      log.debug("consent", granted);
      if (granted !== true) guarded(withdraw, undefined);
      else if (!isAllowed) {
        isAllowed = true;
        start();
      }
    },
    getData() {
      const current = click();
      return {
        clickId: current?.id ?? null,
        programId: settings.programId,
        hasAttribution: current !== null,
        affiliateUrl: current?.affiliateUrl ?? null,
      };
    },
    trackTest(data) {
      if (isAllowed) guarded(() => tests.send(data, withdrawal.signal), undefined);
      else log.debug("a test event waits for no consent: it is not sent");
    },
  };
}

function fromAddress(address: string | null): Landing | null {
  return address === null ? null : readLanding(address, null);
}

/** A page that is rendered ahead has no visitor yet, and may never have one. */
function whenShown(run: () => void): void {
  if ("prerendering" in document && document.prerendering === true)
    document.addEventListener("prerenderingchange", run, { once: true });
  else run();
}
