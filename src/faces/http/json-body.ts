// Parses bytes into a JSON object that can be validated field by field: right type, valid UTF-8, one object, not too deep, and no text that
// PostgreSQL cannot store. What passes can break neither the batch it shares nor the stack.
import { findUnstorableText } from "../../core/vocabulary/text.ts";
import { Refusal } from "../../product/operation/refusal.ts";

export type JsonBody = Readonly<Record<string, unknown>>;

const levelsMax = 32;
/** As nearly everybody says it: the rest of the rule is for the others. */
const plainJsonType = "application/json";
const jsonType = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;
const charsets = new Set(["utf-8", "utf8", "us-ascii"]);
/** Rejects what is not UTF-8 and drops a byte order mark. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** `text/plain` is what a browser's sendBeacon may send without asking first. */
export function isJsonType(contentType: string | undefined, takesPlainText: boolean): boolean {
  if (contentType === plainJsonType) return true;
  if (contentType === undefined) return false;
  const [essence = "", ...parameters] = contentType.toLowerCase().split(";");
  const type = essence.trim();
  if (!jsonType.test(type) && !(takesPlainText && type === "text/plain")) return false;
  return parameters.every((parameter) => {
    const [name = "", value = ""] = parameter.split("=");
    return name.trim() !== "charset" || charsets.has(value.trim().replaceAll('"', ""));
  });
}

export function parseJsonBody(
  bytes: Buffer,
  contentType: string | undefined,
  { takesPlainText }: { readonly takesPlainText: boolean },
): JsonBody {
  if (bytes.length === 0) throw new Refusal("invalid_request", "The body is empty: send a JSON object.");
  if (!isJsonType(contentType, takesPlainText)) {
    throw new Refusal("unsupported_media_type", "Send the header Content-Type: application/json, in UTF-8.");
  }
  const json = parse(bytes);
  if (json === undefined) throw new Refusal("invalid_request", "The body is not valid JSON in UTF-8.");
  if (!isJsonObject(json)) {
    throw new Refusal("invalid_request", "The body must be a JSON object.");
  }
  if (isDeeperThan(json, levelsMax)) {
    throw new Refusal("invalid_request", `The body is nested deeper than ${levelsMax} levels.`);
  }
  const path = findUnstorableText(json);
  if (path !== undefined) {
    throw new Refusal("invalid_request", `${path} contains a NUL character or half of a surrogate pair.`);
  }
  return json;
}

/** Undefined, which no JSON is, when it cannot be read. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonBody {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
