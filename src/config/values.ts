// The kinds of values that environment variables hold, each with the words of a fault, and how one is documented.
import { z } from "zod";
import { readAddress } from "../engine/postgres/address.ts";

export const secretCharactersMin = 32;
export const metricsTokenCharactersMin = 16;

const portMessage = "must be a whole number from 0 to 65535";
export const port = z
  .string()
  .regex(/^\d+$/, portMessage)
  .transform(Number)
  .pipe(z.int(portMessage).max(65_535, portMessage));
export const address = z.string().regex(/^[\w.:-]+$/, "must be an address or a host name");
export const databaseUrl = z.string().superRefine((text, context) => {
  try {
    readAddress(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
  }
});
/** One host: which of several holds what, is nothing to be found out here. */
export const replicaUrl = databaseUrl.refine(
  (text) => URL.canParse(text) && !text.includes("target_session_attrs"),
  "must name one host, as postgres://user:password@host:port/database",
);
export const webUrl = z
  .string()
  .refine(
    (text) => hasProtocol(text, "http:", "https:") && !/[?#]/.test(text),
    "must be an http or https address without query",
  )
  .transform((url) => url.replace(/\/+$/, ""));
export const smtpUrl = z
  .string()
  .refine((text) => hasProtocol(text, "smtp:", "smtps:"), "must look like smtp://user:password@host:587");
export const redisUrl = z
  .string()
  .refine((text) => hasProtocol(text, "redis:", "rediss:"), "must look like redis://user:password@host:6379");
export const mailFrom = z
  .string()
  .regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, "must look like name@host or Name <name@host>");
export const metricsToken = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{${metricsTokenCharactersMin},255}$`),
    `must be ${metricsTokenCharactersMin} to 255 characters without spaces`,
  );
export const secretKeys = z
  .string()
  .transform((keys) => keys.split(",").map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= secretCharactersMin),
    `must be secrets of at least ${secretCharactersMin} characters each, separated by commas`,
  );

export const origins = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .refine(
    (all) => all.every((origin) => origin === "*" || isOrigin(origin)),
    "must be * or origins such as https://acme.example, separated by commas",
  );

export const programIds = z
  .string()
  .regex(/^\s*\d{1,15}\s*(,\s*\d{1,15}\s*)*$/, "must be ids of programs, separated by commas")
  .transform((text): readonly number[] => text.split(",").map(Number));

export const rpcUrls = z
  .string()
  .transform((text) => text.split(",").map(rpcUrlOf))
  .refine(
    (entries) => entries.every((entry) => entry !== null),
    "must be entries such as eip155:8453=https://node.example, separated by commas",
  )
  .transform((entries) => entries.filter((entry) => entry !== null))
  .refine((entries) => new Map(entries).size === entries.length, "must name each chain once")
  .transform((entries): ReadonlyMap<string, string> => new Map(entries));

/** As shown in the README, docs/configuration.md and .env.example. */
export function documented<Schema extends z.ZodType>(variable: Schema, byDefault: string, description: string): Schema {
  return variable.meta({ default: byDefault, description });
}

export function limit(byDefault: number, bounds: Bounds, description: string) {
  return documented(numberWithin(bounds).default(byDefault), String(byDefault), description);
}

/** Of what happens only where it is set; `byDefault` says what is so without it. */
export function optionalLimit(bounds: Bounds, byDefault: string, description: string) {
  return documented(numberWithin(bounds).optional(), byDefault, description);
}

type Bounds = readonly [min: number, max: number];

function numberWithin([min, max]: Bounds) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.int(message).min(min, message).max(max, message));
}

/** An EVM chain by its CAIP-2 name, and its node. */
function rpcUrlOf(entry: string): readonly [network: string, url: string] | null {
  const [, network, url] = /^(eip155:[1-9]\d{0,15})=(\S+)$/.exec(entry.trim()) ?? [];
  if (network === undefined || url === undefined || !hasProtocol(url, "http:", "https:")) return null;
  // A request cannot carry a name and a password in its address.
  return URL.parse(url)?.username === "" ? [network, url] : null;
}

function isOrigin(text: string): boolean {
  return hasProtocol(text, "http:", "https:") && URL.parse(text)?.origin === text;
}

function hasProtocol(text: string, ...protocols: readonly string[]): boolean {
  return protocols.includes(URL.parse(text)?.protocol ?? "");
}
