// The kinds of fields tracking bodies are made of, and how a body is held against its schema.
// null counts as absent everywhere. An empty text counts as absent where a field is optional: an empty id must never match
// anything. Ids that are too long are refused, since a shortened id would be another one; what a browser only says of
// itself and of the page is shortened, since a click must not be lost over a long title.
import { z } from "zod";
import type { Json } from "../../../core/rules/events/events.ts";
import { idCharactersMax } from "../../../core/vocabulary/facts.ts";
import { refuseFields } from "../../../product/operation/refusal.ts";
import { isJsonObject, type JsonBody } from "../json-body.ts";

export const urlCharactersMax = 2048;
const freeFormBytesMax = 16_384;

const tooLong = (charactersMax: number): string => `must have at most ${charactersMax} characters`;

export const requiredId = z
  .string("must be a string")
  .min(1, "must not be empty")
  .max(idCharactersMax, tooLong(idCharactersMax));

export const optionalId = optionalText(idCharactersMax);

export function optionalText(charactersMax: number) {
  return z
    .string("must be a string")
    .max(charactersMax, tooLong(charactersMax))
    .nullable()
    .default(null)
    .transform((text) => (text === "" ? null : text));
}

/** Cut to its limit, never within a character. */
export function description(charactersMax: number) {
  return z
    .string("must be a string")
    .nullable()
    .default(null)
    .transform((text) => (text === null || text === "" ? null : shortened(text, charactersMax)));
}

export function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

export const amountCents = z
  .int("must be a positive integer in the smallest currency unit, below 2^53")
  .positive("must be a positive integer in the smallest currency unit");

export const optionalFlag = z.boolean("must be true or false").nullable().default(null);

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

/** Any JSON, kept as it was sent, so nothing may be in it that JSON numbers cannot carry exactly. */
export const freeForm = z
  .custom<Json>((value) => value !== undefined, "must be JSON")
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= freeFormBytesMax,
    `must be at most ${freeFormBytesMax} bytes of JSON`,
  )
  .refine((value) => isExact(value), "holds a number that is not exact beyond 2^53: send it as a string")
  .nullable()
  .default(null);

function isExact(value: unknown): boolean {
  if (typeof value === "number")
    return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  return typeof value !== "object" || value === null || Object.values(value).every(isExact);
}

/** Free-form, but for `test_mode` and `program_id`, which mean something. */
export const additionalData = freeForm
  .superRefine((data, context) => {
    if (!isJsonObject(data)) return;
    const testMode = data.test_mode ?? null;
    if (testMode !== null && typeof testMode !== "boolean") {
      context.addIssue({ code: "custom", path: ["test_mode"], message: "must be true or false" });
    }
    const programId = data.program_id ?? null;
    if (programId !== null && readProgramId(programId) === null) {
      context.addIssue({ code: "custom", path: ["program_id"], message: "must be a program's id" });
    }
  })
  .meta({
    description:
      "Any JSON of at most 16 KiB. In an object `test_mode: true` makes it a test, and `program_id` names the program of a test without a key.",
  });

/** Also of data that was not read yet. */
export function isTestMode(data: unknown): boolean {
  return isJsonObject(data) && data.test_mode === true;
}

export function programIdOf(data: unknown): number | null {
  return isJsonObject(data) ? readProgramId(data.program_id) : null;
}

/** A number or its decimal digits. */
function readProgramId(value: unknown): number | null {
  const programId = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  return typeof programId === "number" && Number.isSafeInteger(programId) && programId > 0 ? programId : null;
}

/** The body as the schema reads it, or a refusal that names every invalid field. */
export function readFields<Schema extends z.ZodType>(schema: Schema, body: JsonBody): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refuseFields(
    parsed.error.issues.map((issue) => ({ field: issue.path.join("."), message: `${issue.message}.` })),
  );
}

export function namesOf(schema: z.ZodObject): ReadonlySet<string> {
  return new Set(Object.keys(schema.shape));
}
