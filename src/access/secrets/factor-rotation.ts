// Second factors under another secret of SVC_SECRET_KEYS: the accounts library encrypts them in a form of its own, which names the secret by
// its version. A row that its account changes meanwhile is left as it is: it is encrypted with the first secret already.
import type { DatabaseClient } from "../../engine/postgres/driver/copy.ts";
import { masterKeyOf } from "./sealed-value.ts";
import { accountSecretOf } from "./secrets.ts";

type Row = { readonly id: string; readonly secret: string; readonly backup_codes: string };

const valuesOfRow = 2;
const versionPattern = /^\$ba\$(\d+)\$/;

/** Answers how many values were encrypted again. One that no secret opens stays, and is counted by `countFactorUse`. */
export async function resealFactors(
  client: DatabaseClient,
  secretKeys: readonly string[],
  stop?: AbortSignal,
): Promise<number> {
  const secrets = secretKeys.map(accountSecretOf);
  const [current] = secrets;
  if (current === undefined) throw new Error("at least one secret key is needed");
  const key = { keys: new Map(secrets.map(({ version, value }) => [version, value])), currentVersion: current.version };
  const { rows } = await client.query<Row>(
    "select id, secret, backup_codes from account_second_factor where secret not like $1 or backup_codes not like $1",
    [`$ba$${current.version}$%`],
  );
  if (rows.length === 0) return 0;
  const { symmetricDecrypt, symmetricEncrypt } = await import("better-auth/crypto");
  const again = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  let resealed = 0;
  for (const { id, secret, backup_codes } of rows) {
    stop?.throwIfAborted();
    if (![secret, backup_codes].every((value) => key.keys.has(versionOf(value)))) continue;
    const { rowCount } = await client.query(
      `update account_second_factor set secret = $1, backup_codes = $2
        where id = $3 and secret = $4 and backup_codes = $5`,
      [await again(secret), await again(backup_codes), id, secret, backup_codes],
    );
    resealed += rowCount === 1 ? valuesOfRow : 0;
  }
  return resealed;
}

/** Values by the id of the secret; null for one that is not in SVC_SECRET_KEYS. */
export async function countFactorUse(
  client: DatabaseClient,
  secretKeys: readonly string[],
): Promise<Map<string | null, number>> {
  const ids = new Map(secretKeys.map((secret) => [accountSecretOf(secret).version, masterKeyOf(secret).id]));
  const { rows } = await client.query<{ value: string }>(
    `select secret as value from account_second_factor union all select backup_codes from account_second_factor`,
  );
  const counts = new Map<string | null, number>();
  for (const { value } of rows) {
    const id = ids.get(versionOf(value)) ?? null;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function versionOf(value: string): number {
  return Number(versionPattern.exec(value)?.[1] ?? -1);
}
