// The address by which a partner signs in, for its brand to read.
import type { Kysely } from "kysely";
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { id, time, words } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const partnerEmailLine = z.strictObject({
  partner_id: id("The partner"),
  email: words("Its e-mail"),
  updated_at: time("When it was set"),
});

type PartnerEmailLine = z.output<typeof partnerEmailLine>;

export async function findPartnerEmail(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
): Promise<PartnerEmailLine | undefined> {
  const found = await db
    .selectFrom("partner_email")
    .select(["email_encrypted", "updated_at"])
    .where("program_id", "=", programId)
    .where("partner_id", "=", partnerId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return {
    partner_id: partnerId,
    email: secrets.decrypt(placeIn("partner_email", programId, partnerId), found.email_encrypted),
    updated_at: found.updated_at,
  };
}
