// Which tables a source file writes to, by its SQL texts and its Kysely calls.
// A table whose name is only known at run time is listed as `filler`, so that no write goes unseen.
import type { SourceFile } from "./imports.ts";

export type Write = { readonly table: string; readonly line: number };

const table = String.raw`(?:only )?(?:"?[\w…]+"?\.)?"?([\w…]+)"?`;
const statements = [
  new RegExp(String.raw`\b(?:insert into|merge into|delete from|truncate(?: table)?) ${table}`, "gi"),
  new RegExp(String.raw`\bupdate ${table}(?: (?:as )?\w+)? set\b`, "gi"),
  new RegExp(String.raw`\bcopy ${table}(?: ?\([^)]*\))? from stdin\b`, "gi"),
];
const builderCall = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;

export function writesOf(file: SourceFile): Write[] {
  return [
    ...file.texts.flatMap(({ value, line }) =>
      statements.flatMap((pattern) =>
        [...value.matchAll(pattern)].map((match) => ({ table: (match[1] ?? "").toLowerCase(), line })),
      ),
    ),
    ...file.calls
      .filter(({ callee }) => builderCall.test(callee))
      .map(({ argument, line }) => ({ table: argument, line })),
  ];
}

export function isWriter(file: SourceFile): boolean {
  return writesOf(file).length > 0;
}
