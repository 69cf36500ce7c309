// Books are written by the newest rules there are: a process of an older release must not go on with what a newer one began.

import type { Kysely } from "kysely";
import { projectorVersion } from "../../core/rules/fold.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { ProgramHeadRow, Tables } from "../postgres/tables/tables.ts";

/** This process has older rules than the ones these books were projected by. */
export class OutdatedRules extends Error {
  override readonly name = "OutdatedRules";
}

export function requireOwnRules(heads: readonly ProgramHeadRow[]): void {
  const newer = heads.find((head) => head.projector_version > projectorVersion);
  if (newer === undefined) return;
  throw new OutdatedRules(
    `The books of program ${newer.program_id} are projected by rules ${newer.projector_version}; this process has ` +
      `${projectorVersion}. Run the release that projected them.`,
  );
}

const writtenByStatement: Statement = {
  name: "rules_of_books",
  text: "select projector_version from program_head where program_id = $1",
};

/** The version of the rules that wrote a program's books, or began to. */
export async function rulesOfBooks(session: Session, programId: number): Promise<number> {
  const [head] = await session.query<{ projector_version: number }>(writtenByStatement, [programId]);
  return head?.projector_version ?? projectorVersion;
}

/** How many programs' books are by older rules than today's: a replay brings them up. */
export async function countOutdatedPrograms(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom("program_head")
    .select((columns) => columns.fn.countAll<number>().as("count"))
    .where("projector_version", "<", projectorVersion)
    .executeTakeFirstOrThrow();
  return count;
}
