// The steps every adapter takes from a provider's JSON to a verdict, in one place so that all of them judge alike.
// It guarantees that a verdict of kind `fact` satisfies `factSchema` (whole positive amounts, storable texts) and that
// reasons name a field and a rule but never repeat a payload's content, since operators' lists show them.
// It never knows a provider's field names: those stay in that provider's adapter.
import { z } from "zod";
import { normaliseReference, referencesInMemo } from "../src/core/rules/reference.ts";
import type { Alias, Fact, Payer } from "../src/core/vocabulary/facts.ts";
import {
  aliasesMax,
  discountsMax,
  emailCharactersMax,
  factSchema,
  idCharactersMax,
  idText,
  isStorableText,
  referencesMax,
} from "../src/core/vocabulary/facts.ts";
import type { IgnoredDeliveryReason } from "../src/core/vocabulary/outcome-reasons.ts";
import type { Reading } from "./adapter.ts";

export type Verdict = Reading["verdict"];

/** What operators see of a delivery, with any outcome. */
export type Labels = Pick<Reading, "providerEventId" | "providerEventType" | "livemode">;

type Interval = "monthly" | "quarterly" | "annual";

const intervalByMonths: ReadonlyMap<number, Interval> = new Map([
  [1, "monthly"],
  [3, "quarterly"],
  [12, "annual"],
]);

/** The last second of the year 9999: later ones have no ISO form with four digits. */
const unixSecondsMax = 253_402_300_799;

const reasonCharactersMax = 255;

/** An identifier to be shown if it can be kept, and left out otherwise. */
export const labelText = idText.nullable().catch(null);
export const unixSeconds = z.int().min(0).max(unixSecondsMax);
/** An amount in the currency's smallest unit, as a payload states it. */
export const cents = z.int().nonnegative();
/**
 * Tax, which is reported and changes nothing: negative where a credited line was taxed and the new charge is not. One that
 * cannot be read is left out, since the payment is real without it.
 */
export const taxCents = z.int().nullish().catch(null);
/** An amount as digits in a text: no sign, no fraction, no exponent, no leading zero. */
export const centsText = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,15})$/)
  .transform(Number)
  .pipe(cents);
/** Tax as digits in a text. */
export const taxCentsText = z
  .string()
  .regex(/^(?:0|-?[1-9][0-9]{0,15})$/)
  .transform(Number)
  .pipe(z.int())
  .nullish()
  .catch(null);
export const currencyCode = z.string().regex(/^[A-Za-z]{3,10}$/);
/** When it happened: for reporting only, so a time that cannot be read is left out and the event still counts. */
export const reportedTime = z.iso.datetime({ offset: true }).nullable().catch(null);

/** Understood, and nothing to book. */
export function ignored(reason: IgnoredDeliveryReason): Verdict {
  return { kind: "ignored", reason };
}

/** Something we should understand but cannot: kept as failed until the adapter is corrected. */
export function unreadable(reason: string): Verdict {
  return { kind: "unreadable", reason };
}

/** `undefined`, which no JSON text means, when the bytes are not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The first thing that does not fit, as `name.path.to.field: rule`. */
export function issueText(name: string, error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? name : `${[name, ...issue.path.map(String)].join(".")}: ${issue.message}`;
}

/** Interprets `value` if it has the shape the provider documents; otherwise says which field of `name` does not. */
export function readAs<Shape>(
  name: string,
  schema: z.ZodType<Shape>,
  value: unknown,
  interpret: (shaped: Shape) => Verdict,
): Verdict {
  const parsed = schema.safeParse(value);
  return parsed.success ? interpret(parsed.data) : unreadable(issueText(name, parsed.error));
}

/** Reads a body whose envelope fits the schema; of any other, what `labelsOf` can still make out is kept. */
export function readBody<Envelope>(
  body: Buffer,
  schema: z.ZodType<Envelope>,
  labelsOf: (json: unknown) => Labels,
  interpret: (envelope: Envelope) => Verdict,
): Reading {
  const json = parseJson(body);
  const verdict = json === undefined ? unreadable("body is not JSON") : readAs("event", schema, json, interpret);
  return { ...labelsOf(json), verdict };
}

