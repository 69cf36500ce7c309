// deploy/Dockerfile as steps: what a stage copies and runs, and how its container is started.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Step = { readonly instruction: string; readonly rest: string };

export type Stage = {
  readonly name: string;
  /** Another stage's name, or an image. */
  readonly from: string;
  readonly steps: readonly Step[];
};

export type ContainerSettings = {
  readonly env: Readonly<Record<string, string>>;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly directory: string;
  readonly volumes: readonly string[];
  readonly healthCheck: readonly string[];
  /** The entry point and its default parameters. */
  readonly entryPoint: readonly string[];
  readonly parameters: readonly string[];
};

const file = join(import.meta.dirname, "Dockerfile");

export function stages(): Stage[] {
  const found: { name: string; from: string; steps: Step[] }[] = [];
  for (const { instruction, rest } of instructionsOf(readFileSync(file, "utf8"))) {
    const [from = "", , name = "image"] = rest.split(/\s+/);
    if (instruction === "FROM") found.push({ name, from, steps: [] });
    else found.at(-1)?.steps.push({ instruction, rest });
  }
  return found;
}

/** Of the last stage, which is the image. */
export function containerSettings(): ContainerSettings {
  const steps = stages().at(-1)?.steps ?? [];
  const last = (wanted: string): string => {
    const step = steps.findLast(({ instruction }) => instruction === wanted);
    if (step === undefined) throw new Error(`deploy/Dockerfile has no ${wanted}.`);
    return step.rest;
  };
  const [uid = Number.NaN, gid = Number.NaN] = last("USER").split(":").map(Number);
  return {
    env: Object.fromEntries(
      [...last("ENV").matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
    ),
    user: { uid, gid },
    directory: last("WORKDIR"),
    volumes: list(last("VOLUME")),
    healthCheck: list(last("HEALTHCHECK").replace(/^.*?CMD\s+/, "")),
    entryPoint: list(last("ENTRYPOINT")),
    parameters: list(last("CMD")),
  };
}

function list(text: string): string[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new Error(`${text} in deploy/Dockerfile is not a list.`);
  return parsed.map(String);
}

function instructionsOf(text: string): Step[] {
  const lines = text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  return lines.flatMap((line) => {
    const [, instruction, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return instruction === undefined || rest === undefined ? [] : [{ instruction, rest }];
  });
}
