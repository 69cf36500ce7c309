// Which modules a command line loads, by their paths in the repository: run as a process of its own, with a hook before it.
import { fileURLToPath } from "node:url";
import { runSvcProcess, svcSources } from "./svc.ts";
import { root } from "./tree.ts";

const hook = fileURLToPath(new URL("./say-loaded-modules.ts", import.meta.url));

export async function modulesLoadedBy(words: readonly string[]): Promise<string[]> {
  const { stderr } = await runSvcProcess(words, { script: svcSources, env: { NODE_OPTIONS: `--import=${hook}` } });
  const urls = [...stderr.matchAll(/^loaded (file:\S+)$/gm)].map(([, url = ""]) => url);
  return urls.map((url) => fileURLToPath(url).slice(root.length).replace(/^\//, ""));
}
