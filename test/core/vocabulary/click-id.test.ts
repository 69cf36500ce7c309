// A click id says whose it is, so that a browser's lead finds its program.
import { describe, expect, test } from "vitest";
import { clickIdRandomBytes, makeClickId, programOfClickId } from "../../../src/core/vocabulary/click-id.ts";

const random = Buffer.from("fbff00112233445566778899aabbccdd", "hex");
const behind = "-_8AESIzRFVmd4iZqrvM3Q";

describe("a click id", () => {
  test("is made of as many random bytes as it has room for", () => {
    expect(random).toHaveLength(clickIdRandomBytes);
    expect(makeClickId(1234, random)).toBe(`clk_ya_${behind}`);
  });

  test.each([1, 35, 36, 1_234_567, Number.MAX_SAFE_INTEGER])("of program %i names it", (programId) => {
    expect(programOfClickId(makeClickId(programId, random))).toBe(programId);
  });

  test.each([
    ["nothing", ""],
    ["another word", "click"],
    ["anything before it", ` clk_ya_${behind}`],
    ["anything behind it", `clk_ya_${behind}\n`],
    ["fewer random characters", `clk_ya_${behind.slice(1)}`],
    ["other characters", `clk_ya_${behind.replace("A", "+")}`],
    ["a program in capitals", `clk_YA_${behind}`],
    ["no program", `clk__${behind}`],
    ["program 0", `clk_0_${behind}`],
    ["a program no number names exactly", `clk_zzzzzzzzzzz_${behind}`],
    ["a longer program", `clk_000000000001_${behind}`],
  ])("is none of ours with %s", (_fault, clickId) => {
    expect(programOfClickId(clickId)).toBeUndefined();
  });
});
