// A landing becomes a click, once: taken over if the service recorded it, otherwise reported until the service answers, then remembered as
// long as the answer says. The same partner again is no new click, and after a day a visit that restarts its window. Another partner's
// click names the previous one, and the service decides.
import { alone } from "./alone.ts";
import { hideHanded, type Landing, readLanding } from "./landing.ts";
import type { Parts } from "./parts.ts";
import type { Attempt } from "./queue.ts";
import type { Call, Fields } from "./service.ts";

const daysByDefault = 60;

export type Clicks = {
  /** `isWithdrawn`, once aborted, ends it without a trace. */
  land(landing: Landing, isWithdrawn: AbortSignal): void;
};

export function openClicks({ memory, queue, service, settings, log }: Parts): Clicks {
  /** From an earlier page, or since another tab reported it. */
  const isKnown = ({ code }: Landing): boolean => {
    const click = memory.click();
    return click?.code === code && !click.isOld;
  };

  const callOf = (said: Fields): Call => ({
    path: "click",
    body: { ...said, existing_click_id: memory.click()?.id, visitor_id: memory.visitorId() },
  });

  async function attempt(landing: Landing, said: Fields, isWithdrawn: AbortSignal): Promise<Attempt> {
    if (isWithdrawn.aborted) return "done";
    const answer = isKnown(landing) ? null : await service.send(callOf(said), isWithdrawn);
    if (isWithdrawn.aborted) return "done";
    if (answer?.kind === "unanswered") {
      log.debug("a click was not answered and will be sent again", landing.url);
      return answer;
    }
    memory.dropLanding(landing.url);
    if (answer === null) log.debug("the same partner again", landing.code);
    if (answer?.kind === "refused") log.error("a click was refused", answer.why);
    if (answer?.kind === "accepted") keep(landing, answer.body);
    return "done";
  }

  function keep(landing: Landing, answer: Fields): void {
    const { success, click_id, program_id, cookie_window_days: days } = answer;
    if (success !== true || typeof click_id !== "string") {
      log.debug("a click does not count", answer.message);
    } else if (settings.programId !== 0 && program_id !== settings.programId) {
      log.error(`the link of ${landing.code} belongs to program ${program_id}, this page to ${settings.programId}`);
    } else {
      const click = { id: click_id, code: landing.code, affiliateUrl: landing.url };
      memory.keepClick(click, typeof days === "number" && days > 0 ? days : daysByDefault);
      log.debug("a click was recorded", answer);
    }
  }

  /** True if there is nothing to report: the click is recorded, and no other partner's competes with it. */
  function takesOver({ code, url, handed }: Landing): boolean {
    if (handed === null) return false;
    hideHanded();
    const known = memory.click();
    if (handed.programId !== settings.programId || (known !== null && known.code !== code)) return false;
    memory.keepClick({ id: handed.clickId, code, affiliateUrl: url }, handed.days ?? daysByDefault);
    log.debug("a click was handed over", handed.clickId);
    return true;
  }

  return {
    land(landing, isWithdrawn) {
      if (takesOver(landing)) return;
      const said = describe(landing);
      memory.keepLanding(landing.url);
      void queue.add({
        attempt: () => alone(() => attempt(landing, said, isWithdrawn)),
        leave() {
          if (!isKnown(landing)) service.sendBlindly(callOf(said));
        },
      });
    },
  };
}

function describe({ url, referrer }: Landing): Fields {
  const isThisPage = readLanding(location.href, null)?.url === url;
  return {
    affiliate_url: url,
    page_url: url,
    page_title: isThisPage ? document.title : undefined,
    referrer_url: referrer ?? undefined,
    screen_resolution: `${screen.width}x${screen.height}`,
    viewport_size: `${innerWidth}x${innerHeight}`,
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
