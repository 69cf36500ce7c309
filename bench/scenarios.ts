// All scenarios: the files of scenarios/, so that a new one is one file.
import { readdir } from "node:fs/promises";
import type { Scenario } from "./scenario.ts";

export type NamedScenario = { readonly name: string; readonly scenario: Scenario };

const folder = new URL("scenarios/", import.meta.url);
/** In the order of docs/benchmarks.md; others come behind. */
const order = [
  "webhook",
  "sale",
  "click",
  "redirects",
  "outbound",
  "endpoints",
  "exports",
  "imports",
  "duplicates",
  "programs",
  "storm",
  "replay",
  "archive",
  "growth",
  "soak",
  "two-processes",
  "citus",
  "cold-start",
  "releases",
  "drift",
  "terms",
];

export async function loadScenarios(): Promise<NamedScenario[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3));
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = names.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return Promise.all(sorted.map(async (name) => ({ name, scenario: await load(name) })));
}

async function load(name: string): Promise<Scenario> {
  const module: unknown = await import(new URL(`${name}.ts`, folder).href);
  if (typeof module === "object" && module !== null && "scenario" in module && isScenario(module.scenario)) {
    return module.scenario;
  }
  throw new Error(`scenarios/${name}.ts exports no scenario`);
}

function isScenario(value: unknown): value is Scenario {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "function";
}
