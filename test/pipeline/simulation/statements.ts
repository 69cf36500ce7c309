// What the model answers to each statement the pipeline sends, by the statement's name.

import { headMoveColumns } from "../../../src/engine/log/log-columns.ts";
import type { EventRow, ProgramHeadRow } from "../../../src/engine/postgres/tables/tables.ts";
import { elementsOf, type Row, rowsOf } from "./binary-rows.ts";
import type { ModelDatabase } from "./model-database.ts";
import type { Column, Parameter } from "./protocol.ts";
import { ServerError } from "./server-error.ts";
import { loadOf, writesOf } from "./sql.ts";

/** One transaction of one connection. */
export type Transaction = {
  readonly holder: object;
  readonly lockMilliseconds: () => number;
  boundLockWait(milliseconds: number): void;
  /** Made when it is committed. */
  readonly changes: (() => void)[];
};

type Values = readonly Parameter[];
type Run = (model: ModelDatabase, transaction: Transaction, values: Values, text: string) => Promise<Row[]> | Row[];
type Rules = { readonly columns: readonly Column[]; readonly run: Run };

const bigint = 20;
const bytea = 17;
const headColumns: readonly Column[] = [
  ["program_id", bigint],
  ["seq", bigint],
  ["hash", bytea],
  ["received_at", 1184],
  ["projected_seq", bigint],
  ["projector_version", 23],
  ["revision", bigint],
];

/** Of a sale, by which the model knows a row that it refuses. */
export const refusedCents = 66_666;

const rules: Readonly<Record<string, Rules>> = {
  bound_lock_wait: {
    columns: [["set_config", 25]],
    run: (_, transaction, [setting]) => {
      transaction.boundLockWait(Number.parseInt(String(setting), 10));
      return [{ set_config: setting }];
    },
  },
  lock_heads: {
    columns: headColumns,
    run: async (model, transaction, [ids]) => {
      await lockHeads(model, transaction, idsIn(ids));
      return headsOf(model, idsIn(ids));
    },
  },
  read_heads: { columns: headColumns, run: (model, _, [ids]) => headsOf(model, idsIn(ids)) },
  locked_heads: {
    columns: [["program_id", bigint]],
    run: async (model, transaction, [ids]) => {
      const isLocked = (id: number): boolean => model.locks.isHeldByOther(headLock(id), transaction.holder);
      const locked = idsIn(ids).filter(isLocked);
      await lockHeads(
        model,
        transaction,
        idsIn(ids).filter((id) => !isLocked(id)),
      );
      return locked.map((program_id) => ({ program_id }));
    },
  },
  clock_and_ids: {
    columns: [
      ["now", 1184],
      ["ids", 1016],
    ],
    run: (model, _, [count]) => [{ now: model.now, ids: `{${model.nextIds(Number(count)).join(",")}}` }],
  },
  recorded_keys: {
    columns: [
      ["program_id", bigint],
      ["source", 25],
      ["dedup_key", 25],
      ["id", bigint],
    ],
    run: (model, _, [programs, sources, keys]) => {
      const [programIds, sourceNames, dedupKeys] = [programs, sources, keys].map(elementsOf);
      return model.log.filter(({ program_id, source, dedup_key }) =>
        dedupKeys?.some(
          (key, index) => key === dedup_key && programIds?.[index] === program_id && sourceNames?.[index] === source,
        ),
      );
    },
  },
  programs_with_waiting: {
    columns: [["program_id", bigint]],
    run: (model, _, [ids]) => {
      const parked = model.table("parked").all();
      const waits = (id: number): boolean => parked.some((row) => Number(row.program_id) === id);
      return idsIn(ids)
        .filter(waits)
        .map((program_id) => ({ program_id }));
    },
  },
  events_by_id: {
    columns: [
      ["program_id", bigint],
      ["id", bigint],
      ["type", 25],
      ["schema_version", 21],
      ["source", 25],
      ["is_test", 16],
      ["occurred_at", 1184],
      ["received_at", 1184],
      ["data", 3802],
    ],
    run: (model, _, [, ids]) => model.log.filter(({ id }) => idsIn(ids).includes(id)),
  },
  foreign_events: { columns: [["program_id", bigint]], run: () => [] },
  move_heads: { columns: [["heads_moved", 25]], run: moveHeads },
  acquire_write_lease: {
    columns: [["pg_advisory_lock", 2278]],
    run: async (model, transaction) => {
      await model.locks.acquire(leaseLock, transaction.holder, transaction.lockMilliseconds());
      return [{ pg_advisory_lock: "" }];
    },
  },
  release_write_lease: {
    columns: [["pg_advisory_unlock_all", 2278]],
    run: (model, { holder }) => {
      model.locks.release(holder, (name) => name !== leaseLock);
      return [{ pg_advisory_unlock_all: "" }];
    },
  },
  insert_tracking_lines: { columns: [], run: () => [] },
  append: { columns: [], run: write },
  append_with_deliveries: { columns: [], run: write },
};

