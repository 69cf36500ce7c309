// A stored payload as operators may see it: its structure, ids, amounts, times and states, without personal data and secrets. Rules for all
// providers: a key that names a person or a secret hides everything below it, and only strings that are plainly an id, a word of a
// vocabulary, a number or a time are shown. It never shows more on request: the bytes themselves are read only from the database, by a
// known role.
import type { Json, JsonObject } from "../../core/rules/events/events.ts";

const depthMax = 64;
const plainCharactersMax = 128;

/** Parts of a key, as in `billing_address` or `counterAccountName`. */
const hidingWords = new Set([
  ...[
    "email",
    "mail",
    "name",
    "firstname",
    "lastname",
    "surname",
    "fullname",
    "username",
    "nickname",
    "holder",
    "owner",
  ],
  ...["phone", "mobile", "tel", "telephone", "fax", "contact", "address", "street", "line1", "line2", "city", "postal"],
  ...[
    "postcode",
    "zip",
    "ip",
    "birth",
    "birthday",
    "birthdate",
    "dob",
    "gender",
    "shipping",
    "recipient",
    "payer",
    "note",
  ],
  ...[
    "card",
    "cvc",
    "cvv",
    "pan",
    "last4",
    "fingerprint",
    "iban",
    "bic",
    "swift",
    "routing",
    "account",
    "memo",
    "content",
  ],
  ...[
    "secret",
    "token",
    "password",
    "signature",
    "authorization",
    "apikey",
    "key",
    "keys",
    "credential",
    "credentials",
  ],
  ...["description", "comment", "message", "ssn", "vat", "passport", "balance", "accumulated"],
]);

/** Keys that have one of those parts and say nothing of anyone. */
const shownKeys = new Set(["event_name", "svc_customer_key", "customer_key", "address_id", "payer_id"]);

/** A brand may write anything there, except for the fields meant for us. */
const metadataKeys = new Set(["metadata", "custom_data", "custom", "user_metadata", "passthrough", "additional_data"]);
const ownMetadataKeys = new Set(["svc_click_id", "svc_customer_key", "svc_visitor_id", "program_id"]);

const plainText = /^[A-Za-z0-9][\w.:+/-]*$/;
const timeText = /^\d{4}-\d\d-\d\d[ T][\d:.]+(?:Z|[+-][\d:]+)?$/;
const emailText = /[^\s@]@[^\s@]/;
/** API keys, signing secrets, and tokens in three parts. */
const secretText = /^(?:sk|rk|pk|whsec|pdl|aff|agt)_|^eyJ[\w-]*\.|_secret_/;
const addressText = /^https?:\/\//;
const cardNumber = /^(?:\d[ -]?){13,19}$/;

export function payloadView(payload: unknown): Json {
  // What JSON.parse answers is nothing else.
  return view(payload as Json, { depth: 0, isMetadata: false });
}

type Place = { readonly depth: number; readonly isMetadata: boolean };

function view(value: Json, place: Place): Json {
  if (typeof value === "string") return place.isMetadata ? hidden("text", value) : textView(value);
  if (typeof value === "number") return place.isMetadata ? hidden("number") : value;
  if (value === null || typeof value === "boolean") return value;
  if (place.depth >= depthMax) return hidden("more");
  const below = { ...place, depth: place.depth + 1 };
  if (isList(value)) return value.map((item) => view(item, below));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, viewOfField(key, item, below)]));
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function viewOfField(key: string, value: Json, place: Place): Json {
  if (value === null || typeof value === "boolean") return value;
  if (ownMetadataKeys.has(key)) return view(value, { ...place, isMetadata: false });
  if (isHiding(key)) return hidden(kindOf(value));
  return view(value, { ...place, isMetadata: place.isMetadata || metadataKeys.has(key) });
}

function isHiding(key: string): boolean {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (shownKeys.has(words.join("_"))) return false;
  // A tax is an amount; whose tax number it is, is not.
  return words.some((word) => hidingWords.has(word)) || (words.includes("tax") && /^ids?$/.test(words.at(-1) ?? ""));
}

function textView(text: string): string {
  if (emailText.test(text)) return hidden("e-mail");
  if (secretText.test(text)) return hidden("secret");
  if (addressText.test(text)) return `${URL.parse(text)?.origin ?? "https:/"}/…`;
  if (cardNumber.test(text) && passesLuhn(text.replace(/\D/g, ""))) return hidden("number");
  if (text === "" || timeText.test(text)) return text;
  return plainText.test(text) && text.length <= plainCharactersMax ? text : hidden("text", text);
}

/** The check digit of card numbers: one in ten other numbers passes too, and is hidden for it. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function kindOf(value: Json): string {
  if (typeof value === "string") return emailText.test(value) ? "e-mail" : "text";
  return typeof value === "number" ? "number" : "object";
}

function hidden(kind: string, text?: string): string {
  return text === undefined ? `[hidden: ${kind}]` : `[hidden: ${kind} of ${text.length} characters]`;
}

/** Names and times stay, to show who signed and when; anything that could be a signature is hidden. */
export function headersView(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = String(value);
      return [name, /signature|authorization|token|secret|key/.test(name) ? text.replace(longRun, "••••") : text];
    }),
  );
}

/** A Unix time has ten digits. */
const longRun = /[\w+/-]{16,}={0,2}/g;
