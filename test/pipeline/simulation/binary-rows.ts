// Arrays in PostgreSQL's binary format, read: the other half of src/engine/postgres/driver/binary-arrays.ts.
import type { Parameter } from "./protocol.ts";

export type Row = { readonly [column: string]: unknown };

const epochMilliseconds = 946_684_800_000;

export function elementsOf(parameter: Parameter | undefined): unknown[] {
  if (!Buffer.isBuffer(parameter)) throw new Error("the model was sent no binary array");
  if (parameter.readInt32BE(0) === 0) return [];
  const oid = parameter.readInt32BE(8);
  let at = 20;
  return Array.from({ length: parameter.readInt32BE(12) }, () => {
    const length = parameter.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return decoded(oid, parameter.subarray(at - length, at));
  });
}

function decoded(oid: number, bytes: Buffer): unknown {
  switch (oid) {
    case 20:
      return Number(bytes.readBigInt64BE());
    case 23:
      return bytes.readInt32BE();
    case 21:
      return bytes.readInt16BE();
    case 16:
      return bytes[0] === 1;
    case 1184:
      return new Date(epochMilliseconds + Number(bytes.readBigInt64BE() / 1000n));
    case 25:
      return bytes.toString("utf8");
    case 17:
      return Buffer.from(bytes);
    case 3802:
      return JSON.parse(bytes.toString("utf8", 1));
    default:
      throw new Error(`the model does not know the type ${oid}`);
  }
}

/** The rows that columns of arrays make. */
export function rowsOf(
  columns: readonly { readonly name: string; readonly parameter: Parameter | undefined }[],
): Row[] {
  const all = columns.map(({ name, parameter }) => ({ name, elements: elementsOf(parameter) }));
  const length = Math.max(...all.map(({ elements }) => elements.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(all.map(({ name, elements }) => [name, elements[index]])),
  );
}
