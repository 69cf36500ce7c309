// The digest of the books that money follows from, row by row. It costs a walk through all of them, so it is made when money moves
// (payouts), when books were replaced (a replay), and once a day. A column that a later release adds and leaves empty changes nothing.
import { createHash } from "node:crypto";
import { bookKeyOf } from "../../core/rules/book-keys.ts";
import type { BookName } from "../../core/rules/rows/rows.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { reachMachines } from "../postgres/reach-machines.ts";

const moneyBooks = [
  ...["program_settings", "policy", "partner", "coupon", "sale", "commission", "commission_hold", "adjustment"],
  ...["platform_fee", "refund", "dispute", "payout", "payout_item", "sale_change", "closed_month", "restatement"],
  "manual_attribution",
] as const satisfies readonly BookName[];

/** Of a later release: while it is empty the digest is what it was without it. */
const addedBooks = [
  "line_correction",
  "partner_group",
  "partner_policy",
  "term_total",
  "commission_forfeit",
  "flag",
  "bonus",
  "bonus_award",
] as const satisfies readonly BookName[];
const emptyDigest = createHash("sha256").digest("hex");

/** Times are written in the session's zone. */
const oneZoneStatement: Statement = { name: "one_time_zone", text: "set local timezone = 'UTC'" };

function digestStatement(book: BookName): Statement {
  return {
    name: `digest_of_${book}`,
    text: `select sha256(coalesce(string_agg(sha256(convert_to(jsonb_strip_nulls(to_jsonb(b))::text, 'UTF8')), ''::bytea
                                             order by ${bookKeyOf(book).join(", ")}), ''::bytea)) as digest
             from ${book} b
            where program_id = $1`,
  };
}

/** In one snapshot with the head it is signed with. */
export async function digestBooks(session: Session, programId: number): Promise<Buffer> {
  reachMachines(session);
  await session.query(oneZoneStatement, []);
  const whole = createHash("sha256");
  for (const book of [...moneyBooks, ...addedBooks]) {
    const [row] = await session.query<{ digest: Buffer }>(digestStatement(book), [programId]);
    if (row === undefined) throw new Error(`${book} has no digest`);
    const digest = row.digest.toString("hex");
    if (digest === emptyDigest && addedBooks.some((added) => added === book)) continue;
    whole.update(`${book} ${digest}\n`);
  }
  return whole.digest();
}
