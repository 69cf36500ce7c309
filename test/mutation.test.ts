// Which files runs of mutants cover: a file that was moved or renamed would otherwise be left out without a word.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import core from "../mutation/core.config.ts";

const root = join(import.meta.dirname, "..");

test("runs of mutants cover files that exist, each once", () => {
  expect(core.mutate.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(new Set(core.mutate).size).toBe(core.mutate.length);
});

test("each reason for a mutant that survives is about a file that runs cover", () => {
  const reasons: object = JSON.parse(readFileSync(join(root, "mutation/survivors.json"), "utf8"));
  expect(Object.keys(reasons).filter((path) => !core.mutate.includes(path))).toEqual([]);
});
