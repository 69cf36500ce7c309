// The parts of an OpenAPI 3.1 document that ours has, as types: what is not here is not in it.
import type { JsonSchema } from "../../../product/operation/json-schema.ts";

export type Ref = { readonly $ref: string };

export type Example = { readonly summary?: string; readonly value: unknown };

export type Media = {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};

export type Header = { readonly description: string; readonly schema: JsonSchema };

export type Content = Readonly<Record<string, Media>>;

export type ResponseObject = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref>>;
  readonly content?: Content;
};

/** By status. */
export type Responses = Readonly<Record<string, ResponseObject | Ref>>;

export type RequestBody = { readonly required: boolean; readonly content: Content };

export type OperationObject = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: RequestBody;
  readonly responses: Responses;
};

export const methods = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof methods)[number];

export type PathItem = { readonly [Each in Method]?: OperationObject };
export type Paths = Readonly<Record<string, PathItem>>;

export type Tag = { readonly name: string; readonly description: string };

export type Components = {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type OpenApiDocument = {
  readonly openapi: "3.1.1";
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Paths;
  readonly webhooks: Readonly<Record<string, { readonly post: OperationObject }>>;
  readonly components: Components;
};
