// Asks VIES about partners' VAT ids and keeps its answer with the time: a recurring job. An id that could not be checked stays unchecked and is
// asked about again, after 5 minutes at first and after a day at most; nothing waits for it. An id that was replaced meanwhile keeps no
// answer about the one before.
import type { Secrets } from "../../access/secrets/secrets.ts";
import { europeanVatId } from "../../core/vocabulary/money/vat-id.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { openTaxDetails } from "./list.ts";
import { askVies } from "./vies.ts";

/** In one run; VIES limits how many it answers at once. */
const idsPerRunMax = 50;

const dueStatement: Statement = {
  name: "vat_ids_to_check",
  text: `select program_id, partner_id, details_encrypted, digest
           from partner_tax
          where vat_status = 'unchecked'
            and (vat_checked_at is null
                 or vat_checked_at < now() - least(interval '5 minutes' * power(2, least(vat_attempts, 12)), interval '1 day'))
          order by vat_checked_at nulls first
          limit $1`,
};

const keepStatement: Statement = {
  name: "keep_vat_check",
  text: `update partner_tax
            set vat_status = $4, vat_checked_at = clock_timestamp(), vat_attempts = vat_attempts + 1
          where program_id = $1 and partner_id = $2 and digest = $3`,
};

type Due = {
  readonly program_id: number;
  readonly partner_id: number;
  readonly details_encrypted: Buffer;
  readonly digest: string;
};

export type VatCheckParts = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, "decrypt">;
  readonly viesUrl: string;
};

/** Answers how many VIES answered. */
export async function checkVatIds({ database, secrets, viesUrl }: VatCheckParts, stop?: AbortSignal): Promise<number> {
  const due = await database.withSession((session) => session.query<Due>(dueStatement, [idsPerRunMax]));
  let answered = 0;
  for (const { program_id, partner_id, details_encrypted, digest } of due) {
    const { vat_id } = openTaxDetails(secrets, { programId: program_id, partnerId: partner_id }, details_encrypted);
    const european = vat_id === null ? undefined : europeanVatId(vat_id);
    const answer = european === undefined ? null : await askVies(viesUrl, european, stop);
    // An answer that was broken off says nothing.
    if (stop?.aborted === true) break;
    const status = answer === "valid" || answer === "invalid" || answer === null ? answer : "unchecked";
    await database.transaction((session) => session.query(keepStatement, [program_id, partner_id, digest, status]));
    if (answer === "valid" || answer === "invalid") answered += 1;
    // The rest would wait for the same: they are due in the next run.
    if (answer === "unreachable") break;
  }
  return answered;
}
