// The API description itself: served to anyone, judged by a linter that others use, and complete.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { readVersion } from "../../../../src/config/version.ts";
import { describeErrors } from "../../../../src/product/operation/refusal.ts";
import { readDescription } from "../../../support/described-answers.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { privateWordsIn } from "../../../support/private-words.ts";

const { service } = await serviceForFile();

const { document } = await readDescription();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

describe("the document", () => {
  test("is served to any page, and says where the service is", async () => {
    const answer = await service.request("/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(document.info.version).toBe(readVersion());
    expect(answer.body).toEqual({ ...JSON.parse(JSON.stringify(document)), servers: [{ url: service.url }] });
    expect((await service.request("/openapi.json", { method: "HEAD" })).status).toBe(200);
    expect((await service.request("/openapi.json", { method: "POST" })).status).toBe(405);
  });

  test("passes Redocly's recommended rules without an error or a warning", async () => {
    // Nothing is fetched: the document refers to nothing outside.
    const config = await createConfig({ extends: ["recommended"] });
    const lint = (text: string) => lintFromString({ source: text, config, absoluteRef: "/openapi.json" });
    const faults = await lint(JSON.stringify(document));
    // A link has no other success than to lead on.
    const isOfLink = (pointer = "") => pointer.startsWith("#/paths/~1r~1");
    const others = faults.filter(
      ({ ruleId, location: [place] }) => ruleId !== "operation-2xx-response" || !isOfLink(place?.pointer),
    );
    expect(others).toEqual([]);
    const broken = { ...document, info: { ...document.info, license: undefined } };
    expect((await lint(JSON.stringify(broken))).map(({ ruleId }) => ruleId)).toContain("info-license");
  });

  test("is written in the field's words: subject, verb, object, and the nouns that people search for", () => {
    expect(textsIn(document).flatMap(privateWordsIn)).toEqual([]);
  });

  test("names each call once", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(100);
  });

  test("says of each field and parameter what it is", () => {
    const nameless = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).flatMap((parameter) =>
        "$ref" in parameter || parameter.description !== parameter.name
          ? []
          : [`${operation.operationId} ${parameter.name}`],
      ),
    );
    expect(nameless).toEqual([]);
  });

  test("says of each field of each body what it is", () => {
    expect([...undescribed(document, "")]).toEqual([]);
    const field = {
      properties: { data: { properties: { reported: { description: "It is" }, silent: { type: "null" } } } },
    };
    expect([...undescribed(field, "")]).toEqual(["/data", "/data/silent"]);
  });

  test("has every error code somewhere", () => {
    const text = JSON.stringify(document);
    for (const { code } of describeErrors()) expect(text).toContain(`\`${code}\``);
  });
});

test("every answer is held against it: a field too many is named with its call", async () => {
  const { requireDescribed } = await import("../../../support/described-answers.ts");
  const judged = (body: object, status = 200) =>
    requireDescribed(
      { method: "GET", path: "/healthz" },
      { status, headers: new Headers({ "content-type": "application/json" }), body, text: JSON.stringify(body) },
    );
  await judged({ status: "alive" });
  await expect(judged({ status: "alive", since: 1 })).rejects.toThrow(/service\.alive.*since/);
  await expect(judged({ status: "alive" }, 202)).rejects.toThrow(/a status that service\.alive does not describe/);
});

/** Fields of schemas anywhere below that say nothing of themselves; what is named elsewhere says it there. */
function* undescribed(below: unknown, path: string): Generator<string> {
  if (typeof below !== "object" || below === null) return;
  for (const [name, part] of Object.entries(below)) {
    if (name !== "properties") {
      yield* undescribed(part, path);
      continue;
    }
    for (const [field, schema] of Object.entries<unknown>(part)) {
      const isReported =
        typeof schema === "object" &&
        schema !== null &&
        ("description" in schema || "$ref" in schema || "const" in schema);
      if (!isReported) yield `${path}/${field}`;
      yield* undescribed(schema, `${path}/${field}`);
    }
  }
}

/** Every summary and description, but what examples hold. */
function textsIn(part: unknown, key = ""): string[] {
  if (typeof part === "string") return key === "summary" || key === "description" ? [part] : [];
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === "example" || name === "examples" ? [] : textsIn(value, Array.isArray(part) ? key : name),
  );
}
