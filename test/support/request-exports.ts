// Exports of a program with some days behind them: one to a folder, and one to a bucket that refuses its key.
import { placeIn } from "../../src/access/secrets/sealed-places.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { asOwner, secretKey } from "./service.ts";

export async function requestExports(databaseUrl: string, programId: number): Promise<void> {
  // No one opens it.
  const sealed = openSecrets([secretKey]).encrypt(placeIn("export_schedule", programId, 1), "only-for-tests");
  await asOwner(
    databaseUrl,
    `with made as (
       insert into export_schedule (program_id, list, format, target, folder, endpoint, bucket, region, prefix,
                                    access_key_id, secret_encrypted)
       values ($1, 'sales', 'csv', 'folder', 'reports', null, null, null, null, null, null),
              ($1, 'commissions', 'ndjson', 's3', null, 'https://s3.eu-central-1.amazonaws.com', 'northwind-reports',
               'eu-central-1', 'partners/daily', 'AKIAEXAMPLE', $2)
       returning export_id, list
     )
     insert into export_run (program_id, export_id, day, status, attempts, started_at, ended_at, file, row_count, byte_count, fault,
                             next_attempt_at)
     select $1, export_id, day, case when fails then 'waiting' else 'done' end, case when fails then 3 else 1 end,
            now() - interval '4 hours', now() - interval '4 hours',
            case when not fails then format('program-%s/reports/program-%s-sales-%s.csv', $1, $1, day) end,
            case when not fails then 1284 end, case when not fails then 198340 end,
            case when fails then 'the bucket answered 403: AccessDenied: the key may not put objects there' end,
            now() + interval '1 hour'
       from made
      cross join (select list = 'commissions' as fails, list as of from made) each
      cross join (select current_date - n as day from generate_series(1, 3) n) days
      where each.of = made.list and (not fails or day = current_date - 1)`,
    [programId, sealed],
  );
}
