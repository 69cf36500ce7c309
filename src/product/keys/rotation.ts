// Mandatory rotation: an operator flags a program's key with a deadline. Until then it works and every answer says so; from
// then on it is refused. Regenerating replaces the key's row, and with it the flag.
// A call is judged by when it came, by a clock that is handed in, so it cannot pass in one process and fail in another because
// one of them was slow.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { KeyFlag } from "../../core/vocabulary/access/key-flag.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { announceEventless } from "../messages/announcing/eventless.ts";

/** A flag that is moved keeps the time it was first set. */
const flagKeyStatement: Statement = {
  name: "flag_program_key",
  text: `update program_key
            set flagged_at = coalesce(flagged_at, $2), rotate_by = $3
          where program_id = $1
          returning flagged_at, rotate_by`,
};

const unflagKeyStatement: Statement = {
  name: "unflag_program_key",
  text: `update program_key
            set flagged_at = null, rotate_by = null
          where program_id = $1 and flagged_at is not null
          returning program_id`,
};

/** Every call after the answer gets the signal, on every process. */
export async function flagKey(
  database: Database,
  key: { readonly programId: number; readonly rotateBy: Date; readonly now: Date },
  actor: Actor,
): Promise<KeyFlag | "no_program" | "deadline_past"> {
  const { programId, rotateBy, now } = key;
  if (rotateBy <= now) return "deadline_past";
  const [row] = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "operator");
    const flagged = await session.query<{ flagged_at: Date; rotate_by: Date }>(flagKeyStatement, [
      ...[programId, now, rotateBy],
    ]);
    for (const key of flagged) {
      announceEventless(session, {
        ...{ programId, type: "key.rotation_required", which: rotateBy.getTime(), at: now },
        ...{ about: { kind: "key", id: String(programId) }, detail: { key } },
      });
    }
    return flagged;
  });
  return row === undefined ? "no_program" : { flaggedAt: row.flagged_at, rotateBy: row.rotate_by };
}

/** False when the program's key is not flagged, or there is no such program. */
export async function unflagKey(database: Database, programId: number, actor: Actor): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "operator");
    return session.query(unflagKeyStatement, [programId]);
  });
  return rows.length > 0;
}
