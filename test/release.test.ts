// One version: package.json names it, and every other file that does names the same. The next one follows from the pending changes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changelogs, nextVersion, places, readChange, releasedChangelog } from "../bin/versions.ts";
import { readVersion } from "../src/config/version.ts";
import { root } from "./support/tree.ts";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const version = readVersion();
const changeOf = (text: string) => readChange("a.md", text);

describe("the version", () => {
  test.each(places)("of $path is package.json's", ({ path, pattern }) => {
    const named = textOf(path).match(pattern) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named)).toEqual(new Set([version]));
  });

  test("of the lockfile is package.json's", () => {
    const lock = JSON.parse(textOf("package-lock.json"));
    const { "": own, sdk } = lock.packages;
    expect([lock.version, own.version, sdk.version]).toEqual([version, version, version]);
  });

  test("is not repeated by packages that are never published", () => {
    const folders = ["console", "bench", "mutation"];
    const named = folders.filter((folder) => "version" in JSON.parse(textOf(`${folder}/package.json`)));
    expect(named).toEqual([]);
  });

  test.each(Object.values(changelogs))("heads %s, or what is unreleased does", (path) => {
    expect([version, "Unreleased"]).toContain(/^## (.+)$/m.exec(textOf(path))?.[1]);
  });
});

describe("a pending change", () => {
  test("can be read, each of them", () => {
    const files = readdirSync(join(root, ".changeset")).filter((file) => file !== "README.md");
    for (const file of files) expect(readChange(file, textOf(`.changeset/${file}`)).text).not.toBe("");
  });

  test("names a package, a level and a text", () => {
    for (const wrong of ['"svc": big', '"other": minor', "", "svc: minor"]) {
      expect(() => changeOf(`---\n${wrong}\n---\n\nText.\n`), wrong).toThrow(/^a\.md/);
    }
    expect(() => changeOf('---\n"svc": minor\n---\n')).toThrow(/^a\.md/);
  });

  test("raises the version by the highest level", () => {
    const at = (level: string) => changeOf(`---\n"svc": ${level}\n---\n\nText.\n`);
    expect(nextVersion("1.2.3", [at("patch")])).toBe("1.2.4");
    expect(nextVersion("1.2.3", [at("patch"), at("minor")])).toBe("1.3.0");
    expect(nextVersion("1.2.3", [at("minor"), at("major"), at("patch")])).toBe("2.0.0");
    expect(nextVersion("1.2.3", [])).toBeUndefined();
  });

  test("becomes a line of its package's changelog", () => {
    const changes = [
      changeOf('---\n"svc": patch\n---\n\nA fault\nis gone.\n'),
      changeOf('---\n"svc": minor\n---\n\nNew.\n'),
    ];
    const before = "# Changelog\n\nFor readers.\n\n## 1.0.0\n\n- First.\n";
    const next = { version: "1.1.0", changes };
    expect(releasedChangelog(before, { name: "svc", ...next })).toBe(
      "# Changelog\n\nFor readers.\n\n## 1.1.0\n\n### Added\n\n- New.\n\n### Fixed\n\n- A fault is gone.\n\n## 1.0.0\n\n- First.\n",
    );
    expect(releasedChangelog(before, { name: "@svc/sdk", ...next })).toContain(
      "\n## 1.1.0\n\nNo changes.\n\n## 1.0.0\n",
    );
  });

  test("follows what is unreleased under the new version", () => {
    const before = "# Changelog\n\n## Unreleased\n\n### Recording\n\n- A log.\n";
    expect(releasedChangelog(before, { name: "svc", version: "1.0.0", changes: [] })).toBe(
      "# Changelog\n\n## 1.0.0\n\n### Recording\n\n- A log.\n",
    );
  });
});
