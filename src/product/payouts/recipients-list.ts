// Where the payouts of a program's partners go, by partner.

import type { Kysely } from "kysely";
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { id, time, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type PayoutRecipient, recipientSchema } from "../../core/vocabulary/money/payout-recipient.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** As answers show it: each field is there. */
export const recipientFields = {
  ...recipientSchema.shape,
  stripe_account: wordsOrNull("Its connected account at Stripe; null where none is set"),
};

export function shownRecipient({ stripe_account, ...recipient }: PayoutRecipient) {
  return { ...recipient, stripe_account: stripe_account ?? null };
}

export const recipientLine = z.strictObject({
  partner_id: id("The partner"),
  ...recipientFields,
  updated_at: time("When it was set"),
});

export type RecipientLine = z.output<typeof recipientLine>;

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
    ...shownRecipient(openRecipient(secrets, { programId, partnerId: partner_id }, recipient_encrypted)),
    updated_at,
  }));
  return { ...page, data: lines };
}

export function openRecipient(
  secrets: Pick<Secrets, "decrypt">,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  sealed: Buffer,
): PayoutRecipient {
  const place = placeIn("payout_recipient", programId, partnerId);
  return recipientSchema.parse(JSON.parse(secrets.decrypt(place, sealed)));
}
