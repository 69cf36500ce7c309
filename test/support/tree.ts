// The repository's own files as the tests about its shape see them: the texts that git tracks or would track.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TextFile } from "./tree-rules.ts";

export const root = join(import.meta.dirname, "../..");

/** Left out: published payloads are kept byte for byte, and the lock file is a machine's. */
const notOurs = /^(fixtures\/.*|package-lock\.json)$/;

export function readTree(): TextFile[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "" && !notOurs.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }))
    .filter(({ source }) => !source.includes("\0"));
}
