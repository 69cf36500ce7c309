// Webhooks of payment providers about payouts. One that is verified only makes the sender look the payout up at once: so one that comes late,
// twice or before another changes nothing by itself, and a forged one could not even claim a state.
import type { Secrets } from "../../access/secrets/secrets.ts";
import { isRailName, type RailName } from "../../core/vocabulary/money/payout-rails.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { RailUnreachable } from "./apis/rail-client.ts";
import { wakeAttempt } from "./attempts.ts";
import { clientOf, findRail, type RailUrls } from "./settings.ts";

export type RailWebhook = {
  readonly rail: string;
  readonly programId: number;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

export type RailWebhookResult =
  | { readonly kind: "received"; readonly status: "recorded" | "ignored" }
  | { readonly kind: "unknown" }
  | { readonly kind: "refused"; readonly reason: string }
  /** It could not be verified now: the provider sends it again. */
  | { readonly kind: "later"; readonly reason: string };

export type RailWebhooks = {
  isKnown(rail: string, programId: number): Promise<boolean>;
  receive(webhook: RailWebhook): Promise<RailWebhookResult>;
};

type Parts = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly urls: RailUrls;
  readonly now: () => number;
};

export function openRailWebhooks({ database, secrets, urls, now }: Parts): RailWebhooks {
  const find = (rail: RailName, programId: number) =>
    database.withSession((session) => findRail(session, secrets, { programId, rail }));
  return {
    isKnown: async (rail, programId) => isRailName(rail) && (await find(rail, programId)) !== null,
    async receive({ rail, programId, body, headers }) {
      const usable = isRailName(rail) ? await find(rail, programId) : null;
      if (usable === null) return { kind: "unknown" };
      try {
        const delivery = { body, headers, nowMilliseconds: now(), isSandbox: usable.isSandbox };
        const reading = await usable.api.webhook(clientOf(usable, urls), delivery);
        if (reading.kind === "refused") return reading;
        if (reading.kind === "unrelated") return { kind: "received", status: "ignored" };
        const isOurs = await wakeAttempt(database, { programId, rail: usable.api.name }, reading);
        return { kind: "received", status: isOurs ? "recorded" : "ignored" };
      } catch (error) {
        if (error instanceof RailUnreachable) return { kind: "later", reason: error.message };
        throw error;
      }
    },
  };
}
