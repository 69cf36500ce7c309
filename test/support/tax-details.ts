// Tax details as partners give them, and a partner that gives them past its portal's page.
import { openSecrets, type Secrets } from "../../src/access/secrets/secrets.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { givenTaxDetails, type TaxDetails } from "../../src/product/tax/details.ts";
import { setOwnTaxDetails } from "../../src/product/tax/own-change.ts";
import { secretKey } from "./service.ts";

const address = { street: "Main Street 1", city: "Springfield", region: "", postal_code: "12345" };
const signed = { signature: "Anna Nguyen", certified: "yes", vat_id: "" };

export const w9Fields = {
  ...{ form: "w9", country: "US", kind: "individual", legal_name: "Anna Nguyen", tax_id: "912-34-5678" },
  ...{ business_name: "", classification: "individual", backup_withholding: "no" },
  ...address,
  ...signed,
};

export const w8benFields = {
  ...{ form: "w8ben", country: "FR", kind: "individual", legal_name: "Zoé Lefèvre", tax_id: "30 23 217 600 053" },
  ...{ birth_date: "1990-01-31", citizenship: "FR", treaty_claim: "" },
  ...address,
  ...signed,
};

export const w8beneFields = {
  ...{ form: "w8bene", country: "DE", kind: "business", legal_name: "Ben GmbH", tax_id: "12/345/67890" },
  ...{ entity_type: "corporation", fatca_status: "active_nffe", giin: "", treaty_claim: "" },
  ...address,
  ...signed,
  vat_id: "DE 123 456 789",
};

const taxDetails = (fields: object): TaxDetails => givenTaxDetails.parse(fields);

/** The partner who signs in by this address. */
export async function giveTaxDetails(
  { database }: { readonly database: Database },
  who: { readonly programId: number; readonly email: string; readonly fields?: object; readonly now?: Date },
  secrets: Secrets = openSecrets([secretKey]),
): Promise<void> {
  const { programId, email, fields = w9Fields, now = new Date() } = who;
  const person = { emailHash: secrets.hashEmail(email) };
  const isGiven = await setOwnTaxDetails(database, secrets, { programId, details: taxDetails(fields), now }, person);
  if (!isGiven) throw new Error(`${email} is no partner of program ${programId}`);
}
