// The settings that compose.yaml gives each process of the service, read as compose reads them: `${NAME:?}` is a variable of the shell.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Compose = {
  readonly services: Readonly<Record<string, { readonly image?: string; readonly environment?: Settings }>>;
};
export type Settings = Readonly<Record<string, string>>;

const composeFile = join(import.meta.dirname, "compose.yaml");
/** The image's own, which compose does not name. */
const dockerfile = join(import.meta.dirname, "Dockerfile");

/** Of each process of the service by its name; `shell` holds the variables that must be set. */
export function composeSettings(shell: Settings): ReadonlyMap<string, Settings> {
  const { services }: Compose = parse(readFileSync(composeFile, "utf8"), { merge: true });
  const own = Object.entries(services).filter(([, { image }]) => image === "svc:local");
  return new Map(
    own.map(([name, { environment = {} }]) => {
      const set = Object.entries(environment).map(([variable, value]) => [variable, filledIn(value, shell)]);
      return [name, { ...imageSettings(), ...Object.fromEntries(set) }];
    }),
  );
}

function filledIn(value: string, shell: Settings): string {
  return value.replace(/\$\{([A-Z_]+)(:[?-]([^}]*))?\}/g, (_, name: string, _rest, byDefault = "") => {
    const given = shell[name];
    if (given === undefined && value.includes(`\${${name}:?`)) throw new Error(`${name} is required and not set`);
    return given ?? byDefault;
  });
}

function imageSettings(): Settings {
  const [, block = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(readFileSync(dockerfile, "utf8")) ?? [];
  return Object.fromEntries([...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));
}
