// How `svc` was called, so that a printed command can be pasted: `svc verify` in our texts becomes `npm run --silent svc -- verify` under
// npm, and `npx svc verify` under npx.
import { basename, relative } from "node:path";
import { summaries } from "../../product/operation/names.ts";

/** In messages, and wherever it lies on the PATH. */
export const plainly = "svc";

type Start = {
  /** The script, as the shell or npm found it. */
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
};

export function calledBy({ script, env, folder }: Start): string {
  if (env.npm_command === "exec") {
    const from = env.npm_config_package ?? "";
    return from === "" ? "npx svc" : `npx --package=${from} svc`;
  }
  if (env.npm_command !== undefined) return env.npm_package_name === "svc" ? "npm run --silent svc --" : "npx svc";
  if (/^svc(\.cmd|\.ps1)?$/.test(basename(script))) return plainly;
  return `node ${relative(folder, script) || script}`;
}

/** The words behind `svc` that make it a command and not the name of the product. */
const firstWords = new Set([
  ...Object.keys(summaries).map((name) => name.split(".")[0]),
  ...["serve", "migrate", "demo", "status", "login", "logout", "test", "verify-integration", "deliveries", "log"],
  ...["reconcile", "replay", "verify", "backup", "restore", "import", "secrets", "apply", "export"],
]);

/** Every command that a text names, as it is typed here. */
export function asTyped(text: string, called: string): string {
  if (called === plainly) return text;
  return text.replace(/(?<![\w/@.-])svc (--help|--version|[a-z][a-z-]*)/g, (named, word: string) =>
    word.startsWith("--") || firstWords.has(word) ? `${called} ${word}` : named,
  );
}
