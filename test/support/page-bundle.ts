// Bundles the source of a test's page, with the React that is wanted, for a browser or to be run here as on a server.
import { join } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import { root } from "./tree.ts";

export type PageSource = {
  /** From the repository's root. */
  readonly entry: string;
  /** The folder whose node_modules hold React. */
  readonly reactFrom?: string;
};

/** A script. */
export function bundlePage(source: PageSource): Promise<string> {
  return bundle(source, "iife");
}

/** The entry's exports. */
export async function importPage(source: PageSource): Promise<unknown> {
  const code = await bundle(source, "es");
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}

async function bundle({ entry, reactFrom = "." }: PageSource, format: "iife" | "es"): Promise<string> {
  const packageOf = (name: string): string => join(root, reactFrom, "node_modules", name);
  const build = await rolldown({
    input: join(root, entry),
    platform: "browser",
    tsconfig: false,
    // Development builds: they warn in the console of what production builds swallow.
    transform: {
      jsx: { runtime: "automatic", development: false },
      define: { "process.env.NODE_ENV": '"development"' },
    },
    // "use client" is for bundlers of server components.
    onLog: (level, log, say) => log.code !== "MODULE_LEVEL_DIRECTIVE" && say(level, log),
    resolve: { alias: { react: packageOf("react"), "react-dom": packageOf("react-dom") } },
  });
  try {
    const { output } = await build.generate({ format, codeSplitting: false });
    const [chunk]: readonly [OutputChunk, ...unknown[]] = output;
    return chunk.code;
  } finally {
    await build.close();
  }
}
