// An overview's answer, kept as long as the program's log and books have not changed since it was read, so that a repeated call, also of
// another person, is answered from it. Every change of the books moves their position: an event moves the log's hash; an applied replay,
// a catch-up and every other writer raise the revision. The position is read in the snapshot that the answer is for, so the kept answer
// is exactly what that snapshot would give.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** Of one database's programs together; what was used longest ago goes first. */
const keptMax = 200;

export class OverviewMemory<Answer> {
  readonly #kept = new Map<string, { readonly position: string; readonly answer: Answer }>();

  /** `question` says all that the answer depends on, but for the program's books. */
  async once(db: Kysely<Tables>, programId: number, question: string, find: () => Promise<Answer>): Promise<Answer> {
    const position = await readPosition(db, programId);
    const key = `${programId} ${question}`;
    const known = this.#kept.get(key);
    const answer = known?.position === position ? known.answer : await find();
    // Behind all others again.
    this.#kept.delete(key);
    this.#kept.set(key, { position, answer });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }
}

async function readPosition(db: Kysely<Tables>, programId: number): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select concat_ws(' ', encode(hash, 'hex'), projected_seq, projector_version, revision) as position
      from program_head
     where program_id = ${programId}`.execute(db);
  return rows[0]?.position ?? "";
}
