// Builds the tracker: one classic script, self-contained and minified, the same bytes for the same sources.
// Syntax is lowered to what every browser of the last five years reads; nothing is polyfilled.
import { fileURLToPath } from "node:url";
// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the repository, whose version its root names once.
import { rolldown } from "rolldown";

const target = "es2019";

export async function buildTracker(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("src/tracker.ts", import.meta.url)),
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    platform: "browser",
    tsconfig: false,
    transform: { target },
  });
  try {
    const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
    const [script] = output;
    if (output.length !== 1) throw new Error(`the tracker was built as ${output.length} files`);
    return `${script.code.trim()}\n`;
  } finally {
    await bundle.close();
  }
}
