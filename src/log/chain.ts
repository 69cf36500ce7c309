// The chain: each event's hash covers the one before it and every column of its own row.
// A changed, missing, swapped or inserted row breaks it. A delivery is covered by the digest of its bytes, not by the bytes,
// which may have to be erased; and so is what an event says of a person (rule 2). Of a row whose person was erased everything
// else still makes its hash, so an erasure is no way to change an amount.
import { hash } from "node:crypto";
import type { Json } from "../core/events.ts";
import type { EventRow } from "../db/tables.ts";
import { canonicalJson } from "./canonical-json.ts";
import { personalFields } from "./personal-fields.ts";

/** What the first event of every program follows. */
export const genesisHash = Buffer.alloc(32);

export type HashedColumns = Omit<EventRow, "hash" | "prev_hash">;

/** Rows that were written before the second rule keep the first one's hash. */
export type ChainRule = 1 | 2;

/** sha256(prev_hash ‖ row without the person ‖ sha256(what it says of the person)), both as canonical JSON (RFC 8785). */
export function hashEvent(prevHash: Buffer, row: HashedColumns): Buffer {
  const { text, person } = split(row);
  return sha256(Buffer.concat([prevHash, Buffer.from(text), digestOf(person)]));
}

/** The same with the digest of what the row said of the person before it was erased. */
export function hashWithoutPerson(prevHash: Buffer, row: HashedColumns, person: Buffer): Buffer {
  return sha256(Buffer.concat([prevHash, Buffer.from(split(row).text), person]));
}

/** sha256 of what an event says of a person, as its hash has it. */
export function personDigest(row: HashedColumns): Buffer {
  return digestOf(split(row).person);
}

/** The first rule: sha256(prev_hash ‖ row). */
export function hashByFirstRule(prevHash: Buffer, row: HashedColumns): Buffer {
  return sha256(Buffer.concat([prevHash, Buffer.from(canonicalJson(columnsOf(row)))]));
}

/** The rule by which the row's columns make its hash, as if it stood at `seq`; undefined where they do not. */
export function ruleOf(row: EventRow, seq = row.seq): ChainRule | undefined {
  const columns = seq === row.seq ? row : { ...row, seq };
  if (hashEvent(row.prev_hash, columns).equals(row.hash)) return 2;
  return hashByFirstRule(row.prev_hash, columns).equals(row.hash) ? 1 : undefined;
}

type Person = Readonly<Record<string, Json>>;

function split(row: HashedColumns): { readonly text: string; readonly person: Person } {
  const members: Record<string, Json> = {};
  return { text: canonicalJson(columnsOf(row), { names: personalFields, members }), person: members };
}

const sha256 = (bytes: Buffer | string): Buffer => hash("sha256", bytes, "buffer");
const nobody = sha256(canonicalJson({}));

function digestOf(person: Person): Buffer {
  return Object.keys(person).length === 0 ? nobody : sha256(canonicalJson(person));
}

/** jsonb keeps neither order nor spacing: the canonical form has both. */
function columnsOf(row: HashedColumns): Json {
  return {
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
  };
}
