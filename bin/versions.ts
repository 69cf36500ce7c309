// The version of a release: where it is named, how it follows from the pending changes in .changeset/, and what the changelogs then say.
// package.json is the source. What runs reads it there; the files here name it in their own form, and a test holds them equal.

/** A file that names the version, and every text in it that does. */
type Place = { readonly path: string; readonly pattern: RegExp };

const number = String.raw`\d+\.\d+\.\d+`;
/** What the pattern matches is the version alone. */
const between = (before: string, after: string) => new RegExp(`(?<=${before})${number}(?=${after})`, "gm");

export const places: readonly Place[] = [
  { path: "package.json", pattern: between('^ {2}"version": "', '"') },
  { path: "sdk/package.json", pattern: between('^ {2}"version": "', '"') },
  { path: "sdk/python/pyproject.toml", pattern: between('^version = "', '"') },
  { path: "sdk/python/src/svc_sdk/__init__.py", pattern: between('^__version__ = "', '"') },
  { path: "deploy/helm/svc/Chart.yaml", pattern: between('^(?:version: |appVersion: ")', '"?$') },
  { path: "deploy/kubernetes/svc.yaml", pattern: between('(?:/version: "|/svc:)', '"?$') },
  { path: "docs/install.md", pattern: between(String.raw`\bsvc-`, String.raw`\.tgz`) },
];

/** The changelog of each package that a pending change can name. */
export const changelogs = { svc: "CHANGELOG.md", "@svc/sdk": "sdk/CHANGELOG.md" } as const;
type PackageName = keyof typeof changelogs;

const levels = ["major", "minor", "patch"] as const;
type Level = (typeof levels)[number];
const headings: Readonly<Record<Level, string>> = { major: "Breaking", minor: "Added", patch: "Fixed" };

type Change = { readonly packages: ReadonlyMap<PackageName, Level>; readonly text: string };

const isPackage = (name: string): name is PackageName => name in changelogs;

/** A pending change as .changeset/README.md describes it. */
export function readChange(path: string, source: string): Change {
  const [, header = "", text = ""] = /^---\n(.*?)---\n(.*)$/s.exec(source) ?? [];
  const packages = new Map<PackageName, Level>();
  for (const line of header.split("\n").filter((each) => each !== "")) {
    const [, name = "", word = ""] = /^"(.+)": (.+)$/.exec(line) ?? [];
    const level = levels.find((each) => each === word);
    if (!isPackage(name) || level === undefined) throw new Error(`${path}: "${line}" is no package with a level.`);
    packages.set(name, level);
  }
  if (packages.size === 0 || text.trim() === "") throw new Error(`${path} names no package, or has no text.`);
  return { packages, text: text.trim().replace(/\s*\n\s*/g, " ") };
}

/** By the highest level of the changes. Without a change there is no next version. */
export function nextVersion(version: string, changes: readonly Change[]): string | undefined {
  const given = new Set(changes.flatMap(({ packages }) => [...packages.values()]));
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (given.has("major")) return `${major + 1}.0.0`;
  if (given.has("minor")) return `${major}.${minor + 1}.0`;
  return given.has("patch") ? `${major}.${minor}.${patch + 1}` : undefined;
}

/** The version heads what is unreleased, and the changes of the package follow by level. */
export function releasedChangelog(
  source: string,
  { name, version, changes }: { name: PackageName; version: string; changes: readonly Change[] },
): string {
  const added = levels.flatMap((level) => {
    const lines = changes.filter(({ packages }) => packages.get(name) === level).map(({ text }) => `- ${text}\n`);
    return lines.length === 0 ? [] : [`### ${headings[level]}\n\n${lines.join("")}`];
  });
  const [intro = "", ...sections] = source.trimEnd().split(/\n+(?=## )/);
  const [newest = ""] = sections;
  const unreleased = newest.startsWith("## Unreleased\n") ? [newest.slice("## Unreleased\n".length).trim()] : [];
  const parts = [...unreleased, ...added].map((part) => part.trim());
  const section = [`## ${version}`, ...(parts.length === 0 ? ["No changes."] : parts)].join("\n\n");
  return `${[intro, section, ...sections.slice(unreleased.length)].join("\n\n")}\n`;
}
