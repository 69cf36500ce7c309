// A discount code that was made at its provider before: a call for the same one answers it, and asks the provider for nothing.
import type { Database } from "../../src/engine/postgres/database.ts";

export type MadeDiscount = {
  readonly programId: number;
  readonly partnerId: number;
  readonly connectionId: number;
  readonly code: string;
};

/** What `madeDiscountTerms` gives, as a row keeps it. */
const terms = { percent_off: 20, amount_off_cents: null, currency: null, duration: "months", months: 3 };
export const madeDiscountTerms = { percent_off: 20, duration: "months", months: 3 } as const;

/** The code is its partner's already. */
export async function keepMadeDiscount(database: Database, made: MadeDiscount): Promise<void> {
  const { programId, partnerId, connectionId, code } = made;
  await database.transaction(async (session) => {
    void session.query(accountStatement, [connectionId]);
    const kept = JSON.stringify({ ...terms, max_redemptions: null });
    void session.query(discountStatement, [programId, partnerId, connectionId, code, kept]);
  });
}

const accountStatement = {
  name: "keep_key_of_test",
  text: `insert into provider_account (connection_id, api_key_encrypted) values ($1, 'sealed') on conflict do nothing`,
};

const discountStatement = {
  name: "keep_discount_of_test",
  text: `insert into provider_discount (program_id, partner_id, connection_id, code, terms, key, status, provider_id, is_active)
         values ($1, $2, $3, $4, $5::jsonb, 'made-' || $4, 'made', 'promo_' || $4, true)`,
};
