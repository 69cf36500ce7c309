// Forgets a partner's tax details, for owners; the line of access_change that they were given stays.
import { sayWhoActs } from "../../access/acting.ts";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const removeStatement: Statement = {
  name: "remove_tax_details",
  text: "delete from partner_tax where program_id = $1 and partner_id = $2 returning partner_id",
};

/** False where there were none. */
export async function removeTaxDetails(
  database: Database,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "tax");
    sayWhoActs(session, actor);
    return session.query(removeStatement, [programId, partnerId]);
  });
  return rows.length > 0;
}
