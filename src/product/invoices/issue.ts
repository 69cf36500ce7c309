// Issues what is due: an invoice for each payout that was paid to a partner who had agreed to self-billing and still does, and a credit note
// for an invoiced payout whose money came back. Each document is a transaction of its own under the lock of its partner's consent, which
// takes the next number of its series and writes the document: however often and by however many it is run, numbers have neither gaps nor duplicates
// and a payout has one document of each kind. What cannot be issued yet, since details are missing, is due again next time.
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import type { PayoutRow } from "../../core/rules/rows/payout-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { InvoiceKind } from "./content.ts";
import { bill, type Consent, type Issued, takeBack } from "./documents.ts";
import { issuerOf } from "./issuer.ts";

/** Of one program and kind in one run; the next run goes on. */
const documentsPerRunMax = 1_000;

export type IssueParts = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, "encrypt" | "decrypt">;
  readonly now: () => number;
  readonly log: Pick<Logger, "error">;
};

type Due = { readonly partner_id: number; readonly payout_id: number };

const programsStatement: Statement = {
  name: "programs_that_issue_invoices",
  text: `select distinct program_id
           from program_settings
          where settings ? 'invoice_prefix'
          order by program_id`,
};

const settingsStatement: Statement = {
  name: "settings_of_invoices",
  text: `select settings
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

/**
 * Paid while the consent was in force. What a provider's sandbox says it paid is no money. As joins, which are made by hashing: with 100,000
 * payouts that all have their invoice it takes 0.1 s.
 */
function findDueInvoices(db: Kysely<Tables>, programId: number): Promise<{ readonly rows: Due[] }> {
  return sql<Due>`
    select p.partner_id, p.payout_id
      from payout p
      join (select partner_id, agreed_at
              from self_billing
             where program_id = ${programId} and withdrawn_at is null) s on s.partner_id = p.partner_id
      join (select partner_id from partner_tax where program_id = ${programId}) t on t.partner_id = p.partner_id
      left join (select payout_id
                   from invoice
                  where program_id = ${programId} and kind = 'invoice') i on i.payout_id = p.payout_id
      left join (select distinct payout_id
                   from payout_attempt
                  where program_id = ${programId} and is_sandbox) a on a.payout_id = p.payout_id
     where p.program_id = ${programId}
       and p.status = 'paid'
       and p.paid_at >= s.agreed_at
       and i.payout_id is null
       and a.payout_id is null
     order by p.paid_at, p.payout_id
     limit ${documentsPerRunMax}`.execute(db);
}

/** What was erased cannot be written again. */
function findDueCreditNotes(db: Kysely<Tables>, programId: number): Promise<{ readonly rows: Due[] }> {
  return sql<Due>`
    select p.partner_id, p.payout_id
      from payout p
      join (select payout_id
              from invoice
             where program_id = ${programId} and kind = 'invoice' and content_encrypted is not null) i
        on i.payout_id = p.payout_id
      left join (select payout_id
                   from invoice
                  where program_id = ${programId} and kind = 'credit_note') c on c.payout_id = p.payout_id
     where p.program_id = ${programId}
       and p.status = 'returned'
       and c.payout_id is null
     order by p.withdrawn_at, p.payout_id
     limit ${documentsPerRunMax}`.execute(db);
}

/** Answers how many documents were issued. One that fails keeps no other waiting. */
export async function issueInvoices(parts: IssueParts, stop?: AbortSignal): Promise<number> {
  const programs = await parts.database.withSession((session) =>
    session.query<{ program_id: number }>(programsStatement, []),
  );
  let issued = 0;
  for (const { program_id } of programs) issued += await issueOfProgram(parts, program_id, stop);
  return issued;
}

async function issueOfProgram(parts: IssueParts, programId: number, stop: AbortSignal | undefined): Promise<number> {
  let issued = 0;
  const [program] = await parts.database.withSession((session) =>
    session.query<{ settings: Settings }>(settingsStatement, [programId]),
  );
  const issuesInvoices = program !== undefined && issuerOf(program.settings) !== null;
  for (const [find, kind] of [
    ...(issuesInvoices ? [[findDueInvoices, "invoice"] as const] : []),
    [findDueCreditNotes, "credit_note"] as const,
  ]) {
    const { rows: due } = await find(parts.database.kysely, programId);
    for (const { partner_id, payout_id } of due) {
      if (stop?.aborted === true) return issued;
      try {
        const which = { programId, partnerId: partner_id, payoutId: payout_id, kind };
        if ((await issueInvoice(parts, which)) !== null) issued += 1;
      } catch (error) {
        parts.log.error({ err: error, program_id: programId, payout_id, kind }, "an invoice could not be issued");
      }
    }
  }
  return issued;
}

export type WhichDocument = {
  readonly programId: number;
  readonly partnerId: number;
  readonly payoutId: number;
  readonly kind: InvoiceKind;
};

/** The lock of the partner's series. */
const consentStatement: Statement = {
  name: "self_billing_to_issue_by",
  text: `select language, agreed_at, withdrawn_at
           from self_billing
          where program_id = $1 and partner_id = $2
            for update`,
};

const documentsStatement: Statement = {
  name: "invoices_of_a_payout",
  text: `select sequence, kind, content_encrypted
           from invoice
          where program_id = $1 and payout_id = $2`,
};

const lastStatement: Statement = {
  name: "last_invoice_of_a_partner",
  text: `select sequence
           from invoice
          where program_id = $1 and partner_id = $2
          order by sequence desc
          limit 1`,
};

const payoutStatement: Statement = {
  name: "payout_to_invoice",
  text: "select * from payout where program_id = $1 and payout_id = $2",
};

const putStatement: Statement = {
  name: "put_invoice",
  text: `insert into invoice (program_id, partner_id, sequence, number, kind, payout_id, corrects, currency,
                              net_cents, vat_cents, gross_cents, vat_treatment, content_encrypted, issued_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

type Known = Issued & { readonly kind: InvoiceKind };

/** Answers its number; null where it is not due any more. */
export async function issueInvoice(
  { database, secrets, now }: Omit<IssueParts, "log">,
  { programId, partnerId, payoutId, kind }: WhichDocument,
): Promise<string | null> {
  return database.transaction(async (session) => {
    const [consent] = await session.query<Consent>(consentStatement, [programId, partnerId]);
    if (consent === undefined) return null;
    const known = await session.query<Known>(documentsStatement, [programId, payoutId]);
    if (known.some((one) => one.kind === kind)) return null;
    const [payout] = await session.query<PayoutRow>(payoutStatement, [programId, payoutId]);
    const [last] = await session.query<{ sequence: number }>(lastStatement, [programId, partnerId]);
    if (payout?.partner_id !== partnerId) return null;
    const sequence = (last?.sequence ?? 0) + 1;
    const issuedAt = new Date(now());
    const of = { programId, partnerId, payout, sequence, issuedAt };
    const invoice = known.find((one) => one.kind === "invoice");
    const content = kind === "credit_note" ? takeBack(secrets, of, invoice) : await bill(session, secrets, of, consent);
    if (content === null) return null;
    await session.query(putStatement, [
      ...[programId, partnerId, sequence, content.number, kind, payoutId],
      kind === "credit_note" ? invoice?.sequence : null,
      ...[content.currency, content.net_cents, content.vat_cents, content.gross_cents, content.vat_treatment],
      secrets.encrypt(placeIn("invoice", programId, partnerId, sequence), JSON.stringify(content)),
      issuedAt,
    ]);
    return content.number;
  });
}
