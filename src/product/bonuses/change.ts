// What an owner offers as bonuses: events of the program's log, recorded only while the actor may set terms, and decided while the program's
// head is locked. A call that changes nothing records nothing, so repeating it is safe.
import { isDeepStrictEqual } from "node:util";
import { type Actor, requireTermsRight } from "../../access/permission.ts";
import { activeBonusesMax, type BonusDefinition, bonusesMax } from "../../core/rules/events/bonus-events.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import type { BonusRow } from "../../core/rules/rows/bonus-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { configurationOf, recordedId } from "../programs/record.ts";

type Named = { readonly programId: number; readonly bonusId: string };

const bonusesStatement: Statement = {
  name: "bonuses_of_program",
  text: "select bonus_id, stopped_event_id, definition from bonus where program_id = $1",
};

type Known = Pick<BonusRow, "bonus_id" | "stopped_event_id" | "definition">;

export function addBonus(
  database: Database,
  { programId, bonusId }: Named,
  definition: BonusDefinition,
  actor: Actor,
): Promise<void> {
  return decide(database, programId, actor, (known) => {
    const same = known.find(({ bonus_id }) => bonus_id === bonusId);
    if (same !== undefined) {
      if (same.stopped_event_id === null && isDeepStrictEqual(same.definition, definition)) return [];
      const why = same.stopped_event_id === null ? "it says something else" : "it was stopped";
      throw new ConfigurationRefused(`The program has a bonus ${bonusId}, and ${why}: a bonus never changes.`, {
        code: "bonus_taken",
      });
    }
    requireRoom(known);
    return [{ type: "bonus_added", bonus_id: bonusId, ...definition }];
  });
}

export function stopBonus(database: Database, { programId, bonusId }: Named, actor: Actor): Promise<void> {
  return decide(database, programId, actor, (known) => {
    const bonus = known.find(({ bonus_id }) => bonus_id === bonusId);
    if (bonus === undefined) {
      throw new ConfigurationRefused(`The program has no bonus ${bonusId}.`, { code: "unknown_bonus" });
    }
    return bonus.stopped_event_id === null ? [{ type: "bonus_stopped", bonus_id: bonusId }] : [];
  });
}

function requireRoom(known: readonly Known[]): void {
  const running = known.filter(({ stopped_event_id }) => stopped_event_id === null).length;
  if (running >= activeBonusesMax) {
    throw new ConfigurationRefused(`A program has at most ${activeBonusesMax} bonuses at a time: stop one.`, {
      code: "too_many_bonuses",
    });
  }
  if (known.length < bonusesMax) return;
  throw new ConfigurationRefused(`A program has at most ${bonusesMax} bonuses in all.`, { code: "too_many_bonuses" });
}

async function decide(
  database: Database,
  programId: number,
  actor: Actor,
  eventsOf: (known: readonly Known[]) => readonly EventData[],
): Promise<void> {
  const results = await commitDecided(database, programId, async (session: Session) => {
    await requireTermsRight(session, actor, programId);
    const known = await session.query<Known>(bonusesStatement, [programId]);
    return eventsOf(known).map((data) => configurationOf(programId, data, actor));
  });
  for (const result of results) recordedId(result, programId);
}
