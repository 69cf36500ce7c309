// The texts of the console: none is outside of the catalogue, each is used, takes what it declares, and is said as it is written.
import { IntlMessageFormat } from "intl-messageformat";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { languageOf } from "../../console/src/texts/language.ts";
import { icuOf, type Messages, takes } from "../../console/src/texts/message.ts";
import { openTexts } from "../../console/src/texts/say.ts";
import { looseTexts } from "../support/console-texts.ts";
import { readTree } from "../support/tree.ts";

const sources = readTree().filter(({ path }) => /^console\/src\/.*\.tsx?$/.test(path));
const pages = sources.filter(({ path }) => !path.startsWith("console/src/texts/"));
const notAreas = ["language", "message", "say"];

/** Names of companies, keys and code: nothing to translate. */
const allowed: ReadonlySet<string> = new Set([
  "CallFailed",
  "Faults",
  "PayPal",
  "Wise",
  "Stripe",
  "USD",
  "⌘ K",
  '-H "authorization: Bearer $SVC_TOKEN"',
  '<script defer src="…/js/svc-tracker.js" data-svc-program-id="…"></script>',
  "app/layout.tsx",
  'curl -H "Authorization: Bearer $TOKEN" -H "Accept: application/x-ndjson" …/… -o ….ndjson',
  "curl …/verify-log.mjs -o verify-log.mjs",
  "node verify-log.mjs --log log.ndjson --checkpoints checkpoints.ndjson --sales sales.ndjson --key '…'",
]);

const areas: readonly (readonly [area: string, texts: Messages])[] = await Promise.all(
  sources
    .filter(({ path }) => path.startsWith("console/src/texts/"))
    .map(({ path }) => path.slice("console/src/texts/".length, -".ts".length))
    .filter((area) => !notAreas.includes(area))
    .map(async (area) => {
      const {
        say: _say,
        rich: _rich,
        ...named
      } = await import(/* @vite-ignore */ new URL(`../../console/src/texts/${area}.ts`, import.meta.url).href);
      return [area, Object.values<Messages>(named)[0] ?? {}] as const;
    }),
);

test("no text of a page is outside of the catalogue", () => {
  const loose = pages.flatMap(({ path, source }) =>
    looseTexts(path, source, allowed).map(({ line, text }) => `${path}:${line} ${text}`),
  );
  expect(loose).toEqual([]);
});

test.each([
  ["between tags", "<p>No sales yet</p>"],
  ["of one small word between tags", "<p>ahead</p>"],
  ["chosen between tags", '<p>{isPaid ? "paid" : null}</p>'],
  ["in a template between tags", ["<p>{`$", "{count} open`}</p>"].join("")],
  ["in an attribute", '<Section title="sales" />'],
  ["in a table of words", 'const words = { no_sale: "earned without a sale" };'],
  ["of a column", 'const columns = [{ id: "code", title: "code" }];'],
  ["that is returned", 'const wordOf = () => "Imported";'],
  ["in a check", ["const check = () => `must have at most $", "{max} characters`;"].join("")],
])("a text %s is found", (_, source) => {
  expect(looseTexts("console/src/a.tsx", source, allowed)).toHaveLength(1);
});

test.each([
  'const a = <p className="quiet wide"><code>npm install</code>{" · "}{name}</p>;',
  'import { a } from "./a b.ts"; type Kind = "No sale"; if (kind === "No sale") throw new Error("No such kind.");',
  'api.GET("/api/v1/programs/{program_id}/sales", { params }); useQuery({ queryKey: ["program sales"] });',
  'const meanings = { open: "warn", paid: "good" };',
])("what is for machines is no text: %s", (source) => {
  expect(looseTexts("console/src/a.tsx", source, allowed)).toEqual([]);
});

