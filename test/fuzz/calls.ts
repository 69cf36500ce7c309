// Calls from the service's own API description: addresses, queries, headers and bodies as their schemas and examples have them, made
// by callers that may make them and callers that may not, and spoilt.
import type { OpenApiDocument, OperationObject, Parameter } from "../../src/faces/http/openapi/model.ts";
import { loadOperations } from "../../src/product/operation/groups.ts";
import type { Case } from "./cases.ts";
import type { Chance } from "./chance.ts";
import { Chance as ChanceOf } from "./chance.ts";
import { drawMutation, type Known, mutated } from "./mutations.ts";
import { drawValue, type Values } from "./schema-values.ts";
import { jsonOf, Members, memberOf, plainText, type Tree, treeOf } from "./tree.ts";
import type { WireRequest } from "./wire.ts";
import { spoilt, wireFaultNames } from "./wire-faults.ts";
import type { World } from "./world.ts";

export type Call = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly operation: OperationObject;
  /** Bodies as a client might send them. */
  readonly bodies: readonly Tree[];
  /** An input that succeeded, by the names of its fields. */
  readonly input: Tree;
};

const mutationsMax = 4;

export async function callsOf({ document, inputs }: World): Promise<readonly Call[]> {
  const operations = await loadOperations();
  const bodyFields = new Map(operations.map(({ name, http }) => [`${name}`, http?.body]));
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const name = operation.operationId.replace(/^agent\./, "");
      const input = inputs.get(name) ?? {};
      const examples = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
      const fields = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field));
      const whole = bodyFields.get(name);
      const rest = Object.fromEntries(Object.entries(input).filter(([field]) => !fields.has(field)));
      const sample = whole === undefined ? rest : input[whole];
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map((parameter) => resolved(document, parameter)),
        operation,
        bodies: [...examples.map(({ value }) => treeOf(value)), ...(inputs.has(name) ? [treeOf(sample)] : [])],
        input: treeOf(input),
      };
    }),
  );
}

function resolved({ components }: OpenApiDocument, parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const found = components.parameters[parameter.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`the description has no ${parameter.$ref}`);
  return found;
}

export type Drawing = { readonly world: World; readonly values: Values; readonly known: Known };

/** What ends a program, a key or a session that later cases need: nearly always done to another one. */
const ending =
  /^(keys\.(regenerate|flag)|programs\.update|partners\.update|members\.(add|remove)|connections\.(update|remove)|agent-keys\.revoke|operators\.remove|accounts\.(sign-out|revoke|change-password|delete|organization\.(leave|delete|remove|update-member))|agent\.programs\.update|agent\.partners\.update)/;

export function drawCall(number: number, chance: Chance, call: Call, { world, values, known }: Drawing): Case {
  const credential = drawCredential(chance, call, world);
  const of = (place: Parameter["in"]) =>
    new Members(
      call.parameters
        .filter((each) => each.in === place && (each.required || chance.isOneIn(3)))
        .map((each): [string, Tree] => {
          const given = memberOf(call.input, each.name);
          if (given !== undefined && !chance.isOneIn(4)) return [each.name, given];
          return [each.name, drawValue(chance, each.schema, each.name, values)];
        }),
    );
  const schema = call.operation.requestBody?.content["application/json"]?.schema;
  const drawBody = () =>
    call.bodies.length > 0 && !chance.isOneIn(4)
      ? chance.oneOf(call.bodies)
      : drawValue(chance, schema ?? {}, "", values);
  const body: readonly (readonly [string, Tree])[] = schema === undefined ? [] : [["body", drawBody()]];
  const whole = new Members([["path", of("path")], ["query", of("query")], ["headers", of("header")], ...body]);
  const count = chance.isOneIn(5) ? 0 : 1 + chance.below(mutationsMax);
  const mutations = Array.from({ length: count }, () => drawMutation(chance));
  const wireFault = chance.isOneIn(12) ? chance.oneOf(wireFaultNames) : null;
  const wireSeed = chance.seed();
  const from = `10.${chance.below(256)}.${chance.below(256)}.${chance.below(256)}`;
  return {
    ...{ number, target: call.operationId, kind: "call", credential: credential.name, mutations, wireFault },
    request(some, fault) {
      const tree = some.reduce<Tree>((each, mutation) => mutated(each, mutation, known), whole);
      const request = requestOf(call, tree, { "x-forwarded-for": from, ...credential.headers });
      return spoilt(request, fault, new ChanceOf(wireSeed, 0));
    },
  };
}

function drawCredential(chance: Chance, { operation, operationId }: Call, { credentials }: World) {
  const named = (name: string) => credentials.get(name) ?? chance.oneOf([...credentials.values()]);
  if (ending.test(operationId) && !chance.isOneIn(80)) {
    return named(chance.oneOf(["spare", "spare", "spare", "stranger", "nobody", "agent that only reads"]));
  }
  if (chance.isOneIn(7)) return chance.oneOf([...credentials.values()]);
  const kinds = new Set(operation.security.flatMap((each) => Object.keys(each)));
  if (kinds.has("programKey")) return named("program key");
  if (kinds.has("agentKey")) return named("agent");
  if (!kinds.has("sessionToken") && !kinds.has("session")) return named("nobody");
  return named(chance.oneOf(["owner", "owner", "owner", "operator", "owner's cookie"]));
}

function requestOf(call: Call, tree: Tree, credential: Readonly<Record<string, string>>): WireRequest {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = memberOf(memberOf(tree, "path"), name);
    return value === undefined ? "" : encoded(plainText(value));
  });
  const query = membersOf(memberOf(tree, "query")).map(
    ([name, value]) => `${encoded(name)}=${encoded(plainText(value))}`,
  );
  const headers = membersOf(memberOf(tree, "headers")).flatMap(([name, value]) => {
    const text = plainText(value);
    return /^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
      ? [[name.toLowerCase(), text.slice(0, 4_000)] as const]
      : [];
  });
  const body = memberOf(tree, "body");
  const hasBody = body !== undefined;
  return {
    method: call.method,
    path: query.length === 0 ? path : `${path}?${query.join("&")}`.slice(0, 12_000),
    headers: {
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...Object.fromEntries(headers),
      ...credential,
    },
    body: hasBody ? Buffer.from(jsonOf(body)) : null,
    isRude: path.length + query.join().length > 8_000 || path.includes("//"),
  };
}

function membersOf(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  return tree instanceof Members ? tree.entries : [];
}

/** Half a surrogate pair goes as the bytes it would have. */
function encoded(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : [...Buffer.from(text, "utf16le")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
