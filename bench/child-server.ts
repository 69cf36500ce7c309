// Servers under load, each a process of its own that prints its port once it accepts requests. The caller that starts one ends it; none
// outlives this process.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

const startSecondsMax = 60;

export type ChildServer = {
  readonly port: number;
  readonly pid: number;
  /** Processes that it started and that do the work, where there are any. */
  readonly workers?: readonly number[];
  /** Ends it without asking; what it answered must be durable anyway. */
  stop(): Promise<void>;
};

export type ChildOptions = {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Of Node, such as --cpu-prof or --expose-gc. */
  readonly execArgv?: readonly string[];
};

const running = new Set<ChildProcess>();
process.on("exit", endServers);

/** Servers that are still running, without waiting for their end. */
export function endServers(): void {
  for (const child of running) child.kill("SIGKILL");
}

export async function startServer(script: URL, { args, env, execArgv }: ChildOptions = {}): Promise<ChildServer> {
  const child = fork(script, args ?? [], {
    env: env ?? process.env,
    execArgv: [...(execArgv ?? [])],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  try {
    return { port: await portOf(child, script), pid: child.pid ?? 0, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

async function portOf(child: ChildProcess, script: URL): Promise<number> {
  const signal = AbortSignal.timeout(startSecondsMax * 1000);
  const ended = once(child, "exit", { signal }).then(([code, killedBy]) =>
    Promise.reject(new Error(`${script.pathname} ended before it listened: ${killedBy ?? code}`)),
  );
  const [message]: unknown[] = await Promise.race([once(child, "message", { signal }), ended]);
  if (typeof message === "object" && message !== null && "port" in message && typeof message.port === "number") {
    return message.port;
  }
  throw new Error(`${script.pathname} did not say its port`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
