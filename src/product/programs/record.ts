// Records what a person configures of a program, as events in its own log.
import type { Actor } from "../../access/permission.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import { type PayingTerms, refusedCurrency } from "../../core/rules/events/settings/currency-settings.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import { type Claims, commitBatch } from "../../engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../engine/recording/submission.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";

/** Of a program that is there, by an actor whom `require` lets. */
export function configure(
  database: Database,
  programId: number,
  data: EventData,
  actor: Actor,
  require: (session: Session, actor: Actor, programId: number) => Promise<void>,
): Promise<number> {
  return record(database, programId, data, actor, {
    before: (session) => require(session, actor, programId),
  });
}

/** Answers the id of the event it became. `actor` is null where a rule of the program decides. */
export async function record(
  database: Database,
  programId: number,
  data: EventData,
  actor: Actor | null,
  claims: Claims,
): Promise<number> {
  const [result] = await commitBatch(database, [configurationOf(programId, data, actor)], claims);
  if (result === undefined) throw new Error("the configuration was not recorded");
  return recordedId(result, programId);
}

export function configurationOf(programId: number, data: EventData, actor: Actor | null): Submission {
  const by = actor === null ? {} : { by: authorText(actor) };
  return {
    event: { programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data, ...by },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}

const configurationCodes = ["unknown_group", "recruiter_refused", "unsupported_currency"] as const;

/** Of a configuration that was recorded; throws what refused it. */
export function recordedId(result: Result, programId: number): number {
  if (result.kind === "unknown_program") {
    throw new ConfigurationRefused(`There is no program ${programId}.`, { code: "unknown_program" });
  }
  if (result.kind === "failed") throw result.error;
  if (result.kind !== "concluded") throw new Error(`configuration cannot end as ${result.kind}`);
  if (result.eventId !== null) return result.eventId;
  const { message, reason } = result.conclusion;
  const code = configurationCodes.find((each) => each === reason) ?? "unknown_partner";
  throw new ConfigurationRefused(message, { code });
}

/** Terms pay only in currencies that the program takes. */
export function requirePayable(settings: Settings, terms: PayingTerms): void {
  const refused = refusedCurrency(settings, terms);
  if (refused === undefined) return;
  throw new ConfigurationRefused(`${refused.field} ${refused.rule}.`, { code: "unsupported_currency" });
}
