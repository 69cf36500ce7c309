// Which partner a link's code leads to is kept in a table of its own, over all programs. The log says it too, once for each partner:
// the two are held against each other.
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

const faultsMax = 20;

const differingStatement: Statement = {
  name: "partner_codes_differing",
  text: `select coalesce(p.code, c.code) as code, p.partner_id as of_log, c.partner_id as of_table,
                e.program_id as elsewhere
           from (select code, partner_id from partner where program_id = $1) p
           full join (select code, partner_id from partner_code where program_id = $1) c on c.code = p.code
           left join partner_code e on e.code = p.code and e.program_id <> $1
          where p.partner_id is distinct from c.partner_id
          order by 1
          limit $2`,
};

type Row = {
  readonly code: string;
  readonly of_log: number | null;
  readonly of_table: number | null;
  readonly elsewhere: number | null;
};

export async function findCodeFaults(session: Session, programId: number): Promise<string[]> {
  const rows = await session.query<Row>(differingStatement, [programId, faultsMax]);
  return rows.map((row) => `The code ${row.code} ${where(row)}, and the log gives it to ${ofLog(row)}.`);
}

function where({ of_table, elsewhere }: Row): string {
  if (of_table !== null) return `leads to partner ${of_table}`;
  return elsewhere === null ? "leads to no partner" : `leads to a partner of program ${elsewhere}`;
}

function ofLog({ of_log }: Row): string {
  return of_log === null ? "no partner" : `partner ${of_log}`;
}
