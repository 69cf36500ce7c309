// References: what banks do to a memo must not hide the brand's order code.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseReference, referencesInMemo } from "../../../src/core/rules/reference.ts";
import { runsOf } from "../../support/property-runs.ts";

describe("a reference is the same", () => {
  test.each([
    ["in another case", "dh1024", "DH1024"],
    ["with punctuation and spaces", " #DH-10 24. ", "DH1024"],
    ["with accents", "Đơn hàng 42", "DONHANG42"],
    ["with accents written as letter and mark", "Đơn hàng 42".normalize("NFD"), "DONHANG42"],
    ["in full-width letters", "ＤＨ１０２４", "DH1024"],
    ["as nothing, when nothing is left", "…—🙂", ""],
    ["with a lone surrogate or a NUL in it", "DH\uD80010\u000024", "DH1024"],
    ["with a letter that is two in upper case", "straße1", "STRASSE1"],
  ])("%s", (_, text, normalised) => {
    expect(normaliseReference(text)).toBe(normalised);
  });

  test("when normalised again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = normaliseReference(text);
        return normaliseReference(once) === once && /^[0-9A-Z]*$/.test(once);
      }),
      runsOf(1_000),
    );
  });
});

describe("a memo's references", () => {
  test("hold the order code, the likeliest candidates first", () => {
    const memo = "MBVCB.3278907687.dh1024.CT tu 0123499999 NGUYEN VAN A";
    expect(referencesInMemo(memo)).toEqual([
      "DH1024",
      "3278907687",
      "0123499999",
      "MBVCB3278907687",
      "3278907687DH1024",
      "DH1024CT",
      "TU0123499999",
      "0123499999NGUYEN",
      "MBVCB",
      "NGUYEN",
      "MBVCB3278907687DH1024",
      "3278907687DH1024CT",
      "DH1024CTTU",
      "CTTU0123499999",
      "TU0123499999NGUYEN",
      "0123499999NGUYENVAN",
    ]);
  });

  test.each([
    ["a code in two words", "thanh toan DH 1024", "DH1024"],
    ["a code in three words", "DH-2026-42 thanh toan", "DH2026-42"],
    ["a code without digits", "nap tien alice", "ALICE"],
    ["digits only", "don hang 20260042", "20260042"],
    ["the whole memo, however split", "D H 1 0 2 4", "DH1024"],
    ["a code behind accents", "Đơn hàng đh1024", "DH1024"],
    ["a code between other scripts", "订单DH1024付款", "DH1024"],
    ["a code in two words with other scripts between them", "thanh DH 订单 付款 1024 toan", "DH1024"],
    ["a code of four characters", "thanh toan DH12", "DH12"],
    ["the longest code that can be registered", `thanh toan ${"X1".repeat(127)}Y`, `${"X1".repeat(127)}Y`],
  ])("hold %s", (_, memo, reference) => {
    expect(referencesInMemo(memo)).toContain(normaliseReference(reference));
  });

  test.each([
    ["part of a word", "DH10245", "DH1024"],
    ["less than four characters", "DH1 thanh toan", "DH1"],
    ["words put together without a digit among them", "nap tien alice nhe", "NAPTIEN"],
    ["three words put together without a digit among them", "nap tien alice nhe", "NAPTIENALICE"],
    ["what is too long to be registered", "X1".repeat(128), "X1".repeat(128)],
    ["what is beyond 500 characters", `${"x ".repeat(250)}DH1024`, "DH1024"],
  ])("never hold %s", (_, memo, reference) => {
    expect(referencesInMemo(memo)).not.toContain(reference);
  });

  test("are few, usable, and each listed once, regardless of the memo", () => {
    const word = fc.constantFrom("DH1024", "thanh", "toan", "1024", "-", "Đ", " ", ".", "\u0000", "\uD800");
    const memo = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(word, { maxLength: 200 }).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(memo, (text) => {
        const references = referencesInMemo(text);
        expect(references.length).toBeLessThanOrEqual(16);
        expect(new Set(references).size).toBe(references.length);
        for (const reference of references) expect(reference).toMatch(/^[0-9A-Z]{4,255}$/);
      }),
      runsOf(1_000),
    );
  });

  test("do not change when a bank writes the memo in capitals without accents", () => {
    const memo = "Thanh toán đơn hàng DH-1024 cảm ơn";
    expect(referencesInMemo("THANH TOAN DON HANG DH 1024 CAM ON")).toEqual(referencesInMemo(memo));
  });
});
