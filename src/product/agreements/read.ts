// A program's agreement as people read it: the text of its newest version, from the event that published it.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { AcceptedAgreement, Agreement } from "../../core/rules/rows/rows.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type AgreementText = {
  readonly version: number;
  readonly text: string;
  readonly sha256: string;
  readonly published_at: Date;
};

const published = z.object({ text: z.string() });

/** Null where nothing is to be accepted. */
export async function findAgreement(db: Kysely<Tables>, programId: number): Promise<AgreementText | null> {
  const { rows } = await sql<{ agreement: Agreement; data: unknown; received_at: Date }>`
    select p.agreement, e.data, e.received_at
      from program p
      join event e on e.program_id = p.program_id and e.id = (p.agreement ->> 'event_id')::bigint
     where p.program_id = ${programId}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.agreement.is_ended) return null;
  const { version, sha256 } = row.agreement;
  return { version, sha256, text: published.parse(row.data).text, published_at: row.received_at };
}

export type OwnAgreement = AgreementText & {
  /** Null where this version was not accepted. */
  readonly accepted_at: Date | null;
  /** Whether it is paid only once it has accepted this version. */
  readonly isRequired: boolean;
};

/** The version in force, for one partner. */
export async function findOwnAgreement(
  db: Kysely<Tables>,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
): Promise<OwnAgreement | null> {
  const agreement = await findAgreement(db, programId);
  if (agreement === null) return null;
  const { rows } = await sql<{ accepted: AcceptedAgreement | null; is_required: boolean }>`
    select p.accepted, coalesce((s.settings ->> 'terms_required')::boolean, false) as is_required
      from partner p
      join program_settings s on s.program_id = p.program_id
     where p.program_id = ${programId} and p.partner_id = ${partnerId}
     order by s.from_event_id desc
     limit 1`.execute(db);
  const accepted = rows[0]?.accepted ?? null;
  const isAccepted = accepted !== null && accepted.version === agreement.version;
  return {
    ...agreement,
    accepted_at: isAccepted ? new Date(accepted.accepted_at) : null,
    isRequired: rows[0]?.is_required ?? false,
  };
}

/** How many active partners accepted this version, of how many. */
export async function countAcceptances(db: Kysely<Tables>, programId: number, version: number | null) {
  const { rows } = await sql<{ accepted: number; partners: number }>`
    select count(*) filter (where (accepted ->> 'version')::int = ${version}::int) as accepted, count(*) as partners
      from partner
     where program_id = ${programId} and status = 'active'`.execute(db);
  return rows[0] ?? { accepted: 0, partners: 0 };
}

export const agreementReasons = ["terms_not_accepted"] as const;
export type AgreementReason = (typeof agreementReasons)[number];

export const agreementMessages: { readonly [Reason in AgreementReason]: string } = {
  terms_not_accepted: "The partner has not accepted the agreement in force: ask it to accept it in its portal.",
};

const requiredStatement: Statement = {
  name: "agreement_required",
  text: `select (p.agreement ->> 'version')::int as version
           from program p
          where p.program_id = $1 and not coalesce((p.agreement ->> 'is_ended')::boolean, true)
            and (select coalesce((settings ->> 'terms_required')::boolean, false)
                   from program_settings
                  where program_id = $1
                  order by from_event_id desc
                  limit 1)`,
};

const missingStatement: Statement = {
  name: "partners_without_agreement",
  text: `select partner_id
           from partner
          where program_id = $1 and partner_id = any($2::bigint[])
            and (accepted ->> 'version')::int is distinct from $3::int`,
};

/** Of these partners, those who may not be paid because they have not accepted it. Asked in a transaction or a snapshot. */
export async function withoutAgreement(
  ask: Session["query"],
  programId: number,
  partnerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const [required] = await ask<{ version: number }>(requiredStatement, [programId]);
  if (required === undefined || partnerIds.length === 0) return new Set();
  const rows = await ask<{ partner_id: number }>(missingStatement, [programId, partnerIds, required.version]);
  return new Set(rows.map(({ partner_id }) => partner_id));
}
