// Configuration: the only reader of the environment. One schema says every variable's meaning, default and bounds.
// All faults are reported at once, each naming its variable; the result is frozen, and its secrets cannot be printed by
// accident. It never guesses: an empty variable counts as unset, anything else that is not understood is a fault.
import { resolve } from "node:path";
import { z } from "zod";
import { generatedSecretKeys } from "./generated-secret-keys.ts";
import { Secret } from "./secret.ts";

const secretCharactersMin = 32;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const portMessage = "must be a whole number from 0 to 65535";
const port = z.string().regex(/^\d+$/, portMessage).transform(Number).pipe(z.int(portMessage).max(65_535, portMessage));
const address = z.string().regex(/^[\w.:-]+$/, "must be an address or a host name");
const databaseUrl = z
  .string()
  .refine((text) => hasProtocol(text, "postgres:", "postgresql:"), "must look like postgres://user@host/database");
const webUrl = z
  .string()
  .refine(
    (text) => hasProtocol(text, "http:", "https:") && !/[?#]/.test(text),
    "must be an http or https address without query",
  )
  .transform((url) => url.replace(/\/+$/, ""));
const secretKeys = z
  .string()
  .transform((keys) => keys.split(",").map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= secretCharactersMin),
    `must be secrets of at least ${secretCharactersMin} characters each, separated by commas`,
  );

const noRpcUrls: ReadonlyMap<string, string> = new Map();
const rpcUrls = z
  .string()
  .transform((text) => text.split(",").map(rpcUrlOf))
  .refine(
    (entries) => entries.every((entry) => entry !== null),
    "must be entries such as eip155:8453=https://node.example, separated by commas",
  )
  .transform((entries) => entries.filter((entry) => entry !== null))
  .refine((entries) => new Map(entries).size === entries.length, "must name each chain once")
  .transform((entries): ReadonlyMap<string, string> => new Map(entries));

/** Every variable, in the order it is documented. */
const schema = z.object({
  PORT: documented(port.optional(), "8080", "Port the service listens on; unset and taken, the next free one."),
  HOST: documented(
    address.optional(),
    "127.0.0.1; with DATABASE_URL 0.0.0.0",
    "Address of this machine the service listens on.",
  ),
  DATABASE_URL: documented(
    databaseUrl.optional(),
    "embedded PostgreSQL",
    "PostgreSQL 15 to 18 to use, as postgres://user:password@host:port/database.",
  ),
  SVC_DATA_DIR: documented(
    z.string().default(".svc"),
    ".svc",
    "Folder of the embedded database and of generated secrets, closed to other users.",
  ),
  SVC_BASE_URL: documented(
    webUrl.optional(),
    "the address listened on",
    "Public address of the service, for webhook addresses and links.",
  ),
  SVC_SECRET_KEYS: documented(
    secretKeys.optional(),
    "generated into the data folder; with DATABASE_URL required",
    `Comma-separated secrets of at least ${secretCharactersMin} characters for encryption and keyed hashes: the first writes, all read.`,
  ),
  LOG_LEVEL: documented(
    z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    "info",
    `Least severe log lines written: ${logLevels.join(", ")}.`,
  ),
  RATE_LIMIT_BROWSER_PER_MINUTE: limit(120, [1, 1_000_000], "Clicks and browser leads one address may send a minute."),
  RATE_LIMIT_KEY_PER_MINUTE: limit(6000, [1, 10_000_000], "Tracking calls one program key may make a minute."),
  RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: limit(
    300,
    [1, 1_000_000],
    "Webhooks with a wrong signature one address may send a minute.",
  ),
  TRACKING_BODY_BYTES_MAX: limit(65_536, [1024, 1_048_576], "Largest body of a tracking call, in bytes."),
  WEBHOOK_BODY_BYTES_MAX: limit(1_048_576, [1024, 16_777_216], "Largest body of a provider's webhook, in bytes."),
  BATCH_EVENTS_MAX: limit(500, [1, 10_000], "Most events that share one transaction."),
  QUEUE_EVENTS_MAX: limit(
    10_000,
    [1, 1_000_000],
    "Most events waiting to be written; what comes then is answered 503.",
  ),
  TRACKING_LOG_RETENTION_DAYS: limit(30, [1, 3650], "Days the lines of the tracking log are kept."),
  X402_RPC_URLS: documented(
    rpcUrls.optional(),
    "none: x402 payments stay merchant_asserted",
    "Nodes to look x402 payments up on their chains, as eip155:8453=https://node.example, separated by commas.",
  ),
  X402_CONFIRMATIONS: limit(12, [1, 10_000], "Blocks that must stand on a payment before its chain is believed."),
  TRUST_PROXY_HOPS: limit(0, [0, 10], "Reverse proxies in front of the service whose X-Forwarded-For is believed."),
  SHUTDOWN_TIMEOUT_SECONDS: limit(
    10,
    [1, 600],
    "Seconds a stop may take before the process gives up and exits with 1.",
  ),
});

