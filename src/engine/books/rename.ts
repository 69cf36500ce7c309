// Gives people other names in the books: those that the log holds of them from now on, in the transaction that changes the log. The books
// stay what the log says, so that a replay finds nothing.
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

/** A name and what it is from now on. */
export type Renamed = { readonly from: string; readonly to: string };

export type RenamedPerson = {
  readonly customers: readonly Renamed[];
  /** As `identity.identity`. */
  readonly identities: readonly Renamed[];
  /** Keyed hashes of addresses. */
  readonly emails: readonly Renamed[];
};

const customer = "from unnest($2::text[], $3::text[]) n (old_name, new_name) where t.program_id = $1";

/** Each column that holds a customer key, alone or prefixed with its kind. */
const customerStatements: readonly Statement[] = [
  ...["customer", "lead", "sale", "subscription", "identity", "payment_reference", "customer_email"].map((book) => ({
    name: `rename_customer_in_${book}`,
    text: `update ${book} t set customer_key = n.new_name ${customer} and t.customer_key = n.old_name`,
  })),
  {
    name: "rename_customer_of_leads",
    text: `update lead t set subject = 'customer:' || n.new_name ${customer} and t.subject = 'customer:' || n.old_name`,
  },
  {
    name: "rename_customer_of_clicks",
    text: `update click t set provisional_subject = 'customer:' || n.new_name
           ${customer} and t.provisional_subject = 'customer:' || n.old_name`,
  },
  {
    name: "rename_customer_in_totals",
    text: `update term_total t set holder = 'customer:' || n.new_name ${customer} and t.holder = 'customer:' || n.old_name`,
  },
  {
    name: "rename_customer_waited_for",
    text: `update parked t set wait_key = 'customer:' || n.new_name ${customer} and t.wait_key = 'customer:' || n.old_name`,
  },
];

const identityStatements: readonly Statement[] = [
  {
    name: "rename_identity",
    text: `update identity t set identity = n.new_name ${customer} and t.identity = n.old_name`,
  },
  {
    name: "rename_identity_waited_for",
    text: `update parked t set wait_key = 'identity:' || n.new_name ${customer} and t.wait_key = 'identity:' || n.old_name`,
  },
];

const documentsStatement: Statement = {
  name: "rename_customer_decided_by_hand",
  text: `update manual_attribution t
            set given = with_names_replaced(given, $2, $3, $4), evidence = with_names_replaced(evidence, $2, $3, $4),
                hidden = with_names_replaced(hidden, $2, $3, $4)
          where program_id = $1
            and (given, evidence, hidden) is distinct from
                (with_names_replaced(given, $2, $3, $4), with_names_replaced(evidence, $2, $3, $4),
                 with_names_replaced(hidden, $2, $3, $4))`,
};

const emailsStatement: Statement = {
  name: "rename_partner_emails",
  text: `update partner t set emails = with_names_replaced(emails, $2, $3, $4)
          where program_id = $1 and emails is distinct from with_names_replaced(emails, $2, $3, $4)`,
};

const customerEmailStatement: Statement = {
  name: "rename_customer_email",
  text: `update customer_email t set email_hash = n.new_name ${customer} and t.email_hash = n.old_name`,
};

/** Sends the statements and does not wait: the transaction's commit does. */
export function renameInBooks(
  session: Session,
  programId: number,
  { customers, identities, emails }: RenamedPerson,
): void {
  for (const statement of customerStatements) send(session, programId, statement, customers);
  for (const statement of identityStatements) send(session, programId, statement, identities);
  sendOfDocuments(session, programId, documentsStatement, { field: "customer_key", names: customers });
  send(session, programId, customerEmailStatement, emails);
  if (emails.length > 0) sendOfDocuments(session, programId, emailsStatement, { field: "email_hash", names: emails });
}

function sendOfDocuments(
  session: Session,
  programId: number,
  statement: Statement,
  { field, names }: { readonly field: string; readonly names: readonly Renamed[] },
): void {
  const fields = names.map(() => field);
  void session.query(statement, [programId, fields, names.map(({ from }) => from), names.map(({ to }) => to)]);
}

function send(session: Session, programId: number, statement: Statement, names: readonly Renamed[]): void {
  if (names.length === 0) return;
  void session.query(statement, [programId, names.map(({ from }) => from), names.map(({ to }) => to)]);
}
