// Rules about every text file of the repository, in any language.
import { dirname } from "node:path/posix";
import type { Rule } from "./house-rules.ts";

export type TextFile = { readonly path: string; readonly source: string };

const machinePaths =
  /(?<![\w.~-])(?:\/(?:home|Users)\/\w+|\/(?:root|work)\/|[A-Z]:\\Users\\)|\.\.\/shared\/(?:spec|design|fixtures)/;

const secrets =
  /\b[rs]k_live_\w{8}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\bgh[pousr]_\w{20}|\bgithub_pat_\w{20}|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-\w{10}|\bnpm_\w{36}\b|\bAIza[\w-]{30}/;

/** Programs that tests start and that come neither with Node nor by npm. */
const otherPrograms =
  /"(?:haproxy|nginx|(?:redis|valkey)-server|python3?|php|ruby|gofmt|promtool|docker|psql|helm|kubectl)"/;

export const folderFilesMax = 25;

export const treeRules: readonly Rule<TextFile>[] = [
  {
    name: "no path of a machine",
    reason: "it works for one person on one computer",
    find: (files) => files.flatMap((file) => matches(file, machinePaths)),
  },
  {
    name: "no secret",
    reason: "what was committed once is known for ever",
    find: (files) => files.flatMap((file) => matches(file, secrets)),
  },
  {
    name: "no utils, helpers or common",
    reason: "a file is named for what it exports; these names say nothing and collect everything",
    find: (files) =>
      files
        .filter((file) => /(^|[/.-])(utils?|helpers?|common)([/.-]|$)/i.test(file.path))
        .map((file) => ({ path: file.path, what: "is named for nothing" })),
  },
  {
    name: `folders of source hold at most ${folderFilesMax} files`,
    reason: "a folder is read as a list of names, and nobody reads a longer list",
    find: (files) =>
      [...Map.groupBy(files.filter(isSource), ({ path }) => dirname(path))]
        .filter(([, inside]) => inside.length > folderFilesMax)
        .map(([path, inside]) => ({ path, what: `holds ${inside.length} files` })),
  },
  {
    name: "a test skips a program that is missing by its name",
    reason:
      "npm test passes with Node, npm and git alone: describeWith in test/support/needs-tool.ts leaves one skipped test",
    find: (files) =>
      files
        .filter(({ path, source }) => /^test\/.*\.test\.ts$/.test(path) && !source.includes("describeWith("))
        .flatMap((file) => matches(file, otherPrograms)),
  },
  {
    name: "migrations say why",
    reason: "a migration cannot be changed later, and its reason is not to be seen from its statements",
    find: (files) =>
      files
        .filter((file) => /^migrations\/.*\.sql$/.test(file.path) && !file.source.startsWith("-- "))
        .map((file) => ({ path: file.path, line: 1, what: "no header comment" })),
  },
];

function isSource({ path }: TextFile): boolean {
  return /^(src|adapters|console\/src|sdk\/src)\//.test(path);
}

function matches(file: TextFile, pattern: RegExp): { path: string; line: number; what: string }[] {
  return file.source.split("\n").flatMap((text, index) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ path: file.path, line: index + 1, what: match[0] }];
  });
}
