// Builds the package: the sources compiled into dist, which mirrors the repository, and the files they read. Node strips no types below
// node_modules, so an installed package contains JavaScript. `prepare` builds the console before.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { docsPictureFolders } from "../src/faces/http/pages/docs/contents.ts";
import { docsFiles } from "../src/faces/http/pages/docs/library.ts";
import { sbomOf } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

const built = join(root, "console/dist");
if (!existsSync(join(built, "index.html"))) fail("The console is not built. Build it first: npm run prepare");

rmSync(dist, { recursive: true, force: true });
const { status, error } = spawnSync("tsc", ["-p", "tsconfig.package.json"], { cwd: root, stdio: "inherit" });
if (error !== undefined)
  fail(`The compiler could not be started (${error.message}): it is one of the development dependencies.`);
if (status !== 0) fail("The sources were not compiled.");

const isNoSource = (path: string): boolean => extname(path) !== ".ts";
cpSync(join(root, "src"), join(dist, "src"), { recursive: true, filter: isNoSource });
for (const path of ["migrations", ...(await docsFiles()).values(), ...docsPictureFolders]) {
  cpSync(join(root, path), join(dist, path), { recursive: true });
}
cpSync(built, join(dist, "console/dist"), { recursive: true });

const { name, version, type } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(dist, "package.json"), `${JSON.stringify({ name, version, type }, null, 2)}\n`);

// What the package is made of, from the lockfile: name, version, licence and hash of each dependency.
const sbom = sbomOf(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
writeFileSync(join(dist, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
