// Erases the content of a partner's documents that were issued before a day: names and addresses. Numbers, days and amounts stay, so that the
// series can still be explained. access_change keeps each number and who erased it.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const eraseStatement: Statement = {
  name: "erase_invoices",
  text: `update invoice set content_encrypted = null
          where program_id = $1 and partner_id = $2 and issued_at < $3 and content_encrypted is not null
      returning number`,
};

/** Answers their numbers. */
export async function eraseInvoices(
  database: Database,
  { programId, partnerId, before }: { readonly programId: number; readonly partnerId: number; readonly before: Date },
  actor: Actor,
): Promise<readonly string[]> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "tax");
    return session.query<{ number: string }>(eraseStatement, [programId, partnerId, before]);
  });
  return rows.map(({ number }) => number).toSorted();
}
