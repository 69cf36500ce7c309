// A load generator: it receives a recipe, makes the requests, and sends them. Two of them may work at once: the next requests are made in
// one while the other is sending, or both send.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ClosedLoop, ClosedLoopResult } from "./closed-loop.ts";
import { type Ask, answerOf, type Reply } from "./generator-messages.ts";
import type { OpenLoop, OpenLoopResult } from "./open-loop.ts";
import type { Recipe } from "./recipe.ts";

/** Behind the time a run was to take: then a server is taken not to answer any more. */
const answerSecondsMax = 120;

export type Measured<Result extends ClosedLoopResult | OpenLoopResult> = Result & {
  readonly perSecond: number;
  /** Of the generator, for each answered request. */
  readonly generatorMicroseconds: number;
};
export type MeasuredClosed = Measured<ClosedLoopResult>;
export type MeasuredOpen = Measured<OpenLoopResult>;

export type LoadGenerator = {
  /** Makes the requests of the next run. Signatures are made now and hold for five minutes. */
  prepare(recipe: Recipe): Promise<void>;
  /** Sends what was prepared, spread over these ports of 127.0.0.1, from its first request on. */
  runClosed(ports: readonly number[], loop: Omit<ClosedLoop, "kind">, counted?: string): Promise<MeasuredClosed>;
  runOpen(ports: readonly number[], loop: Omit<OpenLoop, "kind">, counted?: string): Promise<MeasuredOpen>;
  close(): Promise<void>;
};

export function openGenerator(): LoadGenerator {
  const child = fork(new URL("generator-process.ts", import.meta.url), { serialization: "advanced" });

  async function run(ask: Ask & { readonly kind: "run" }) {
    const reply = await request(child, ask, ask.loop.seconds + answerSecondsMax);
    if (reply.kind !== "ran") throw new Error(`the generator answered "${reply.kind}" to a run`);
    const { result } = reply;
    const perSecond = result.answered / result.seconds;
    return { result, figures: { perSecond, generatorMicroseconds: result.cpuMicroseconds / result.answered } };
  }

  return {
    async prepare(recipe) {
      await request(child, { kind: "prepare", recipe }, answerSecondsMax);
    },
    async runClosed(ports, loop, counted) {
      const { result, figures } = await run({
        kind: "run",
        ports,
        loop: { kind: "closed", ...loop },
        counted: counted ?? null,
      });
      if (!("ranOut" in result)) throw new Error("the generator ran another loop");
      return { ...result, ...figures };
    },
    async runOpen(ports, loop, counted) {
      const { result, figures } = await run({
        kind: "run",
        ports,
        loop: { kind: "open", ...loop },
        counted: counted ?? null,
      });
      if (!("keptRate" in result)) throw new Error("the generator ran another loop");
      return { ...result, ...figures };
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function request(child: ChildProcess, ask: Ask, secondsMax: number): Promise<Reply> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), secondsMax * 1000);
  try {
    child.send(ask);
    const [message] = await Promise.race([
      once(child, "message", { signal: late.signal }),
      once(child, "exit", { signal: late.signal }).then(() => Promise.reject(new Error("the generator ended"))),
    ]);
    const reply = answerOf(message);
    if (reply.kind === "failed") throw new Error(`the generator failed: ${reply.message}`);
    return reply;
  } catch (error) {
    if (!late.signal.aborted) throw error;
    throw new Error(`not everything was answered within ${secondsMax} seconds`, { cause: error });
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}
