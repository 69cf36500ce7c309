// Which language a reader gets, and by which locale dates and money are written.
import { expect, test } from "vitest";
import { readerOf } from "../../../src/core/wording/languages.ts";

test.each<[header: string | undefined, language: string, locale: string]>([
  [undefined, "en", "en-GB"],
  ["", "en", "en-GB"],
  ["de", "de", "de-DE"],
  ["de-CH", "de", "de-CH"],
  ["DE-ch, de;q=0.9", "de", "de-CH"],
  ["nl, fr;q=0.5, vi;q=0.7", "vi", "vi-VN"],
  ["fr;q=0, ja;q=0.1", "ja", "ja-JP"],
  ["*", "en", "en-GB"],
  ["nl-NL, zh", "en", "en-GB"],
  ["pt-PT;q=0.8, es-MX;q=0.9", "es", "es-MX"],
  ["en-US,en;q=0.9", "en", "en-US"],
  ["de;q=2, de;q=x, vi;q=0.3", "vi", "vi-VN"],
  ["de-u-nu-arab", "de", "de-DE"],
  ["de-CH-u-nu-arab", "de", "de-CH"],
  ["xx-1, de-a-b-c-d-e-f-g, de-x, vi;q=0.1", "de", "de-DE"],
  ["../../etc/passwd, {}", "en", "en-GB"],
])("%s is read in %s by %s", (header, language, locale) => {
  expect(readerOf(null, header)).toEqual({ language, locale });
});

test("a choice comes before the browser's preference, which still says the region", () => {
  expect(readerOf("ja", "de-CH, de")).toEqual({ language: "ja", locale: "ja-JP" });
  expect(readerOf("de", "ja, de-AT;q=0.1")).toEqual({ language: "de", locale: "de-AT" });
  expect(readerOf("klingon", "vi")).toEqual({ language: "vi", locale: "vi-VN" });
});
