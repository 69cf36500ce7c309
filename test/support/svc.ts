// Runs `svc` and keeps what it wrote apart: answers on stdout, faults on stderr. In this process, unless a test is about processes.
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { plainly } from "../../src/faces/cli/called.ts";
import { runCommandLine } from "../../src/faces/cli/command-line.ts";
import { commands as allCommands, type CommandEntry } from "../../src/faces/cli/commands.ts";
import { bundleVariable, environmentOf } from "./child.ts";

/** The sources, as users run them from a checkout. */
export const svcSources = new URL("../../src/faces/cli/svc.ts", import.meta.url);

const bundle = process.env[bundleVariable];
/** The same in fewer files, where the run bundled them. */
export const svcScript = bundle === undefined ? svcSources : pathToFileURL(bundle);

export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  /** All there is of the environment; a process has a little more, to start at all. */
  readonly env?: NodeJS.ProcessEnv;
  /** What it finds on stdin; left open and empty when undefined. */
  readonly input?: string;
  /** Ends it as Ctrl-C would, then. */
  readonly interruptWhen?: Promise<void>;
};

/** Within this process. */
type InProcess = RunOptions & {
  readonly commands?: readonly CommandEntry[];
  /** How it was called, for what it says to type. */
  readonly called?: string;
};

export type Running = {
  /** Everything said so far on stdout and stderr. */
  said(): string;
  /** Resolves with the match once it has said it; rejects when it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly run: Promise<Run>;
};

/** As a shell would cut what the help shows, up to a redirection. */
export function wordsOf(example: string): string[] {
  const [call = ""] = example.split(" < ");
  return [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

export function runSvc(words: readonly string[], options: InProcess = {}): Promise<Run> {
  return startSvc(words, options).run;
}

/** Left running, for commands that wait for a person. */
export function startSvc(words: readonly string[], options: InProcess = {}): Running {
  const { env = {}, input, interruptWhen, commands = allCommands, called = plainly } = options;
  const stop = new AbortController();
  void interruptWhen?.then(() => stop.abort());
  const written = { stdout: "", stderr: "" };
  let said = "";
  let look = (): void => undefined;
  const output = (name: keyof typeof written): Writable =>
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        written[name] += text;
        said += text;
        look();
        done();
      },
    });
  const streams = { stdin: stdinOf(input), stdout: output("stdout"), stderr: output("stderr") };
  const shell = { env, ...streams, called, stop: stop.signal };
  const ended = runCommandLine(commands, words, { ...shell, lowerPriority: () => undefined });
  return {
    said: () => said,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const match = pattern.exec(said);
          if (match !== null) resolve(match);
        };
        void ended.then(() => reject(new Error(`The command ended without saying ${pattern}:\n${said}`)), reject);
        look();
      }),
    run: ended.then((code) => ({ code, ...written })),
  };
}

function stdinOf(input: string | undefined): Readable {
  return input === undefined ? new Readable({ read: () => undefined }) : Readable.from([Buffer.from(input)]);
}

type InAProcess = RunOptions & { readonly script?: URL };

/** As a user would: for signals, exit codes of the shell, and what a process loads. */
export function runSvcProcess(words: readonly string[], options: InAProcess = {}): Promise<Run> {
  const { env = {}, input, interruptWhen, script = svcScript } = options;
  const child = spawn(process.execPath, [fileURLToPath(script), ...words], { env: environmentOf(env) });
  if (input !== undefined) child.stdin.end(input);
  void interruptWhen?.then(() => child.kill("SIGINT"));
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
    });
  }
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, ...written }));
  });
}
