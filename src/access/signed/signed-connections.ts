// What is signed of a connection: provider, mode, status, meaning of its client reference and signing secrets, as its row says them in this
// transaction. That one was removed is signed where it is removed.
import type { Author } from "../../core/vocabulary/access/author.ts";
import { canonicalJson } from "../../engine/log/canonical-json.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { placeIn } from "../secrets/sealed-places.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { keepSignature } from "./signed-changes.ts";

export type ConnectionContent = {
  readonly provider: string;
  readonly livemode: boolean;
  readonly status: string;
  readonly client_reference: string | null;
};

type Row = ConnectionContent & { readonly secrets_encrypted: readonly Buffer[] };

const rowStatement: Statement = {
  name: "connection_to_sign",
  text: `select provider, livemode, status, client_reference, secrets_encrypted
           from connection
          where program_id = $1 and connection_id = $2`,
};

export function connectionContent(row: ConnectionContent, secrets: readonly string[]): string {
  const { provider, livemode, status, client_reference } = row;
  return canonicalJson({ provider, livemode, status, client_reference, secrets });
}

export async function signConnection(
  session: Session,
  secrets: Pick<Secrets, "decrypt" | "signChange">,
  { programId, connectionId }: { readonly programId: number; readonly connectionId: number },
  author: Author,
): Promise<void> {
  const [row] = await session.query<Row>(rowStatement, [programId, connectionId]);
  if (row === undefined) return;
  const plain = row.secrets_encrypted.map((sealed) => openedText(secrets, connectionId, sealed));
  const subject = { programId, kind: "connection", subject: String(connectionId) } as const;
  keepSignature(session, secrets, subject, { author, content: connectionContent(row, plain) });
}

/** One that no secret opens is signed as it is: an operator has to set it again. */
function openedText(secrets: Pick<Secrets, "decrypt">, connectionId: number, sealed: Buffer): string {
  try {
    return secrets.decrypt(placeIn("connection", connectionId), sealed);
  } catch {
    return `unreadable ${sealed.toString("base64")}`;
  }
}
