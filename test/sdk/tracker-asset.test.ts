// The tracker that the service serves is the one its sources build: starting the service needs no build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildTracker } from "../../sdk/build-tracker.ts";
import { root } from "../support/tree.ts";

const gzippedBytesMax = 6144;
const served = readFileSync(join(root, "src/faces/http/assets/svc-tracker.js"), "utf8");

test("it is the one its sources build", async () => {
  const isCurrent = (await buildTracker()) === served;
  expect(isCurrent, "src/faces/http/assets/svc-tracker.js is out of date: npm run build -w sdk").toBe(true);
});

test(`it has at most ${gzippedBytesMax} bytes gzipped`, () => {
  expect(gzipSync(served).length).toBeLessThanOrEqual(gzippedBytesMax);
});

test("it is one classic script, in the language of browsers of the last five years", () => {
  expect(served).not.toMatch(/\bimport\b|\bexport\b|\beval\b|new Function|\?\.|\?\?|#\w+[=(;]/);
  expect(() => new Function(served)).not.toThrow();
});
