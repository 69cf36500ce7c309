// Holds every answer that a test gets against the service's own API description: a status, a type or a field that is not in it fails
// the test that made the call. Addresses that the document does not have are passed over.
// The document and what is compiled of it are made once for a worker, and only when they are needed.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { OpenApiDocument } from "../../src/faces/http/openapi/model.ts";

export type MadeCall = { readonly method: string; readonly path: string };
export type GotAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
};

type Described = {
  readonly document: OpenApiDocument;
  readonly find: (path: string) => string | undefined;
  readonly judge: (pointer: string) => ValidateFunction;
};

/** Throws if the document does not describe the answer. */
export async function requireDescribed({ method, path }: MadeCall, answer: GotAnswer): Promise<void> {
  const { document, find, judge } = await described();
  const pathname = new URL(path, "http://service").pathname;
  const template = find(pathname);
  if (template === undefined || method === "OPTIONS") return;
  // With a NUL the address does not exist, regardless of the method.
  if (pathname.includes("%00") && answer.status === 404) return;
  const called = method === "HEAD" ? "get" : method.toLowerCase();
  const refuse = (why: string): never => {
    throw new Error(
      `${method} ${pathname} (${template}) was answered ${answer.status}, ${why}: ${answer.text.slice(0, 2000)}`,
    );
  };
  const operation = Object.entries(document.paths[template] ?? {}).find(([name]) => name === called)?.[1];
  if (operation === undefined) {
    if (answer.status !== 405) refuse("and the API description has no such method there");
    return;
  }
  const response = operation.responses[String(answer.status)];
  if (response === undefined) return refuse(`a status that ${operation.operationId} does not describe`);
  const at =
    "$ref" in response ? response.$ref : pointerTo("paths", template, called, "responses", String(answer.status));
  const { content } = "$ref" in response ? sharedResponse(document, response.$ref) : response;
  if (method === "HEAD" || (content === undefined && answer.text === "")) return;
  const type = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
  if (content?.[type] === undefined) refuse(`as ${type}, which ${operation.operationId} does not describe`);
  if (type !== "application/json") return;
  const validate = judge(`${at}${pointerTo("content", type, "schema").slice(1)}`);
  if (validate(answer.body)) return;
  const faults = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  refuse(`which is not what ${operation.operationId} describes (${faults?.join("; ")})`);
}

declare global {
  // Our modules reload with each test file, this does not.
  var describedService: Promise<Described> | undefined;
}

/** The document that answers are held against. */
export function readDescription(): Promise<Described> {
  return described();
}

function described(): Promise<Described> {
  globalThis.describedService ??= describe();
  return globalThis.describedService;
}

async function describe(): Promise<Described> {
  const [{ describeService }, { loadOperations }] = await Promise.all([
    import("../../src/faces/http/openapi/document.ts"),
    import("../../src/product/operation/groups.ts"),
  ]);
  const document = describeService({ operations: await loadOperations(), baseUrl: "http://service.test" });
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    find: finderOf(Object.keys(document.paths)),
    judge(pointer) {
      const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
      compiled.set(pointer, known);
      return known;
    },
  };
}

/** An address that is written out comes before one with parameters. */
function finderOf(templates: readonly string[]): Described["find"] {
  const patterns = templates
    .map((template) => ({
      template,
      parameters: template.split("{").length,
      pattern: new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    }))
    .sort((one, other) => one.parameters - other.parameters);
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.template;
}

function sharedResponse({ components }: OpenApiDocument, ref: string) {
  const response = components.responses[ref.split("/").at(-1) ?? ""];
  if (response === undefined) throw new Error(`the API description has no ${ref}`);
  return response;
}

function pointerTo(...names: readonly string[]): string {
  return `#/${names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}