/** The last step to a fact: the vocabulary's own rules are checked here, so no adapter repeats them. */
export function factVerdict(fact: Fact): Verdict {
  return readAs(fact.type, factSchema, fact, (checked) => ({ kind: "fact", fact: checked }));
}

/** A payment's names in order, without the missing and the repeated ones. */
export function aliasesOf(names: readonly (readonly [kind: string, value: string | null | undefined])[]): Alias[] {
  const kindByValue = new Map<string, string>();
  for (const [kind, value] of names) {
    if (value) kindByValue.set(value, kind);
  }
  return Array.from(kindByValue, ([value, kind]) => ({ kind, value })).slice(0, aliasesMax);
}

/**
 * The attribution keys the brand put into the checkout's metadata, each from the first place that has a usable one.
 * An unusable value counts as absent: brands write metadata by hand, and the payment is real without it.
 */
export function attributionKeys(metadata: readonly unknown[]): Pick<Payer, "click_id" | "customer_key" | "program_id"> {
  return {
    click_id: firstUsable(metadata, "svc_click_id"),
    customer_key: firstUsable(metadata, "svc_customer_key"),
    program_id: firstUsable(metadata, "program_id"),
  };
}

/** What the brand may have registered a payment under: the codes the provider keeps whole, then what its memo may hold. */
export function referencesOf(
  codes: readonly (string | number | null | undefined)[],
  memo: string | null | undefined,
): string[] {
  const whole = codes.map((code) => normaliseReference(String(code ?? "")));
  const usable = [...whole, ...referencesInMemo(memo ?? "")].filter(isUsableReference);
  return [...new Set(usable)].slice(0, referencesMax);
}

function isUsableReference(reference: string): boolean {
  return reference !== "" && reference.length <= idCharactersMax;
}

export function usableEmail(email: string | null | undefined): string | null {
  return email && email.length <= emailCharactersMax && isStorableText(email) ? email : null;
}

/** A refund's reason as far as it can be kept: brands write novels there, and the money went back all the same. */
export function usableReason(reason: string | null | undefined): string | null {
  const start = reason?.slice(0, reasonCharactersMax);
  return start && isStorableText(start) ? start : null;
}

/** The provider's own customer, distinct from every other provider's. */
export function customerOf(provider: string, id: string | null | undefined): string | null {
  return id ? `${provider}:${id}` : null;
}

/** Where a payload's discount says what it is called, the likeliest to be a partner's first. */
const discountFields = ["promotion_code", "code", "discount_code", "coupon", "source", "discount_id", "id"] as const;

/**
 * What a payload says of a payment's discounts: a code, an id, or objects that hold either, however deep each provider puts them. What
 * is strange about them never keeps a payment from being read. `isName` leaves out ids that are no code's.
 */
export function discountsOf(
  reported: readonly unknown[],
  isName: (text: string) => boolean = () => true,
): { discounts?: string[] } {
  const names = reported.flatMap((one) => discountNames(one, discountDepthMax)).filter(isName);
  const discounts = [...new Set(names)].slice(0, discountsMax);
  return discounts.length === 0 ? {} : { discounts };
}

const discountDepthMax = 4;

function discountNames(reported: unknown, depth: number): string[] {
  if (depth === 0) return [];
  const text = usableText(reported);
  if (text !== null) return [text];
  if (Array.isArray(reported)) return reported.flatMap((one) => discountNames(one, depth - 1));
  return isRecord(reported) ? discountFields.flatMap((field) => discountNames(reported[field], depth - 1)) : [];
}

/** Intervals other than one month, three months and one year have no word here. */
export function subscriptionInterval(unit: string, count: number): Interval | null {
  if (unit === "year") return intervalByMonths.get(count * 12) ?? null;
  return unit === "month" ? (intervalByMonths.get(count) ?? null) : null;
}

function firstUsable(metadata: readonly unknown[], key: string): string | null {
  for (const source of metadata) {
    const value = usableText(isRecord(source) ? source[key] : null);
    if (value !== null) return value;
  }
  return null;
}

/** Ids are often numbers in a brand's own code, and text in the provider's store. */
function usableText(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string" || value.trim() === "" || value.length > idCharactersMax) return null;
  return isStorableText(value) ? value : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
