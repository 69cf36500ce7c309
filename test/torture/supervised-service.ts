// A process of the service as a supervisor keeps it: whenever it ends it is started again at once, at its own address.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { environmentOf } from "../support/child.ts";
import { svcScript } from "../support/svc.ts";
import { kill } from "./cluster.ts";
import { Wire } from "./wire.ts";

const clockModule = new URL("moved-clock.ts", import.meta.url);
const restartMilliseconds = 200;

export type ServiceOptions = {
  readonly name: string;
  /** Where it listens, and where its callers reach it. */
  readonly port: number;
  readonly frontPort: number;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Processes that share its port; one when left out. */
  readonly workers?: number;
};

export class SupervisedService {
  readonly name: string;
  /** Between it and its callers. */
  readonly front: Wire;
  /** Of all its lives: how often it was started. */
  starts = 0;
  readonly #options: ServiceOptions;
  #child: ChildProcess | null = null;
  #clockAheadMilliseconds = 0;
  #struck = 0;
  #isEnding = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.name = options.name;
    this.front = new Wire(options.frontPort, options.port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#options.frontPort}`;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async open(): Promise<this> {
    await this.front.open();
    this.#start();
    return this;
  }

  /** Without a word, as by the machine's out-of-memory killer. Of several workers one after the other, and then the one that starts them. */
  kill(): void {
    this.#strike([...this.#workerPids(), this.pid], "SIGKILL");
  }

  /** Of several workers one. */
  stand(): void {
    const workers = this.#workerPids();
    this.#strike(workers.length === 0 ? [this.pid] : workers, "SIGSTOP");
  }

  goOn(): void {
    for (const pid of [...this.#workerPids(), this.pid]) if (pid !== null) kill(pid, "SIGCONT");
  }

  #strike(pids: readonly (number | null)[], signal: "SIGKILL" | "SIGSTOP"): void {
    const pid = pids[this.#struck++ % pids.length] ?? null;
    if (pid !== null) kill(pid, signal);
  }

  #workerPids(): number[] {
    if (this.#options.workers === undefined || this.pid === null) return [];
    try {
      const children = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, "utf8");
      return children.split(" ").filter(Boolean).map(Number);
    } catch {
      // It has just ended.
      return [];
    }
  }

  moveClock(milliseconds: number): void {
    this.#clockAheadMilliseconds = milliseconds;
    if (this.#child?.connected === true) this.#child.send(milliseconds, () => undefined);
  }

  async close(): Promise<void> {
    this.#isEnding = true;
    const child = this.#child;
    if (child !== null) {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await closed;
    }
    await this.front.close();
  }

  #start(): void {
    const { port, env, logFile, workers } = this.#options;
    this.starts += 1;
    const parameters = ["--import", clockModule.href, fileURLToPath(svcScript), "serve"];
    if (workers !== undefined) parameters.push("--workers", String(workers));
    const child = spawn(process.execPath, parameters, {
      env: environmentOf({ ...env, HOST: "127.0.0.1", PORT: String(port) }),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (piece: Buffer) => void appendFile(logFile, piece).catch(() => undefined));
    }
    child.on("error", () => undefined);
    child.once("spawn", () => {
      if (this.#clockAheadMilliseconds !== 0) this.moveClock(this.#clockAheadMilliseconds);
    });
    child.once("exit", (code, signal) => {
      void appendFile(logFile, `-- ended with ${code ?? signal}\n`).catch(() => undefined);
      if (this.#isEnding) return;
      // One that gave up by itself is tried again a moment later.
      if (signal === "SIGKILL") this.#start();
      else void sleep(restartMilliseconds).then(() => !this.#isEnding && this.#start());
    });
  }
}
