// Sets up the contenders, and always ends all of them again.
import { withBenchServer } from "../installation.ts";
import { openGenerator } from "../load/generator.ts";
import type { Contender } from "./contender.ts";
import type { Arena } from "./http-turn.ts";

export async function withArena<T>(run: (arena: Arena) => Promise<T>, withServer = withBenchServer<T>): Promise<T> {
  return withServer(async (server) => {
    const generator = openGenerator();
    try {
      return await run({ server, generator });
    } finally {
      await generator.close();
    }
  });
}

export async function withContenders<Each extends Contender, T>(
  opens: readonly (() => Promise<Each>)[],
  run: (contenders: readonly Each[]) => Promise<T>,
): Promise<T> {
  const opened: Each[] = [];
  try {
    for (const open of opens) opened.push(await open());
    return await run(opened);
  } finally {
    for (const contender of opened) await contender.close();
  }
}

/** Every contender's; the first that is wrong ends the run. */
export async function checkAll(contenders: readonly Contender[]): Promise<string[]> {
  const checks: string[] = [];
  for (const contender of contenders) checks.push(await contender.check());
  return checks;
}
