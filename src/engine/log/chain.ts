// The chain: each event's hash covers the one before it and every column of its own row.
// A changed, missing, swapped or inserted row breaks it. A delivery is covered by the digest of its bytes, not by the bytes,
// which may have to be erased; and so is what an event says of a person (rule 2). Of a row whose person was erased everything
// else still makes its hash, so an erasure is no way to change an amount.
import { hash } from "node:crypto";
import type { Json } from "../../core/rules/events/events.ts";
import type { EventRow } from "../postgres/tables/tables.ts";
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
  return digestOf(prevHash, text, personDigestOf(person));
}

/** The same with the digest of what the row said of the person before it was erased. */
export function hashWithoutPerson(prevHash: Buffer, row: HashedColumns, person: Buffer): Buffer {
  return digestOf(prevHash, split(row).text, person);
}

/** sha256 of what an event says of a person, as its hash has it. */
export function personDigest(row: HashedColumns): Buffer {
  return personDigestOf(split(row).person);
}

/** The first rule: sha256(prev_hash ‖ row). */
export function hashByFirstRule(prevHash: Buffer, row: HashedColumns): Buffer {
  return digestOf(prevHash, rowText(row, canonicalJson(row.data)));
}

/** The version of the chain rule by which the row's columns make its hash at `seq`; undefined if none does. */
export function ruleOf(row: EventRow, seq = row.seq): ChainRule | undefined {
  const columns = seq === row.seq ? row : { ...row, seq };
  if (hashEvent(row.prev_hash, columns).equals(row.hash)) return 2;
  return hashByFirstRule(row.prev_hash, columns).equals(row.hash) ? 1 : undefined;
}

type Person = Readonly<Record<string, Json>>;

function split(row: HashedColumns): { readonly text: string; readonly person: Person } {
  const members: Record<string, Json> = {};
  return { text: rowText(row, canonicalJson(row.data, { names: personalFields, members }, "/data")), person: members };
}

const digestOfNothing = digestOf("{}");

function personDigestOf(person: Person): Buffer {
  return Object.keys(person).length === 0 ? digestOfNothing : digestOf(canonicalJson(person));
}

/** Sha256 of texts as UTF-8 and of bytes, one behind the other. */
function digestOf(...parts: readonly (string | Buffer)[]): Buffer {
  const bytes = parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  return hash("sha256", Buffer.concat(bytes), "buffer");
}

/**
 * The row as canonical JSON, since jsonb keeps neither order nor spacing. Its columns are written here in the canonical order of their
 * names: sorting the same twelve for every event took a fifth of its hash.
 */
function rowText(row: HashedColumns, data: string): string {
  const { delivery_sha256, occurred_at, received_at } = row;
  const delivered = delivery_sha256 === null ? null : `"${delivery_sha256.toString("hex")}"`;
  const occurred = occurred_at === null ? null : `"${occurred_at.toISOString()}"`;
  return (
    `{"data":${data},"dedup_key":${canonicalJson(row.dedup_key)},"delivery_sha256":${delivered},"id":${row.id},` +
    `"is_test":${row.is_test},"occurred_at":${occurred},"program_id":${row.program_id},` +
    `"received_at":"${received_at.toISOString()}","schema_version":${row.schema_version},"seq":${row.seq},` +
    `"source":${canonicalJson(row.source)},"type":${canonicalJson(row.type)}}`
  );
}
