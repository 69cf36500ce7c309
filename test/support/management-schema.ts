// The part of the API's description that @svc/sdk/management is for: management and accounts, for people and agents. Tracking calls
// have @svc/sdk/server, webhooks are the providers', and pages are looked at.
import { describeService } from "../../src/http/openapi/document.ts";
import { loadOperations } from "../../src/operations/groups.ts";
import { typesOf } from "./openapi-types/types-of.ts";

const isManaged = (path: string): boolean => /^\/api\/(agent\/v1|auth|v1(?!\/track))\//.test(path);

export async function managementSchema(): Promise<string> {
  const described = describeService({ operations: await loadOperations(), baseUrl: "https://track.example.com" });
  const paths = Object.fromEntries(Object.entries(described.paths).filter(([path]) => isManaged(path)));
  return `// Generated from the service's /openapi.json: npx vitest run test/sdk/management/schema.test.ts -u\n${await typesOf({ ...described, paths })}`;
}
