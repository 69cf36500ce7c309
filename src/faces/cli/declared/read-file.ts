// Reads a file that declares programs: YAML with one document or several. Every fault is named with its line and column, and a file with
// one is not used at all.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
} from "yaml";
import { readStrictly } from "../../../product/operation/input.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { CommandFailed } from "../failures.ts";
import type { DeclaredDocument, FileForm } from "./file-form.ts";

export const fileBytesMax = 4 * 1024 * 1024;
/** A few bytes of YAML can name the same part a million times. */
const aliasesMax = 100;
const faultsShownMax = 50;

export type Path = readonly (string | number)[];
export type FileFault = { readonly line: number; readonly column: number; readonly message: string };

/** A document with its place in the file. */
export type ReadDocument = {
  readonly declared: DeclaredDocument;
  readonly faultAt: (path: Path, message: string) => FileFault;
};

export function readDeclared(source: string, { document: form }: FileForm): readonly ReadDocument[] {
  const lineCounter = new LineCounter();
  const documents = [...parseAllDocuments(source, { lineCounter, version: "1.2" })];
  const at = (offset: number, message: string): FileFault => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col, message };
  };
  const broken = documents.flatMap(({ errors, warnings }) =>
    [...errors, ...warnings].map(({ pos, message }) => at(pos[0], firstLineOf(message))),
  );
  if (broken.length > 0) throw faultyFile(broken);
  const faults: FileFault[] = [];
  const read: ReadDocument[] = [];
  for (const document of documents) {
    const faultAt = (path: Path, message: string) => at(offsetOf(document, path), message);
    try {
      read.push({ declared: readStrictly(form, document.toJS({ maxAliasCount: aliasesMax })), faultAt });
    } catch (error) {
      faults.push(...faultsIn(error, faultAt));
    }
  }
  if (faults.length > 0) throw faultyFile(faults);
  if (read.length === 0) throw new CommandFailed("The file declares nothing: it has no YAML document.");
  return read;
}

export function faultyFile(faults: readonly FileFault[]): CommandFailed {
  const sorted = faults.toSorted((one, other) => one.line - other.line || one.column - other.column);
  const shown = sorted.slice(0, faultsShownMax).map(({ line, column, message }) => `${line}:${column} ${message}`);
  const more = sorted.length > shown.length ? ` And ${sorted.length - shown.length} more.` : "";
  const count = sorted.length === 1 ? "a fault" : `${sorted.length} faults`;
  return new CommandFailed(`The file has ${count}, and nothing was changed. ${shown.join(" ")}${more}`);
}

function faultsIn(error: unknown, faultAt: ReadDocument["faultAt"]): FileFault[] {
  if (error instanceof Refusal && error.faults.length > 0) {
    return error.faults.map(({ field, message }) => {
      const path = field === "" ? [] : field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      return faultAt(path, field === "" ? `The document ${message}` : `${field} ${message}`);
    });
  }
  if (error instanceof ReferenceError) return [faultAt([], "The document repeats its aliases too often.")];
  throw error;
}

/** Of the value, or of what it is missing from. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const [index, part] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    const next = childOf(node, part);
    if (next === undefined) break;
    const isLast = index === path.length - 1;
    offset = isLast && next.key !== null ? startOf(next.key) : startOf(next.value);
    node = next.value;
  }
  return offset;
}

function childOf(node: unknown, part: string | number): { readonly key: unknown; readonly value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
    return pair && { key: pair.key, value: pair.value };
  }
  if (!isSeq(node)) return undefined;
  const value = node.items[Number(part)];
  return value === undefined ? undefined : { key: null, value };
}

function startOf(node: unknown): number {
  return isNode(node) ? ((node satisfies Node).range?.[0] ?? 0) : 0;
}

/** The library adds the lines around it. */
function firstLineOf(message: string): string {
  const [first = ""] = message.split("\n");
  return `${first.replace(/ at line \d+, column \d+:?$/, "")}.`;
}
