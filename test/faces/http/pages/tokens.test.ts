// The colours of everything people see, held against what can be read: 4.5 to 1 for words, 3 to 1 for lines that mean something.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../../../src/faces/http/assets/tokens.css", import.meta.url), "utf8");
const pairs = [...css.matchAll(/--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);/g)];
const modes = ["light", "dark"] as const;

function colour(name: string, mode: (typeof modes)[number]): string {
  const [, , light, dark] = pairs.find(([, found]) => found === name) ?? [];
  const found = mode === "light" ? light : dark;
  if (found === undefined) throw new Error(`no colour is named ${name}`);
  return found;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["ground", "surface", "raised", "hover", "selected"];
const meanings = ["good", "warn", "bad", "info"];

describe.each(modes)("in %s", (mode) => {
  const low = (words: readonly string[], on: readonly string[], least: number) =>
    words.flatMap((word) =>
      on.flatMap((ground) => {
        const found = contrast(colour(word, mode), colour(ground, mode));
        return found >= least ? [] : [`${word} on ${ground}: ${found.toFixed(2)}`];
      }),
    );

  test("words are read on every ground", () => {
    expect(low(["text", "quiet", "accent", "accent-strong", ...meanings], grounds, 4.5)).toEqual([]);
  });

  test("a meaning is read on its own soft ground, and a button's words on the button", () => {
    expect(meanings.flatMap((meaning) => low([meaning], [`${meaning}-soft`], 4.5))).toEqual([]);
    expect(low(["on-accent"], ["accent", "accent-strong"], 4.5)).toEqual([]);
  });

  test("edges of what can be used and lines of charts are seen", () => {
    expect(low(["edge", "chart-1", "chart-2", "chart-3", "chart-before"], ["surface", "ground"], 3)).toEqual([]);
  });
});
