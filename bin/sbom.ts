// What an installed package is made of, as CycloneDX: every package of the lockfile that its dependencies lead to, and no other. `npm sbom`
// leaves out what development needs as well, and names the root after its folder. What is bundled into the console is not in it.
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  optional: z.boolean().default(false),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});
const lockfileShape = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(z.string(), locked),
});
type Locked = z.output<typeof locked>;
type Packages = Readonly<Record<string, Locked>>;

const folder = "node_modules/";

/** Of package-lock.json as it is parsed. */
export function sbomOf(lockfile: unknown) {
  const { name, version, packages } = lockfileShape.parse(lockfile);
  const paths = reachableFrom(packages, "");
  const components = new Map<string, ReturnType<typeof componentOf>>();
  const dependsOn = new Map<string, Set<string>>();
  for (const path of ["", ...paths.toSorted()]) {
    const ref = path === "" ? `${name}@${version}` : refOf(path, packages);
    if (path !== "") components.set(ref, componentOf(path, packages));
    const refs = dependsOn.get(ref) ?? new Set();
    for (const asked of askedBy(packages, path)) refs.add(refOf(asked, packages));
    dependsOn.set(ref, refs);
  }
  const root = { type: "application", "bom-ref": `${name}@${version}`, name, version, purl: purlOf(name, version) };
  return {
    ...{
      $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      version: 1,
    },
    metadata: { lifecycles: [{ phase: "pre-build" }], component: root },
    components: [...components.values()],
    dependencies: [...dependsOn].map(([ref, refs]) => ({ ref, dependsOn: [...refs].toSorted() })),
  };
}

function reachableFrom(packages: Packages, from: string): string[] {
  const found = new Set<string>();
  const queue = [from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const asked of askedBy(packages, path)) {
      if (found.has(asked)) continue;
      found.add(asked);
      queue.push(asked);
    }
  }
  return [...found];
}

/** Paths of the packages installed for this one, without absent optional peers. */
function askedBy(packages: Packages, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packageAt(packages, path);
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])].flatMap((name) => {
    const found = nearest(packages, path, name);
    if (found !== undefined) return [found];
    if (name in optionalDependencies) return [];
    throw new Error(`package-lock.json has no ${name}, which ${path || "the package"} needs.`);
  });
}

/** As Node resolves it: next to the package, then in each parent folder. */
function nearest(packages: Packages, from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf(folder) - 1))) {
    const path = `${base === "" ? "" : `${base}/`}${folder}${name}`;
    if (path in packages) return path;
    if (base === "") return undefined;
  }
}

function packageAt(packages: Packages, path: string): Locked {
  const found = packages[path];
  if (found === undefined) throw new Error(`package-lock.json has nothing at ${path}.`);
  return found;
}

function refOf(path: string, packages: Packages): string {
  return `${nameOf(path)}@${packageAt(packages, path).version}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(folder) + folder.length);
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function componentOf(path: string, packages: Packages) {
  const { version = "", resolved, integrity, license, optional } = packageAt(packages, path);
  const name = nameOf(path);
  const [, digest] = /^sha512-(\S+)/.exec(integrity ?? "") ?? [];
  return {
    ...{ type: "library", "bom-ref": refOf(path, packages), name, version, scope: optional ? "optional" : "required" },
    purl: purlOf(name, version),
    ...(digest === undefined
      ? {}
      : { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    ...(resolved === undefined ? {} : { externalReferences: [{ type: "distribution", url: resolved }] }),
  };
}

function licenseOf(license: string) {
  if (/^[\w.+-]+$/.test(license)) return { license: { id: license } };
  return /\b(?:OR|AND|WITH)\b/.test(license) ? { expression: license } : { license: { name: license } };
}
