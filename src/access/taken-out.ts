// The lines of who took data out: a link to a partner's page, a person's export, a downloaded list. They change no row, so no table keeps
// them by itself. A line does not name the person whose data it was.
import type { AccessChange, TakenOut } from "../core/vocabulary/access/access-changes.ts";
import type { Author } from "../core/vocabulary/access/author.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import { sayWhoActs } from "./acting.ts";

const keepStatement: Statement = {
  name: "keep_taken_out",
  text: "select keep_access_change($1::bigint, $2::bigint, $3, $4, $5::jsonb) is null as kept",
};

export type TakenLine = {
  readonly change: Extract<AccessChange, TakenOut>;
  /** Both null is the installation. */
  readonly programId: number | null;
  readonly workspaceId?: number | null;
  /** The partner's id. */
  readonly subject?: string | null;
  readonly detail?: Readonly<Record<string, string>>;
};

/** Sent and not waited for. */
export function keepTakenOut(session: Session, line: TakenLine, author: Author): void {
  const { change, programId, workspaceId = null, subject = null, detail = {} } = line;
  sayWhoActs(session, author);
  void session.query(keepStatement, [programId, workspaceId, change, subject, JSON.stringify(detail)]);
}
