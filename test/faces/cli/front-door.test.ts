// A fresh checkout, with only its own embedded database: a command, the service, the demo, and commands that run next to them.
import { afterEach, beforeEach, expect, test } from "vitest";
import { killChildren, startChild } from "../../support/child.ts";
import { createDataFolder, type DataFolder } from "../../support/data-folder.ts";
import { runSvcProcess, svcScript } from "../../support/svc.ts";

let folder: DataFolder;

beforeEach(async () => {
  folder = await createDataFolder();
});

afterEach(async () => {
  await killChildren();
  await folder.remove();
});

test("commands work before, during and after the service, on the same books", async () => {
  const env = { SVC_DATA_DIR: folder.dataDir };
  const svc = async (...words: string[]) => {
    const { code, stdout, stderr } = await runSvcProcess([...words, "--json"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  expect(await svc("workspaces", "create", "--name", "Before")).toEqual({ workspace_id: 1, name: "Before" });

  const service = startChild(svcScript, ["serve"], env);
  const [, url] = await service.says(/service {4}(http:\S+)/);
  const demo = await svc("demo");
  expect(demo).toMatchObject({ is_right: true, service_url: url });
  const list = ["sales", "list", "--program", String(demo.program_id)];
  const { data: sales } = await svc(...list);
  expect(sales).toHaveLength(3);

  service.process.kill("SIGTERM");
  expect((await service.exit).code).toBe(0);
  expect((await svc(...list)).data).toEqual(sales);
  expect((await svc("workspaces", "list")).data).toHaveLength(2);
});