export type Variable = { readonly name: string; readonly default: string; readonly meaning: string };

export const variables: readonly Variable[] = Object.entries(schema.shape).map(([name, variable]) => {
  const { default: byDefault, description } = z.globalRegistry.get(variable) ?? {};
  return { name, default: String(byDefault), meaning: String(description) };
});

export type Config = ReturnType<typeof readConfig>;

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join("\n"), options);
    this.faults = faults;
  }
}

/** Makes the secret keys of an embedded installation when there are none yet. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = readEnvironment(env);
  const isEmbedded = given.DATABASE_URL === undefined;
  const dataDir = resolve(given.SVC_DATA_DIR);
  return Object.freeze({
    port: given.PORT ?? 8080,
    /** Whether the port was asked for: then a taken one is an error. */
    portIsFixed: given.PORT !== undefined || !isEmbedded,
    host: given.HOST ?? (isEmbedded ? "127.0.0.1" : "0.0.0.0"),
    /** Null is the embedded database. */
    databaseUrl: given.DATABASE_URL === undefined ? null : new Secret(given.DATABASE_URL),
    dataDir,
    /** Without a slash at its end; null is the address listened on. */
    baseUrl: given.SVC_BASE_URL ?? null,
    /** The first one writes, all read. */
    secretKeys: new Secret<readonly string[]>(Object.freeze(given.SVC_SECRET_KEYS ?? readGeneratedSecretKeys(dataDir))),
    logLevel: given.LOG_LEVEL,
    rateLimitBrowserPerMinute: given.RATE_LIMIT_BROWSER_PER_MINUTE,
    rateLimitKeyPerMinute: given.RATE_LIMIT_KEY_PER_MINUTE,
    rateLimitBadSignaturesPerMinute: given.RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE,
    trackingBodyBytesMax: given.TRACKING_BODY_BYTES_MAX,
    webhookBodyBytesMax: given.WEBHOOK_BODY_BYTES_MAX,
    batchEventsMax: given.BATCH_EVENTS_MAX,
    queueEventsMax: given.QUEUE_EVENTS_MAX,
    trackingLogRetentionDays: given.TRACKING_LOG_RETENTION_DAYS,
    /** By the CAIP-2 name of the chain; addresses of nodes often hold a key. */
    x402RpcUrls: new Secret(given.X402_RPC_URLS ?? noRpcUrls),
    x402Confirmations: given.X402_CONFIRMATIONS,
    trustProxyHops: given.TRUST_PROXY_HOPS,
    shutdownTimeoutSeconds: given.SHUTDOWN_TIMEOUT_SECONDS,
  });
}

function readEnvironment(env: NodeJS.ProcessEnv): z.infer<typeof schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
  const parsed = schema.safeParse(given);
  const faults = parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`) ?? [];
  if (given.DATABASE_URL !== undefined && given.SVC_SECRET_KEYS === undefined) {
    faults.push("SVC_SECRET_KEYS is required with DATABASE_URL.");
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return parsed.data;
}

function readGeneratedSecretKeys(dataDir: string): string[] {
  try {
    return secretKeys.parse(generatedSecretKeys(dataDir));
  } catch (error) {
    const reason = error instanceof z.ZodError ? `its secrets ${error.issues[0]?.message}` : describe(error);
    throw new ConfigError([`SVC_DATA_DIR (${dataDir}) has no usable file secret-keys: ${reason}.`], { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function documented<Schema extends z.ZodType>(variable: Schema, byDefault: string, description: string): Schema {
  return variable.meta({ default: byDefault, description });
}

function limit(byDefault: number, [min, max]: readonly [number, number], description: string) {
  const message = `must be a whole number from ${min} to ${max}`;
  const bounded = z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));
  return documented(bounded.default(byDefault), String(byDefault), description);
}

/** An EVM chain by its CAIP-2 name, and its node. */
function rpcUrlOf(entry: string): readonly [network: string, url: string] | null {
  const [, network, url] = /^(eip155:[1-9]\d{0,15})=(\S+)$/.exec(entry.trim()) ?? [];
  if (network === undefined || url === undefined || !hasProtocol(url, "http:", "https:")) return null;
  // A request cannot carry a name and a password in its address.
  return URL.parse(url)?.username === "" ? [network, url] : null;
}

function hasProtocol(text: string, ...protocols: readonly string[]): boolean {
  return protocols.includes(URL.parse(text)?.protocol ?? "");
}
