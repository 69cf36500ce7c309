// Where the packages come from: each from the registry, held by the hash of its content.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

test.each(["", "bench/", "mutation/"])(
  "every package of %spackage-lock.json is the registry's and has its hash",
  async (folder) => {
    const text = await readFile(new URL(`../${folder}package-lock.json`, import.meta.url), "utf8");
    const installed = Object.entries(lockfile.parse(JSON.parse(text)).packages).filter(
      ([path, { link }]) => path.includes("node_modules/") && link !== true,
    );
    expect(installed.length).toBeGreaterThan(10);
    const strange = installed.filter(
      ([, { resolved }]) => resolved?.startsWith("https://registry.npmjs.org/") !== true,
    );
    expect(strange.map(([path]) => path)).toEqual([]);
    // npm writes no hash of development tools' binaries for platforms that were not there when they were resolved.
    const unheld = installed.filter(
      ([, { integrity, dev, optional }]) =>
        integrity?.startsWith("sha512-") !== true && !(dev === true && optional === true),
    );
    expect(unheld.map(([path]) => path)).toEqual([]);
  },
);
