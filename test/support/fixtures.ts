// Provider fixtures: `fixtures/<provider>/x.json` and the reading expected of it, `x.facts.json`.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const fixturesFolder = new URL("../../fixtures/", import.meta.url);
const factsSuffix = ".facts.json";

/** The delivered JSON where a fixture file holds something else than the body; undefined to deliver the file's bytes. */
export type DeliveredJson = (fixture: string, json: unknown) => unknown;

export type Fixture = { readonly name: string; readonly body: Buffer; readonly reading: unknown };

export function readFixtureFile(path: string): Buffer {
  return readFileSync(new URL(path, fixturesFolder));
}

/**
 * Every payload of the provider; one without expected facts is an error, since it would silently test nothing. That there are any
 * is test/adapters/complete.test.ts's to ask.
 */
export function fixturesOf(provider: string, deliveredJson?: DeliveredJson): readonly Fixture[] {
  const folder = new URL(`${provider}/`, fixturesFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json") && !file.endsWith(factsSuffix) && file !== "signature-vectors.json")
    .map((file) => {
      const name = file.slice(0, -".json".length);
      const bytes = readFixtureFile(`${provider}/${file}`);
      const json = deliveredJson?.(name, parse(bytes));
      return {
        name,
        body: json === undefined ? bytes : Buffer.from(JSON.stringify(json)),
        reading: parse(readFixtureFile(`${provider}/${name}${factsSuffix}`)),
      };
    });
}

/** One fixture's delivered JSON, changed: `value` replaces what is at `path`, and undefined removes it. */
export function changed(body: Buffer, path: readonly (string | number)[], value: unknown): Buffer {
  const root = { json: parse(body) };
  let parent: Record<string, unknown> = root;
  let key = "json";
  for (const step of path) {
    parent = childOf(parent, key);
    key = String(step);
  }
  parent[key] = value;
  return Buffer.from(JSON.stringify(root.json) ?? "");
}

function childOf(parent: Record<string, unknown>, key: string): Record<string, unknown> {
  const child = parent[key];
  if (isRecord(child)) return child;
  throw new Error(`the fixture has nothing at ${key}`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The path of everything in a JSON value, the value itself first. */
export function* pathsOf(json: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (!isRecord(json)) return;
  for (const [key, child] of Object.entries(json)) yield* pathsOf(child, [...path, key]);
}

export function parse(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString("utf8"));
}
