// What the bench can be asked, and that it refuses what it does not understand.
import { expect, test } from "vitest";
import { readCommandLine } from "../../bench/command-line.ts";
import type { Scenario } from "../../bench/scenario.ts";

const scenario = (fields: Partial<Scenario>): Scenario => ({
  title: "",
  contenders: ["service", "bare-limit"],
  run: () => Promise.reject(new Error("not run here")),
  ...fields,
});
const scenarios = [
  { name: "webhook", scenario: scenario({}) },
  { name: "programs", scenario: scenario({ flags: [{ name: "programs", meaning: "", default: 1_000 }] }) },
];
const read = (...args: readonly string[]) => readCommandLine(args, scenarios);
const options = (...args: readonly string[]) => {
  const asked = read(...args);
  if ("fault" in asked) throw new Error(asked.fault);
  return asked.runs.map((run) => run.options);
};

test("what is left out has its default", () => {
  const [chosen] = options("programs");
  expect(chosen).toMatchObject({ rounds: 5, seconds: 4, connections: 32 });
  expect(chosen?.number("programs")).toBe(1_000);
  expect(chosen?.wants("anybody")).toBe(true);
});

test("flags set rounds, seconds, contenders and what only this scenario knows", () => {
  const [chosen] = options("programs", "--rounds", "2", "--seconds=0.5", "--only", "service", "--programs", "50");
  expect(chosen).toMatchObject({ rounds: 2, seconds: 0.5 });
  expect(chosen?.number("programs")).toBe(50);
  expect(["service", "bare-limit"].map((name) => chosen?.wants(name))).toEqual([true, false]);
});

test("all runs every scenario, each with its own flags", () => {
  expect(options("all", "--programs", "50")).toHaveLength(2);
});

test.each([
  [["fast"], /There is no scenario "fast"/],
  [["webhook", "--programs", "50"], /--programs/],
  [["webhook", "--rounds", "none"], /--rounds must be a number/],
  [["webhook", "--rounds", "-1"], /rounds/],
  [["webhook", "--only", "service,svc"], /"svc" is not one of: service, bare-limit/],
])("%j is refused in words", (args, words) => {
  expect(read(...args)).toEqual({ fault: expect.stringMatching(words) });
});
