// `npm run dev` as somebody who changes the sources has it: seeded, started again at a change, the console reloading beside it, and all
// of it gone at its end.
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { killChildren, startChild } from "./support/child.ts";
import { createDataFolder, type DataFolder } from "./support/data-folder.ts";
import { freePort } from "./support/ports.ts";
import { runSvc } from "./support/svc.ts";
import { root } from "./support/tree.ts";

/** Only with PROPERTY_TESTS=long: it waits for three processes to start, one of them twice. */
const { isLong } = inject("properties");
let folder: DataFolder;

beforeEach(async () => {
  if (isLong) folder = await createDataFolder();
});

afterEach(async () => {
  if (!isLong) return;
  await killChildren();
  await folder.remove();
});

test.runIf(isLong)("is seeded, reloads at a change, shows the console's sources, and ends whole", async () => {
  await folder.initialise();
  const env = { SVC_DATA_DIR: folder.dataDir, PORT: String(await freePort()) };
  const dev = startChild(pathToFileURL(join(root, "bin/dev.ts")), [], env);
  const plain = new RegExp(`Local:\\D*(?:${String.fromCharCode(27)}\\[\\d+m)*(http://localhost:)\\D*(\\d+)`);
  const [, base = "", port = ""] = await dev.says(plain);
  expect(dev.said()).toContain("Right to the cent: 3 sales");
  const page = await (await fetch(`${base}${port}/`)).text();
  expect(page).toContain("/@vite/client");
  const asked = await fetch(`${base}${port}/api/v1/programs`);
  expect(asked.headers.get("content-type")).toContain("application/json");

  const now = new Date();
  await utimes(join(root, "src/faces/http/health-routes.ts"), now, now);
  await dev.says(/Whence is running[\s\S]*Local:[\s\S]*Whence is running/);
  const { stdout } = await runSvc(["programs", "list", "--json"], { env });
  expect(JSON.parse(stdout).data).toHaveLength(1);

  dev.process.kill("SIGTERM");
  expect((await dev.exit).code).toBe(0);
  await expect(fetch(`${base}${port}/`)).rejects.toThrow();
  await expect(fetch(`http://127.0.0.1:${env.PORT}/healthz`)).rejects.toThrow();
});
