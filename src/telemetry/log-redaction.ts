// Keeps secrets and personal data out of the log: an error contains anything that a library put into it, so only its fields without values are
// logged, and from its message all secrets of the configuration, texts that look like secrets, and e-mail addresses are removed. Our own
// fields contain only ids and counts and are not examined.
import { inspect } from "node:util";
import type { LoggerOptions } from "pino";
import { agentKeyPrefix, programKeyPrefix } from "../access/key-mask.ts";
import type { Config } from "../config/config.ts";

/** Says where it failed and how; what is left out, such as `detail` of PostgreSQL or `response` of a mail server, quotes what was sent. */
const errorFields = [
  ...["code", "errno", "syscall", "address", "port", "hostname", "severity", "schema", "table", "column", "dataType"],
  ...["constraint", "routine", "command", "responseCode", "status", "fault"],
] as const;
const causesMax = 5;
/** Of one text; longer ones quote what they were given. */
const charactersMax = 4_000;
/** Shorter values are common words. */
const secretCharactersMin = 6;
/** Of SQLSTATE: PostgreSQL quotes the value that it could not read. */
const quotesItsValue = /^22/;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@]{1,512}@/g, "://[secret]@"],
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>]*/gi, "$1?[query]"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 [secret]"],
  [
    new RegExp(`\\b(?:${programKeyPrefix}|${agentKeyPrefix}|opl_|whsec_|sk_|rk_|pk_|pdl_)[\\w+/=-]{8,}`, "g"),
    "[secret]",
  ],
  [
    /\b(\w{0,20}(?:signature|credential|accesskeyid|secret|token|password|api[_-]?key))(["']?\s{0,9}[=:>]\s{0,9}["']?)[^\s"'&,;<>]+/gi,
    "$1$2[secret]",
  ],
  [/[^\s"'<>()=,;:/[\]@]{1,64}@[^\s"'<>()=,;:/[\]@]{1,255}\.[a-z]{2,}/gi, "[e-mail]"],
  [/(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/s, "[text] is not valid JSON"],
];

type SecretConfig = Pick<
  Config,
  | "databaseUrl"
  | "readUrl"
  | "redisUrl"
  | "mail"
  | "metricsToken"
  | "secretKeys"
  | "x402RpcUrls"
  | "checkpoints"
  | "oidc"
>;

/** How every line of the service's log is made. */
export function redactedLines(config: SecretConfig): NonNullable<LoggerOptions["serializers"]> {
  const known = secretsOf(config);
  const text = (value: unknown): unknown => (typeof value === "string" ? redactedText(value, known) : value);
  return {
    err: (error: unknown) => errorLine(error, known),
    fault: text,
    because: text,
    said: text,
    details: (details: readonly unknown[]) => details.map((detail) => detailLine(detail, known)),
  };
}

function redactedText(said: string, known: readonly string[]): string {
  const without = known.reduce((text, secret) => text.replaceAll(secret, "[secret]"), said);
  return patterns.reduce((text, [pattern, instead]) => text.replace(pattern, instead), without.slice(0, charactersMax));
}

function detailLine(detail: unknown, known: readonly string[]): unknown {
  if (detail instanceof Error) return errorLine(detail, known);
  return redactedText(typeof detail === "string" ? detail : inspect(detail, { depth: 2 }), known);
}

function errorLine(error: unknown, known: readonly string[], causesLeft = causesMax): unknown {
  if (!(error instanceof Error)) return detailLine(error, known);
  const fields: Readonly<Record<string, unknown>> = { ...error };
  const message = redactedText(messageOf(error, fields.code), known);
  const frames = error.stack?.split("\n").filter((line) => /^ {4}at /.test(line)) ?? [];
  const inner = error instanceof AggregateError ? error.errors.slice(0, causesMax) : [];
  const lines = causesLeft === 0 ? [] : inner.map((each) => errorLine(each, known, causesLeft - 1));
  return {
    type: error.name,
    message,
    ...keptOf(fields, known),
    stack: [`${error.name}: ${message}`, ...frames].join("\n"),
    ...(lines.length === 0 ? {} : { errors: lines }),
    ...(error.cause === undefined || causesLeft === 0 ? {} : { cause: errorLine(error.cause, known, causesLeft - 1) }),
  };
}

function keptOf(fields: Readonly<Record<string, unknown>>, known: readonly string[]): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const name of errorFields) {
    const value = fields[name];
    if (typeof value === "string") kept[name] = redactedText(value, known);
    else if (typeof value === "number") kept[name] = value;
  }
  return kept;
}

function messageOf({ message }: Error, code: unknown): string {
  return typeof code === "string" && quotesItsValue.test(code) ? message.replace(/".*"/s, '"[value]"') : message;
}

/** Longest first, so that none is half left over where another begins like it. */
function secretsOf(config: SecretConfig): string[] {
  const { databaseUrl, readUrl, redisUrl, mail, metricsToken, secretKeys, x402RpcUrls, checkpoints, oidc } = config;
  const { url, bucket } = checkpoints.places.reveal();
  const places = [url ?? undefined, bucket?.accessKeyId, bucket?.secretAccessKey];
  const urls = [databaseUrl?.reveal(), readUrl?.reveal(), redisUrl?.reveal(), mail?.reveal().smtpUrl].flatMap((url) =>
    url === undefined ? [] : signInOf(url),
  );
  const plain = [
    ...[metricsToken?.reveal(), oidc?.clientSecret.reveal()],
    ...[...secretKeys.reveal(), ...x402RpcUrls.reveal().values(), ...places],
  ];
  const all = [...urls, ...plain.filter((secret) => secret !== undefined)];
  return [...new Set(all)]
    .filter(({ length }) => length >= secretCharactersMin)
    .toSorted((one, other) => other.length - one.length);
}

/** The password as written, as decoded, and as sent to a mail server. */
function signInOf(url: string): string[] {
  const [, user = "", password = ""] = /^[^:]+:\/\/([^:@/]*):([^@/]*)@/.exec(url) ?? [];
  if (password === "") return [];
  const meant = [user, password].map(decoded);
  const sent = [meant[1] ?? "", `\0${meant.join("\0")}`].map((text) => Buffer.from(text).toString("base64"));
  return [password, meant[1] ?? "", ...sent];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