describe.each(areas)("in %s", (area, texts) => {
  const users = sources.filter(({ source }) =>
    area === "shared" ? /texts\/[\w/-]+\.ts"/.test(source) : source.includes(`texts/${area}.ts"`),
  );

  test("each text has a use", () => {
    const said = new Set(users.flatMap(({ source }) => [...source.matchAll(/"([A-Za-z]\w*)"/g)].map(([, id]) => id)));
    expect(Object.keys(texts).filter((id) => !said.has(id))).toEqual([]);
  });

  test("each text takes what it declares, and one that takes nothing is plain", () => {
    for (const [id, message] of Object.entries(texts)) {
      const icu = icuOf(message);
      expect(icu, id).toBe(icu.trim());
      const { names, tags } = partsOf(new IntlMessageFormat(icu, "en").getAst());
      const declared = typeof message === "string" ? {} : message.takes;
      const own = Object.entries(declared).map(([name, kind]) => [name, kind === "tag"] as const);
      expect([id, ...own.filter(([, isTag]) => !isTag).map(([name]) => name)].sort()).toEqual([id, ...names].sort());
      expect([id, ...own.filter(([, isTag]) => isTag).map(([name]) => name)].sort()).toEqual([id, ...tags].sort());
      if (typeof message === "string" && tags.size === 0 && !icu.includes("<")) {
        expect(new IntlMessageFormat(icu, "en").format(), id).toBe(icu);
      }
    }
  });
});

test("a name of two areas is in no page's reach twice", () => {
  const shared = Object.keys(areas.find(([area]) => area === "shared")?.[1] ?? {});
  expect(shared.length).toBeGreaterThan(20);
  const twice = areas.filter(([area]) => area !== "shared").flatMap(([, texts]) => shared.filter((id) => id in texts));
  expect(twice).toEqual([]);
});

describe("what is said", () => {
  const sales = {
    none: "No partner's sales yet",
    count: takes({ count: "number" }, "{count, plural, one {# sale} other {# sales}}"),
    sale: takes({ id: "text" }, "Sale {id}"),
    read: takes({ link: "tag", amount: "text" }, "<strong>{amount}</strong>: <link>read more</link>"),
  } as const;

  test("is the message with its values", () => {
    const { say } = openTexts({ sales });
    expect(say("none")).toBe("No partner's sales yet");
    expect([say("count", { count: 1 }), say("count", { count: 1234 })]).toEqual(["1 sale", "1,234 sales"]);
    expect([say("sale", { id: 1234 }), say("sale", { id: null })]).toEqual(["Sale 1234", "Sale "]);
  });

  test("has elements in it where it is rich", () => {
    const { rich } = openTexts({ sales });
    const said = rich("read", {
      amount: createElement("b", null, "5"),
      link: (words) => createElement("a", null, words),
    });
    expect(renderToStaticMarkup(createElement("p", null, said))).toBe(
      "<p><strong><b>5</b></strong>: <a>read more</a></p>",
    );
  });

  test("is in another language where there is one, and in English where that lacks it", () => {
    const translation = {
      sales: { none: "Noch keine Verkäufe", count: "{count, plural, one {# Verkauf} other {# Verkäufe}}" },
    };
    const { say } = openTexts({ sales }, { locale: "de", translation });
    expect([say("none"), say("count", { count: 1234 }), say("sale", { id: 7 })]).toEqual([
      "Noch keine Verkäufe",
      "1.234 Verkäufe",
      "Sale 7",
    ]);
  });

  test("is in the first language of the browser that there is", () => {
    expect(languageOf(["de-AT", "en"], ["de"])).toBe("de");
    expect(languageOf(["en-GB", "de"], ["de"])).toBe("en");
    expect(languageOf(["pt", "de"], ["de"])).toBe("de");
    expect(languageOf(["pt"], [])).toBe("en");
  });
});

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];
const [literal, tag] = [0, 8];

function partsOf(elements: readonly Element[], found = { names: new Set<string>(), tags: new Set<string>() }) {
  for (const element of elements) {
    if (!("value" in element) || Number(element.type) === literal) continue;
    if (Number(element.type) !== tag) found.names.add(element.value);
    else if (element.value !== "strong") found.tags.add(element.value);
    if ("children" in element) partsOf(element.children, found);
    if ("options" in element) for (const { value } of Object.values(element.options)) partsOf(value, found);
  }
  return found;
}
