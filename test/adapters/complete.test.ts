// What a provider has besides its adapter and its line in the registry: fixtures with their sources, a row in docs/providers.md and a
// guide. The tests name each missing one, and what to start with.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { adapters, adaptersByProvider } from "../../adapters/registry.ts";
import { providers as consoleProviders } from "../../console/src/pages/integration/providers.ts";
import { ownSignatures } from "../support/own-signatures.ts";
import { connectByKeyLine, connectLine, guideParts, guideSkeleton, providerRow } from "../support/provider-guide.ts";

const root = new URL("../../", import.meta.url);
const textOf = (path: string) => {
  const url = new URL(path, root);
  return existsSync(url) ? readFileSync(url, "utf8") : "";
};

describe.each(adapters)("$provider", (adapter) => {
  const { provider, signing } = adapter;

  test("has a name that fits a path, a flag and a file", () => {
    expect(provider).toMatch(/^[a-z][a-z0-9]{1,30}$/);
    expect(provider).not.toBe("other");
  });

  test("has a payload that becomes a fact, with the facts expected of it", () => {
    const folder = `fixtures/${provider}/`;
    const files = existsSync(new URL(folder, root)) ? readdirSync(new URL(folder, root)) : [];
    const facts = files.filter((file) => file.endsWith(".facts.json")).map((file) => textOf(`${folder}${file}`));
    const kinds = facts.map((text) => /"kind": "(\w+)"/.exec(text)?.[1]);
    expect(kinds, `${folder} needs x.json and, beside it, x.facts.json`).toContain("fact");
  });

  test("has the sources of its payloads written down", () => {
    const headings = textOf("fixtures/SOURCES.md").match(/^## \w+/gm);
    expect(headings, "fixtures/SOURCES.md").toContain(`## ${provider}`);
  });

  test("is in docs/providers.md with what it reports", () => {
    const row = providerRow(adapter);
    expect(textOf("docs/providers.md").split("\n"), `docs/providers.md needs\n\n${row}\n`).toContain(row);
  });

  test("has a guide with every part", () => {
    const path = `docs/providers/${provider}.md`;
    const guide = textOf(path);
    expect(guide, `${path} is missing. Begin with:\n\n${guideSkeleton(adapter)}\n`).not.toBe("");
    const lines = guide.split("\n");
    expect(lines.filter((line) => guideParts(adapter).includes(line))).toEqual(guideParts(adapter));
    expect(guide).toContain(connectLine(adapter));
    if (adapter.connecting === "api_key") expect(guide).toContain(connectByKeyLine(adapter));
    for (const event of adapter.events) expect(guide).toContain(`\`${event}\``);
  });

  test("is shown in the console with the events a webhook is to be sent", () => {
    const shown = consoleProviders.find(({ id }) => id === provider);
    expect(shown, "console/src/pages/integration/providers.ts").toBeDefined();
    if (adapter.events.length > 0) expect(shown?.events.toSorted()).toEqual(adapter.events.toSorted());
    expect(shown?.apiKey !== undefined).toBe(adapter.connecting === "api_key");
  });

  test("is asked for its API key in the console where deliveries are looked up with one, and only then", () => {
    const shown = consoleProviders.find(({ id }) => id === provider);
    expect(shown?.lookUpKey?.isRequired).toBe(adapter.readBack?.isRequired);
  });

  test("is described in own-signatures.ts where it signs in a way of its own, and only then", () => {
    expect(provider in ownSignatures).toBe(signing.family === "own");
  });
});

test("no provider is in docs/providers.md or has a guide without an adapter, except the one that is reported by calls", () => {
  const known = [...adaptersByProvider.keys(), "other"].toSorted();
  const rows = [...textOf("docs/providers.md").matchAll(/^\| \[(\w+)\]\(providers\//gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(known);
  const guides = readdirSync(new URL("docs/providers/", root)).map((file) => file.replace(/\.md$/, ""));
  expect(guides.toSorted()).toEqual(known);
});

test("no two adapters have one name", () => {
  expect(adaptersByProvider.size).toBe(adapters.length);
});
