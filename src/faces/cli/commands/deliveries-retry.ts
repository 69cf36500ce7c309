// svc deliveries retry: reads stored deliveries again after a fix, and shows, or applies, what that changes.
import { providers } from "../../../../adapters/names.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../failures.ts";
import { choiceFlag, idFlag, optional, switchFlag, timeFlag } from "../input/flags.ts";
import { runReplay } from "../replaying.ts";
import { hasFailed, retryFailed } from "../retrying.ts";

const retried = ["failed", "parked", "ignored"] as const;

export const command = defineCommand({
  example: "deliveries retry --program 1 --status failed --apply",
  flags: {
    program: optional(idFlag("Only this program's")),
    status: optional(choiceFlag(retried, "Only those with this outcome; failed by default")),
    provider: optional(choiceFlag(providers, "Only this provider's")),
    since: optional(timeFlag("Only those received since then")),
    event: optional(idFlag("Only this one, by its event's id")),
    apply: switchFlag("Apply the result at once"),
  },
  run: async (context, { program, status, provider, since, event, apply }) => {
    if (event !== undefined && program === undefined) throw new UsageError("--event requires --program.");
    const failed = {
      programIds: program === undefined ? null : [program],
      provider: provider ?? null,
      since: since ?? null,
      eventId: event ?? null,
    };
    const isForFailed = status === "failed" || (status === undefined && event === undefined);
    if (isForFailed || (status === undefined && (await hasFailed(context, failed)))) {
      return retryFailed(context, failed, apply);
    }
    const request = {
      program_ids: program === undefined ? null : [program],
      provider: provider ?? null,
      since: since?.toISOString() ?? null,
      from_deliveries: true,
      outcome: status ?? null,
      event_id: event ?? null,
    } as const;
    return runReplay(context, request, { applies: apply, sendsCorrections: false });
  },
});
