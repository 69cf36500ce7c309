// Bearer values (session tokens, codes of device logins) are stored as SHA-256 digests: the accounts library reads and writes its tables
// through this adapter, which replaces tokens by digests. A row that was found by its token, or just created, is returned with the token;
// every other row with the digest, which opens nothing. The values are random (40 bits and more), so they need neither a salt nor a slow
// hash.
import { createHash } from "node:crypto";
import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";

/** By the library's names of its models. */
const secretFields: Readonly<Record<string, readonly string[]>> = {
  session: ["token"],
  deviceCode: ["deviceCode", "userCode"],
};

export type AdapterFactory = (options: BetterAuthOptions) => DBAdapter;

/** The plain values of one call, by their digests. */
type Known = Map<string, string>;

export function storedDigest(plain: string): string {
  return createHash("sha256").update(plain, "utf8").digest("hex");
}

export function withStoredDigests(factory: AdapterFactory): AdapterFactory {
  return (options) => {
    const adapter = factory(options);
    return {
      ...digesting(adapter),
      transaction: (run) => adapter.transaction((inner) => run(digesting(inner))),
    };
  };
}

function digesting(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    async create(call) {
      const known: Known = new Map();
      const data = { ...call.data, ...digestsIn(call.model, call.data, known) };
      return shown(call.model, await adapter.create({ ...call, data }), known);
    },
    async update(call) {
      const known: Known = new Map();
      const where = digestedWhere(call.model, call.where, known);
      const update = { ...call.update, ...digestsIn(call.model, call.update, known) };
      return shown(call.model, await adapter.update({ ...call, where, update }), known);
    },
    async incrementOne(call) {
      const known: Known = new Map();
      const where = digestedWhere(call.model, call.where, known);
      const set = call.set === undefined ? undefined : { ...call.set, ...digestsIn(call.model, call.set, known) };
      return shown(call.model, await adapter.incrementOne({ ...call, where, set }), known);
    },
    async findOne(call) {
      const known: Known = new Map();
      const where = digestedWhere(call.model, call.where, known);
      return shown(call.model, await adapter.findOne({ ...call, where }), known);
    },
    async consumeOne(call) {
      const known: Known = new Map();
      const where = digestedWhere(call.model, call.where, known);
      return shown(call.model, await adapter.consumeOne({ ...call, where }), known);
    },
    async findMany<Row>(call: Parameters<DBTransactionAdapter["findMany"]>[0]) {
      const known: Known = new Map();
      const where = digestedWhere(call.model, call.where ?? [], known);
      const rows = await adapter.findMany<Row>({ ...call, where });
      return rows.map((row) => shown(call.model, row, known));
    },
    updateMany: (call) =>
      adapter.updateMany({
        ...call,
        where: digestedWhere(call.model, call.where),
        update: { ...call.update, ...digestsIn(call.model, call.update) },
      }),
    count: (call) => adapter.count({ ...call, where: digestedWhere(call.model, call.where ?? []) }),
    delete: (call) => adapter.delete({ ...call, where: digestedWhere(call.model, call.where) }),
    deleteMany: (call) => adapter.deleteMany({ ...call, where: digestedWhere(call.model, call.where) }),
  };
}

function digest(plain: string, known: Known): string {
  const digested = storedDigest(plain);
  known.set(digested, plain);
  return digested;
}

/** The fields of a row that are kept as digests, as they are kept. */
function digestsIn(model: string, row: object, known: Known = new Map()): Record<string, string> {
  const digested: Record<string, string> = {};
  for (const [field, value] of Object.entries(row)) {
    if (isSecret(model, field) && typeof value === "string") digested[field] = digest(value, known);
  }
  return digested;
}

function digestedWhere(model: string, where: readonly Where[], known: Known = new Map()): Where[] {
  return where.map((clause) =>
    isSecret(model, clause.field) ? { ...clause, value: digestedValue(clause, known) } : clause,
  );
}

function digestedValue({ value }: Where, known: Known): Where["value"] {
  if (typeof value === "string") return digest(value, known);
  return Array.isArray(value) ? value.map((each) => digest(String(each), known)) : value;
}

/** The same row, with the plain values that this call knew. */
function shown<Row>(model: string, row: Row, known: Known): Row {
  if (typeof row !== "object" || row === null) return row;
  for (const [field, value] of Object.entries(row)) {
    const plain = isSecret(model, field) && typeof value === "string" ? known.get(value) : undefined;
    if (plain !== undefined) Object.assign(row, { [field]: plain });
  }
  return row;
}

function isSecret(model: string, field: string): boolean {
  return secretFields[model]?.includes(field) === true;
}
