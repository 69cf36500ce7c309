// Signatures of what people change next to the log: where payouts go, by which e-mail a partner signs in, a program's key, connections,
// where messages, exports and notices go, who belongs to a workspace, who operates the installation. Each is written in the transaction
// that makes the change, with a key that follows from SVC_SECRET_KEYS, and covers who made it, when, and what the row says from then on, or
// that it is gone. So a person who may write to the database, and may name any actor there, cannot make a change that counts as one of
// the service's.
import { randomUUID } from "node:crypto";
import { CompiledQuery, type Kysely } from "kysely";
import { type Author, authorText } from "../../core/vocabulary/access/author.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { Secrets } from "../secrets/secrets.ts";

/** Of a program. */
export type ProgramKind = "recipient" | "email" | "connection" | "key" | "endpoint" | "export" | "channel";
/** A member is of a workspace, an operator of the installation. */
export type SignedKind = ProgramKind | "member" | "operator";

/** `subject` is the id of the partner, connection, endpoint, export, channel or account; `program` for its key. */
export type SignedSubject = { readonly subject: string } & (
  | { readonly kind: ProgramKind; readonly programId: number }
  | { readonly kind: "member"; readonly workspaceId: number }
  | { readonly kind: "operator" }
);

export type ChangeSigner = Pick<Secrets, "signChange">;

type SignatureRow = {
  readonly program_id: number | null;
  readonly workspace_id: number | null;
  readonly kind: SignedKind;
  readonly subject: string;
  readonly signed_by: string;
  readonly signed_at: Date;
  readonly nonce: string;
  readonly signature: string;
};

const keepStatement: Statement = {
  name: "sign_access_change",
  text: `insert into access_signature (program_id, workspace_id, kind, subject, signed_by, signed_at, nonce, signature)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

export type SignedChange = { readonly author: Author; readonly content: string };

/** Sent and not waited for: behind the change, whose row is locked by then. `content` is as `signedContent` makes it. */
export function keepSignature(
  session: Session,
  secrets: ChangeSigner,
  subject: SignedSubject,
  change: SignedChange,
): void {
  void session.query(keepStatement, signatureValues(secrets, subject, change));
}

/** For what is changed through Kysely, as members and operators are. */
export async function keepSignatureIn(
  transaction: Kysely<Tables>,
  secrets: ChangeSigner,
  subject: SignedSubject,
  change: SignedChange,
): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(keepStatement.text, signatureValues(secrets, subject, change)));
}

function signatureValues(secrets: ChangeSigner, subject: SignedSubject, { author, content }: SignedChange): unknown[] {
  const row = {
    program_id: "programId" in subject ? subject.programId : null,
    workspace_id: "workspaceId" in subject ? subject.workspaceId : null,
    kind: subject.kind,
    subject: subject.subject,
    signed_by: authorText(author),
    signed_at: new Date(),
    nonce: randomUUID(),
  };
  return [...Object.values(row), secrets.signChange(textOf(row, content))];
}

const newestStatement: Statement = {
  name: "newest_access_signatures",
  text: `select distinct on (kind, subject) program_id, workspace_id, kind, subject, signed_by, signed_at, nonce, signature
           from (select * from access_signature where program_id = $1
                 union all
                 select * from access_signature where workspace_id = $2
                 union all
                 select * from access_signature where program_id is null and workspace_id is null) own
          where signed_at > $3::timestamptz - make_interval(secs => $4::integer)
          order by kind, subject, signature_id desc`,
};

/** The program, and the workspace it belongs to. */
export type SignedPlace = { readonly programId: number; readonly workspaceId: number };

export type NewestSignature = {
  readonly kind: SignedKind;
  readonly subject: string;
  /** Whether the service signed this content there, for that author. */
  readonly fits: (content: string) => boolean;
};

/** The newest of each subject of the program, its workspace and the installation that was signed since. */
export async function readSignatures(
  session: Session,
  secrets: Pick<Secrets, "isChangeSigned">,
  { programId, workspaceId }: SignedPlace,
  { since, slackSeconds }: { readonly since: Date; readonly slackSeconds: number },
): Promise<NewestSignature[]> {
  const rows = await session.query<SignatureRow>(newestStatement, [programId, workspaceId, since, slackSeconds]);
  return rows.map(({ signature, ...row }) => ({
    kind: row.kind,
    subject: row.subject,
    fits: (content) => secrets.isChangeSigned(textOf(row, content), signature),
  }));
}

function textOf(row: Omit<SignatureRow, "signature">, content: string): string {
  const { program_id, workspace_id, kind, subject, signed_by, signed_at, nonce } = row;
  return JSON.stringify([
    "svc access change",
    program_id ?? (workspace_id === null ? "installation" : `workspace ${workspace_id}`),
    kind,
    subject,
    signed_by,
    signed_at.toISOString(),
    nonce,
    content,
  ]);
}

/** What a row says, as it is signed and not as it is encrypted. */
export const signedContent = {
  recipient: (recipient: string): string => recipient,
  email: (email: string, hash: string): string => JSON.stringify([email, hash]),
  key: (keyHash: Buffer): string => keyHash.toString("hex"),
  member: (role: string): string => role,
  operator: "operator",
  /** There is no such row any more, or it says that it was removed. */
  removed: "removed",
};
