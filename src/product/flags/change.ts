// Flags are resolved by a person, or that is taken back: many at once, each with its own answer, decided under the program's lock.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import type { FlagName, FlagVerdict } from "../../core/rules/events/flag-events.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { configurationOf } from "../programs/record.ts";
import { flagIdOf, flagNameOf } from "./flag-id.ts";

/** Of one call, and so of one event and one hold of the program's lock. */
export const flagsPerDecisionMax = 500;

/** What became of one of them. */
export const flagResults = ["resolved", "reopened", "not_found", "resolved_already", "open_already"] as const;
export type FlagResult = (typeof flagResults)[number];

export type FlagDecision = { readonly do: "resolve"; readonly as: FlagVerdict } | { readonly do: "reopen" };

export type DecidedFlag = { readonly flag_id: string; readonly result: FlagResult; readonly message: string };

const flagsStatement: Statement = {
  name: "flags_to_decide",
  text: `select k.place, f.resolved_as, f.sale_id is not null as is_known
           from unnest($2::bigint[], $3::text[], $4::bigint[]) with ordinality as k(sale_id, kind, partner_id, place)
           left join lateral (
                select * from flag
                 where program_id = $1 and sale_id = k.sale_id and kind = k.kind and partner_id = k.partner_id
                offset 0
                ) f on true
          order by k.place`,
};

type Found = { readonly is_known: boolean; readonly resolved_as: FlagVerdict | null };

export async function decideFlags(
  database: Database,
  request: {
    readonly programId: number;
    readonly flagIds: readonly string[];
    readonly decision: FlagDecision;
    readonly reason: string;
  },
  actor: Actor,
): Promise<readonly DecidedFlag[]> {
  const { programId, decision, reason } = request;
  const names = [...new Set(request.flagIds)].flatMap((id) => flagNameOf(id) ?? []);
  let decided: readonly DecidedFlag[] = [];
  await commitDecided(database, programId, async (session) => {
    await requireProgramRight(session, actor, programId, "terms");
    const found = await find(session, programId, names);
    decided = names.map((name, place) => ({ flag_id: flagIdOf(name), ...verdictOn(found[place], decision) }));
    const flags = names.filter((_, place) => isDone(decided[place]));
    return flags.length === 0 ? [] : [configurationOf(programId, eventOf(decision, flags, reason), actor)];
  });
  return decided;
}

function find(session: Session, programId: number, names: readonly FlagName[]): Promise<Found[]> {
  return session.query<Found>(flagsStatement, [
    programId,
    names.map(({ sale_id }) => sale_id),
    names.map(({ kind }) => kind),
    names.map(({ partner_id }) => partner_id),
  ]);
}

function isDone(decided: DecidedFlag | undefined): boolean {
  return decided?.result === "resolved" || decided?.result === "reopened";
}

function eventOf(decision: FlagDecision, flags: readonly FlagName[], reason: string): EventData {
  return decision.do === "resolve"
    ? { type: "flags_resolved", flags, as: decision.as, reason }
    : { type: "flags_reopened", flags, reason };
}

/** By the same rules as the fold, so that what is said here is what is done. */
function verdictOn(flag: Found | undefined, decision: FlagDecision): Omit<DecidedFlag, "flag_id"> {
  if (flag?.is_known !== true) return { result: "not_found", message: "The program has no such flag." };
  if (decision.do === "reopen") {
    return flag.resolved_as === null
      ? { result: "open_already", message: "It is not resolved." }
      : { result: "reopened", message: "It is open again, and holds what it held." };
  }
  if (flag.resolved_as === decision.as) {
    return { result: "resolved_already", message: `It was resolved as ${decision.as} before.` };
  }
  return { result: "resolved", message: messages[decision.as] };
}

const messages: Readonly<Record<FlagVerdict, string>> = {
  fine: "It is fine: what it held is released.",
  abuse: "It is abuse: the commission is reversed. What was paid already is taken off the next payout.",
};
