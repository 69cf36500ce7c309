// What the routes of the management calls are handed by the composition root.
import type { OnceKeys } from "../../access/idempotency.ts";
import type { Management } from "../../ingest/management.ts";
import type { ScopedReads } from "../../queries/scoped-reads.ts";
import type { ManagementCallers } from "./callers.ts";

export type ManageParts = {
  readonly callers: ManagementCallers;
  readonly management: Management;
  readonly reads: ScopedReads;
  readonly onceKeys: OnceKeys;
  readonly bodyBytesMax: number;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** In milliseconds. */
  readonly now: () => number;
};
