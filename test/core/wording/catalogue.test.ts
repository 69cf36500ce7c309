// Every message in every language: it takes what English takes, has the same tags, and formats for every choice it makes.
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { catalogues, wordsIn } from "../../../src/core/wording/catalogue/catalogues.ts";
import { englishCatalogue } from "../../../src/core/wording/catalogue/english.ts";
import { icuOf, type Message } from "../../../src/core/wording/catalogue/message.ts";
import { Html } from "../../../src/core/wording/html.ts";
import { languageCodes } from "../../../src/core/wording/languages.ts";

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];
type Parts = { readonly names: Set<string>; readonly tags: Set<string>; readonly choices: Map<string, Set<string>> };

const [literal, tag] = [0, 8];

function partsOf(icu: string, locale: string): Parts {
  const parts: Parts = { names: new Set(), tags: new Set(), choices: new Map() };
  collect(new IntlMessageFormat(icu, locale).getAst(), parts);
  return parts;
}

function collect(elements: readonly Element[], parts: Parts): void {
  for (const element of elements) {
    if (!("value" in element) || Number(element.type) === literal) continue;
    (Number(element.type) === tag ? parts.tags : parts.names).add(element.value);
    if ("children" in element) collect(element.children, parts);
    if (!("options" in element)) continue;
    const chosen = parts.choices.get(element.value) ?? new Set();
    parts.choices.set(element.value, chosen);
    for (const [choice, { value }] of Object.entries(element.options)) {
      chosen.add(choice);
      collect(value, parts);
    }
  }
}

const english: Readonly<Record<string, Message>> = englishCatalogue;

function taken(id: string): string[] {
  const message = english[id];
  return message === undefined || typeof message === "string" ? [] : Object.keys(message.takes).sort();
}

describe.each(languageCodes)("in %s", (language) => {
  const { locale } = wordsIn(language);
  const messages: [id: string, icu: string][] = Object.entries(catalogues[language]).map(([id, message]) => [
    id,
    icuOf(message),
  ]);

  test("there is every message, and no other", () => {
    expect(messages.map(([id]) => id).sort()).toEqual(Object.keys(english).sort());
    expect(messages.filter(([, icu]) => icu.trim() === "")).toEqual([]);
  });

  test("a message takes what it declares in English", () => {
    const named = messages.map(([id, icu]) => [id, [...partsOf(icu, locale).names].sort()]);
    expect(named).toEqual(messages.map(([id]) => [id, taken(id)]));
  });

  test("a message has the tags of English", () => {
    for (const [id, icu] of messages) {
      const own = [...partsOf(icu, locale).tags].sort();
      expect([id, own]).toEqual([id, [...partsOf(icuOf(english[id] ?? ""), "en").tags].sort()]);
    }
  });

  test("a message says what it is given, for every choice", () => {
    for (const [id, icu] of messages) {
      const { names, choices } = partsOf(icu, locale);
      const declared = english[id];
      const kinds = declared === undefined || typeof declared === "string" ? {} : declared.takes;
      for (const count of [0, 1, 2, 5, 1000]) {
        for (const choice of new Set(["other", ...[...choices.values()].flatMap((each) => [...each])])) {
          const given = (name: string): string | number => {
            if (kinds[name] === "number") return count;
            return choices.get(name)?.has(choice) === true ? choice : `<${name}>`;
          };
          const values = Object.fromEntries([...names].map((name) => [name, given(name)]));
          const tags = { mono: (text: string[]) => text.join(""), strong: (text: string[]) => text.join("") };
          const said = String(new IntlMessageFormat(icu, locale).format({ ...values, ...tags }));
          expect(said, id).not.toMatch(/[{}]|undefined|\s{2}/);
        }
      }
    }
  });

  test("no translation was left in English, but for words that are the same", () => {
    if (language === "en") return;
    const same = messages.filter(([id, icu]) => icu === icuOf(english[id] ?? "") && icu.split(" ").length > 2);
    expect(same).toEqual([]);
  });
});

test("what is put into a message with HTML is escaped, and its own tags are kept", () => {
  const words = wordsIn("de");
  expect(words.html("partnerOf", { program: "<b>Acme</b>", code: new Html("<i>anna</i>") }).text).toBe(
    "Partner von &lt;b&gt;Acme&lt;/b&gt;, Code <code><i>anna</i></code>.",
  );
});

test("money, numbers and days are written as the reader's locale does, exactly at any size", () => {
  const [german, japanese, vietnamese] = [wordsIn("de"), wordsIn("ja"), wordsIn("vi")];
  expect(german.moneyText(123_450, "USD")).toBe("1.234,50 USD");
  expect(japanese.moneyText(123_450, "VND")).toBe("123,450 VND");
  expect(vietnamese.moneyText("900719925474099312345", "EUR")).toBe("9.007.199.254.740.993.123,45 EUR");
  expect(german.percent(1250)).toBe("12,5\u00a0%");
  expect(german.longDay(new Date("2026-12-07T23:30:00Z"))).toBe("7. Dezember 2026");
  expect(japanese.longDay(new Date("2026-12-07T23:30:00Z"))).toBe("2026年12月7日");
});