const loadRules: Rules = {
  columns: [
    ["book", 23],
    ["row", 114],
  ],
  run: (model, _, values, text) => loadOf(text, values, model),
};

export const leaseLock = "lease";
export const headLock = (programId: number): string => `head ${programId}`;

/** Undefined for what only a release of ours with another pipeline sends. */
export function rulesOf(name: string): Rules | undefined {
  if (/^load_\d+$/.test(name)) return loadRules;
  if (/^(write_books_\d+|(insert|upsert|delete)_\w+)$/.test(name) && rules[name] === undefined)
    return { columns: [], run: write };
  return rules[name];
}

/** As text, which is how the pipeline asks for it. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value instanceof Date) return value.toISOString().replace("T", " ").replace("Z", "+00");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function idsIn(parameter: Parameter | undefined): number[] {
  return [...String(parameter).matchAll(/\d+/g)].map(([id]) => Number(id)).sort((a, b) => a - b);
}

function headsOf(model: ModelDatabase, ids: readonly number[]): ProgramHeadRow[] {
  return ids.flatMap((id) => model.heads.get(id) ?? []);
}

async function lockHeads(model: ModelDatabase, transaction: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await model.locks.acquire(headLock(id), transaction.holder, transaction.lockMilliseconds());
  }
}

async function moveHeads(model: ModelDatabase, transaction: Transaction, values: Values): Promise<Row[]> {
  const columns = Object.keys(headMoveColumns).map((name, index) => ({ name, parameter: values[index] }));
  const moves = rowsOf(columns);
  await lockHeads(
    model,
    transaction,
    moves.map((move) => Number(move.program_id)),
  );
  const isFrom = (head: ProgramHeadRow, move: Row): boolean =>
    Buffer.isBuffer(move.from_hash) &&
    head.hash.equals(move.from_hash) &&
    head.projected_seq === move.from_projected_seq &&
    head.revision === move.from_revision;
  const heads = moves.map((move) => model.heads.get(Number(move.program_id)));
  if (!heads.every((head, index) => head !== undefined && isFrom(head, moves[index] ?? {}))) {
    throw new ServerError("SV001", "a head has moved");
  }
  transaction.changes.push(() => {
    for (const [index, move] of moves.entries()) {
      const head = heads[index];
      if (head === undefined) continue;
      const { from_hash: _, from_projected_seq: __, from_revision: ___, ...to } = move;
      model.heads.set(head.program_id, { ...head, ...to });
    }
  });
  return [];
}

function write(model: ModelDatabase, transaction: Transaction, values: Values, text: string): Row[] {
  for (const { kind, table: name, rows } of writesOf(text, values)) {
    const table = model.table(name);
    const isTaken = (row: Row): boolean =>
      kind === "insert" && (isEvent(name, row) ? model.isTaken(row) : table.has(row));
    for (const row of rows) {
      if (name === "sale" && row.amount_cents === refusedCents) throw new ServerError("22003", "value out of range");
      if (isTaken(row)) throw new ServerError("23505", `duplicate key in ${name}`);
    }
    transaction.changes.push(() => {
      for (const row of rows) {
        if (isTaken(row)) throw new Error(`two transactions have written the same row of ${name}`);
        if (isEvent(name, row)) model.log.push(row);
        else if (kind === "delete") table.delete(row);
        else table.put(row);
      }
    });
  }
  return [];
}

/** The columns of a table are those of its type, which src/engine/log/log-columns.ts sees to. */
function isEvent(name: string, row: Row): row is EventRow {
  return name === "event" && "seq" in row;
}
