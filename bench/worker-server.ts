// The service as `svc serve --workers` starts it: one process that takes no requests, and workers that share its port.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../test/support/ports.ts";
import type { ChildServer } from "./child-server.ts";
import { childrenOf } from "./measure/processor-time.ts";

const script = fileURLToPath(new URL("../src/faces/cli/svc.ts", import.meta.url));

export async function startWorkers(workers: number, env: NodeJS.ProcessEnv): Promise<ChildServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [script, "serve", "--workers", String(workers)], {
    env: { ...env, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  await once(child.stdout, "data");
  child.stdout.resume();
  const pid = child.pid ?? 0;
  return {
    port,
    pid,
    workers: await childrenOf(pid),
    async stop() {
      process.off("exit", end);
      const ended = once(child, "exit");
      end();
      await ended;
    },
  };
}
