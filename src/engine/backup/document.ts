// A backup is one gzipped text: a line that says what it is, then each table as a line with its columns, its rows as COPY writes them
// and `\.`, and a last line with the digest of all before it. A file that was cut off has no last line.
import { z } from "zod";

export const documentVersion = 1;
/** Ends a table's rows; no row can look like it, since COPY doubles each backslash. */
export const endOfRows = "\\.\n";

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const header = z.object({
  svc_backup: z.literal(documentVersion, { error: "is of another version of the service" }),
  made_at: z.iso.datetime(),
  /** What had been applied to the database. */
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: sha256 })).min(1),
  /** By which the secret keys are known again; see `secretKeyMarks`. */
  secret_key_marks: z.array(z.string()),
  sequences: z.array(z.object({ name: identifier, last: z.int().nullable() })),
  /** Where each program's log ends. */
  programs: z.array(z.object({ program_id: z.int(), seq: z.int(), hash: sha256 })),
});

export const tableLine = z.object({ table: identifier, columns: z.array(identifier).min(1) });
export const endLine = z.object({ end: z.object({ rows: z.int(), sha256 }) });

export type Header = z.infer<typeof header>;
