// The part of the API's description that @svc/sdk/management is for: management and accounts, for people and agents. Tracking calls
// have @svc/sdk/server, webhooks are the providers', and pages are looked at.
import { z } from "zod";
import { describeService } from "../../src/faces/http/openapi/document.ts";
import { loadOperations } from "../../src/product/operation/groups.ts";
import { typesOf } from "./openapi-types/types-of.ts";

const header =
  "// Generated from the service's /openapi.json; to bring it up to date: npx vitest run test/sdk/management/schema.test.ts -u";

const isManaged = (path: string): boolean => /^\/api\/(agent\/v1|auth|v1(?!\/track))\//.test(path);

export async function managementSchema(): Promise<string> {
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
