// The chain: each event's hash covers the one before it and every column of its own row.
// A changed, missing, swapped or inserted row breaks it. A delivery is covered by the digest of its bytes, not by the bytes,
// which may have to be erased.
import { hash } from "node:crypto";
import type { EventRow } from "../db/tables.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What the first event of every program follows. */
export const genesisHash = Buffer.alloc(32);

export type HashedColumns = Omit<EventRow, "hash" | "prev_hash">;

/** sha256(prev_hash ‖ row), the row as canonical JSON (RFC 8785), since jsonb keeps neither order nor spacing. */
export function hashEvent(prevHash: Buffer, row: HashedColumns): Buffer {
  const canonical = canonicalJson({
    program_id: row.program_id,
    seq: row.seq,
    id: row.id,
    type: row.type,
    schema_version: row.schema_version,
    source: row.source,
    dedup_key: row.dedup_key,
    is_test: row.is_test,
    occurred_at: row.occurred_at?.toISOString() ?? null,
    received_at: row.received_at.toISOString(),
    data: row.data,
    delivery_sha256: row.delivery_sha256?.toString("hex") ?? null,
  });
  return hash("sha256", Buffer.concat([prevHash, Buffer.from(canonical)]), "buffer");
}
