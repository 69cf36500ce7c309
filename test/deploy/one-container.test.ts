// The image without a DATABASE_URL, as `docker run -p 8080:8080 -v whence:/data` starts it: its environment, user, entry point and health
// check are read from deploy/Dockerfile, and what they name runs here, with a plain folder for the volume. deploy/walk-image.ts runs its
// build steps as well.
import { chown, mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { containerSettings } from "../../deploy/image-steps.ts";
import { canEnter } from "../../src/engine/postgres/embedded/account.ts";
import { type Account, type Child, killChildren, startChildOf } from "../support/child.ts";
import { createDataFolder, type DataFolder } from "../support/data-folder.ts";
import { freePort } from "../support/ports.ts";
import { svcScript } from "../support/svc.ts";
import { root } from "../support/tree.ts";

const settings = containerSettings();

let folder: DataFolder;
let account: Account | null;
let port: number;

beforeEach(async () => {
  folder = await createDataFolder();
  port = await freePort();
  // Only root becomes another user, and only where that user may read this checkout.
  account = process.getuid?.() === 0 && (await canEnter(settings.user, root)) ? settings.user : null;
  await mkdir(folder.dataDir, { mode: 0o700 });
  if (account !== null) await chown(folder.dataDir, account.uid, account.gid);
});

afterEach(async () => {
  await killChildren();
  await folder.remove();
});

const environment = () => ({ ...settings.env, SVC_DATA_DIR: folder.dataDir, PORT: String(port) });

/** As the entry point does, on the sources. */
function svc(parameters: readonly string[]): Child {
  return startChildOf(process.execPath, [fileURLToPath(svcScript), ...parameters], environment(), account);
}

async function start(): Promise<Child> {
  const service = svc(settings.parameters);
  await service.says(/Whence is running/);
  return service;
}

async function answerOf(parameters: readonly string[]): Promise<Record<string, unknown>> {
  const command = svc([...parameters, "--json"]);
  expect((await command.exit).code, command.said()).toBe(0);
  return JSON.parse(command.said());
}

test("the volume is the data folder, its user is not root, and it listens for other machines", () => {
  expect(settings.volumes).toEqual([settings.env.SVC_DATA_DIR]);
  expect(settings.user.uid).toBeGreaterThan(0);
  expect(settings.env).toMatchObject({ HOST: "0.0.0.0", PORT: "8080", NODE_ENV: "production" });
  expect(settings.env).not.toHaveProperty("DATABASE_URL");
  expect([settings.entryPoint, settings.parameters]).toEqual([["node", "bin/svc.js"], ["serve"]]);
});

test("one container serves from its volume, a command in it shares the database, and a restart finds the data", async () => {
  const first = await start();
  const [program, ...parameters] = settings.healthCheck;
  expect(program).toBe("node");
  const check = startChildOf(process.execPath, [join(root, "deploy/health-check.js"), ...parameters.slice(1)], {
    PORT: String(port),
  });
  expect((await check.exit).code).toBe(0);

  const { workspace_id } = await answerOf(["workspaces", "create", "--name", "Acme"]);
  const made = await answerOf(["programs", "create", "--workspace", String(workspace_id), "--name", "Kept"]);
  const { uid } = await stat(join(folder.dataDir, "postgres/data"));
  if (account !== null) expect(uid).toBe(account.uid);

  first.process.kill("SIGTERM");
  expect(await first.exit).toEqual({ code: 0, signal: null });
  await expect(readFile(join(folder.dataDir, "postgres/data/postmaster.pid"))).rejects.toMatchObject({
    code: "ENOENT",
  });
  expect(await readFile(join(folder.dataDir, "postgres/server.log"), "utf8")).toMatch(
    /database system is shut down\s*$/,
  );

  const second = await start();
  expect(await answerOf(["programs", "show", String(made.program_id)])).toMatchObject({ name: "Kept" });
  second.process.kill("SIGTERM");
  expect((await second.exit).code).toBe(0);
});
