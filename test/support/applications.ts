// An applicant who wants to become a partner, as if the mailed link had been used. The program's sign-up must not be closed.
import { openKeptSecrets } from "../../src/access/secrets/kept-secrets.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { applyAsPartner } from "../../src/product/partners/applications-change.ts";
import { secretKey } from "./service.ts";

/** Answers its id. */
export async function apply(
  database: Database,
  wish: { readonly program_id: number; readonly code: string; readonly email: string; readonly via?: string },
): Promise<number> {
  const secrets = await openKeptSecrets(database, [secretKey]);
  const person = { emailHash: secrets.hashEmail(wish.email) };
  const made = await database.transaction((session) =>
    applyAsPartner(session, secrets, person, { name: "Dora", ...wish }),
  );
  if (made === undefined) throw new Error(`program ${wish.program_id} took no application`);
  return made.applicationId;
}
