// The types of @svc/sdk/management, made from the API's description. They are not kept in git: the package's build writes them, and so do
// the type check and the search for dead code, so that all of these see today's operations.
// The part of the API's description that @svc/sdk/management is for: management and accounts, for people and agents. Tracking calls
// have @svc/sdk/server, webhooks are the providers', and pages are looked at.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
// biome-ignore lint/correctness/noUndeclaredDependencies: of the service, whose description this reads.
import { z } from "zod";
import { typesOf } from "../bin/openapi-types/types-of.ts";
import { describeService } from "../src/faces/http/openapi/document.ts";
import { loadOperations } from "../src/product/operation/groups.ts";

const header = "// Generated from the service's /openapi.json by sdk/generate-schema.ts.";

const isManaged = (path: string): boolean => /^\/api\/(agent\/v1|auth|v1(?!\/track))\//.test(path);

const written = fileURLToPath(new URL("src/management/schema.ts", import.meta.url));

/** Whole or not at all: several builds may run at once. */
export async function writeManagementSchema(): Promise<void> {
  const unfinished = `${written}.${process.pid}`;
  await mkdir(dirname(written), { recursive: true });
  await writeFile(unfinished, await managementSchema());
  await rename(unfinished, written);
}

async function managementSchema(): Promise<string> {
  const described = describeService({ operations: await loadOperations(), baseUrl: "https://track.example.com" });
  const paths = Object.fromEntries(Object.entries(described.paths).filter(([path]) => isManaged(path)));
  const components = usedBy({ paths, webhooks: described.webhooks }, componentsSchema.parse(described.components));
  return `${header}\n${await typesOf({ ...described, paths, components })}`;
}

const componentsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
type Components = z.output<typeof componentsSchema>;

/** Those that these parts name, and those that those name. */
function usedBy(parts: object, components: Components): Components {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      const [kind = "", of = ""] = name.split("/");
      visit(components[kind]?.[of] ?? null);
    }
  };
  visit(parts);
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      Object.fromEntries(
        Object.entries(all).filter(([name]) => kind === "securitySchemes" || used.has(`${kind}/${name}`)),
      ),
    ]),
  );
}
