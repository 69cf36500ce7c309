// Where the payouts of a program's partners go, by partner.
import type { Kysely } from "kysely";
import type { Secrets } from "../access/secrets.ts";
import { type PayoutRecipient, recipientSchema } from "../core/payout-recipient.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type RecipientLine = PayoutRecipient & { readonly partner_id: number; readonly updated_at: Date };

const byPartnerId = keyset("recipients", numberKey);

export async function listPayoutRecipients(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  programId: number,
  request: PageRequest,
): Promise<Page<RecipientLine>> {
  const [afterPartnerId] = byPartnerId.after(request, [0]);
  const rows = await db
    .selectFrom("payout_recipient")
    .select(["partner_id", "recipient_encrypted", "updated_at"])
    .where("program_id", "=", programId)
    .where("partner_id", ">", afterPartnerId)
    .orderBy("partner_id")
    .limit(request.limit + 1)
    .execute();
  const page = byPartnerId.page(rows, request, (row) => [row.partner_id]);
  const lines = page.data.map(({ partner_id, recipient_encrypted, updated_at }) => ({
    partner_id,
    ...openRecipient(secrets, recipient_encrypted),
    updated_at,
  }));
  return { ...page, data: lines };
}

export function openRecipient(secrets: Pick<Secrets, "decrypt">, sealed: Buffer): PayoutRecipient {
  return recipientSchema.parse(JSON.parse(secrets.decrypt(sealed)));
}
