// How calls of the document are refused: for each status the codes it may carry, what each means, and its envelope.
import { z } from "zod";
import { type ErrorCode, errorMeanings } from "../../../core/vocabulary/errors.ts";
import { words } from "../../../core/vocabulary/fields.ts";
import type { JsonSchema } from "../../../product/operation/json-schema.ts";
import {
  answerOfKind,
  envelopeOf,
  errorEnvelope,
  Refusal,
  type RefusalKind,
} from "../../../product/operation/refusal.ts";
import { rotationWarning } from "../track/answers/answer-schemas.ts";
import type { Example, Ref, Responses } from "./model.ts";
import { pascal, schemaOf } from "./schemas.ts";
import { headersOf, rotationHeaders, type Shared } from "./shared.ts";

/** Every call can end with these. */
export const always: readonly RefusalKind[] = ["rate_limited", "internal_error", "unavailable"];
export const ofBodies: readonly RefusalKind[] = ["invalid_request", "body_too_large", "unsupported_media_type"];

const warnings = z
  .array(rotationWarning)
  .optional()
  .meta({ description: "Of a program key that must be replaced and still works" });

const rateLimited = z
  .strictObject({
    error: z
      .strictObject({
        code: z.literal("rate_limited"),
        message: words("The error, in a sentence for people"),
        retry_after_seconds: z.int().positive().meta({ description: "Wait so long, and make the same call again" }),
      })
      .meta({ description: "Why the call was refused" }),
    warnings,
  })
  .meta({ description: "Too many calls. It has an envelope of its own." });

const keyRefused = z
  .strictObject({
    error: z
      .strictObject({
        code: z.literal("api_key_rotation_required"),
        message: words("The error, in a sentence for people"),
        hint: words("What to do about it"),
        docs_url: words("Where it is explained"),
      })
      .meta({ description: "Why the call was refused" }),
  })
  .meta({ description: "The program key is past the date by which it had to be replaced." });

/** `hasRotation`: the call is made with a program key, whose rotation is announced in the answer's headers. */
export function errorResponses(
  shared: Shared,
  kinds: readonly RefusalKind[],
  { hasRotation = false }: { readonly hasRotation?: boolean } = {},
): Responses {
  const byStatus = Map.groupBy(new Set(kinds), (kind) => answerOfKind(kind).status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [String(status), responseOf(shared, status, ofStatus, hasRotation)]),
  );
}

function responseOf(shared: Shared, status: number, kinds: readonly RefusalKind[], hasRotation: boolean): Ref {
  const codes = [...new Set(kinds.map((kind) => answerOfKind(kind).code))];
  const name = `${kinds.map(pascal).sort().join("Or")}${hasRotation ? "OfKey" : ""}`;
  return shared.response(name, {
    description: codes.map((code) => `- \`${code}\`: ${errorMeanings[code]}`).join("\n"),
    headers: headersOf(
      ...(status === 401 ? ["Authenticate" as const] : []),
      ...(status === 429 || status === 503 ? ["RetryAfter" as const] : []),
      ...(hasRotation ? rotationHeaders : []),
    ),
    content: {
      "application/json": {
        schema: envelopeSchema(shared, codes),
        examples: Object.fromEntries(kinds.map((kind) => [kind, exampleOf(kind)])),
      },
    },
  });
}

function envelopeSchema(shared: Shared, codes: readonly ErrorCode[]): JsonSchema {
  const [only = {}, ...others] = envelopes(shared, codes);
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

/** One for each kind of envelope that has any of the codes. */
export function envelopes(shared: Shared, codes: readonly ErrorCode[]): JsonSchema[] {
  const ofPlatform = codes.filter((code) => !isTyped(code));
  return [
    ...(ofPlatform.length === 0 ? [] : [schemaOf(platformEnvelope(ofPlatform))]),
    ...codes
      .filter(isTyped)
      .map((code) => shared.schema(typedEnvelopes[code].name, schemaOf(typedEnvelopes[code].schema))),
  ];
}

/** Most calls can be refused alike: an envelope is made, and turned into a schema, once for the same codes. */
const platformEnvelopes = new Map<string, z.ZodType>();

function platformEnvelope(codes: readonly ErrorCode[]): z.ZodType {
  const key = codes.join();
  const made = platformEnvelopes.get(key) ?? makePlatformEnvelope(codes);
  platformEnvelopes.set(key, made);
  return made;
}

function makePlatformEnvelope(codes: readonly ErrorCode[]): z.ZodType {
  const code = z.enum(codes).meta({ description: "The code for programs" });
  const { error } = errorEnvelope.shape;
  return errorEnvelope.extend({ error: error.extend({ code }).meta(error.meta() ?? {}), warnings });
}

const typedEnvelopes = {
  rate_limited: { name: "RateLimited", schema: rateLimited },
  api_key_rotation_required: { name: "KeyRefused", schema: keyRefused },
} as const satisfies { readonly [Code in ErrorCode]?: object };

function isTyped(code: ErrorCode): code is keyof typeof typedEnvelopes {
  return Object.hasOwn(typedEnvelopes, code);
}

function exampleOf(kind: RefusalKind): Example {
  const { code } = answerOfKind(kind);
  return { value: envelopeOf(new Refusal(kind, errorMeanings[code], exampleOptions[kind])) };
}

/** Of refusals that say more than a message. */
const exampleOptions: { readonly [Kind in RefusalKind]?: ConstructorParameters<typeof Refusal>[2] } = {
  invalid_request: { faults: [{ field: "name", message: "is required." }] },
  insufficient_scope: { details: { required_scope: "partners:write", granted_scopes: ["programs:read"] } },
  duplicate_transaction: { details: { sale_id: 42 } },
  rate_limited: { retryAfterSeconds: 7 },
  api_key_rotation_required: {
    hint: "An owner of the workspace regenerates it. The old key stops at that moment.",
    docsUrl: "https://tracking.example/docs/errors#api_key_rotation_required",
  },
};
