// Test events for setting up a page: a click in test mode, which completes the checklist and creates no money.
import type { Parts } from "./parts.ts";
import { type Call, fields } from "./service.ts";

export type Tests = {
  send(data: unknown, isWithdrawn: AbortSignal): void;
};

export function openTests({ queue, service, settings, log }: Parts): Tests {
  return {
    send(data, isWithdrawn) {
      const additional = { ...fields(data), test_mode: true, program_id: settings.programId };
      const body = { page_url: location.origin + location.pathname, additional_data: additional };
      const call: Call = { path: "click", body };
      void queue.add({
        async attempt() {
          if (isWithdrawn.aborted) return "done";
          const answer = await service.send(call, isWithdrawn);
          if (answer.kind === "unanswered") return answer;
          if (answer.kind === "refused") log.error("a test event was refused", answer.why);
          else log.debug("a test event was recorded", answer.body);
          return "done";
        },
        leave: () => service.sendBlindly(call),
      });
    },
  };
}
