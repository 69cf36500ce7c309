// Configuration: all that is understood of the environment. One schema says every variable's meaning, default and bounds.
// All faults are reported at once, each naming its variable; the result is frozen, and its secrets cannot be printed by
// accident. It never guesses: an empty variable counts as unset, anything else that is not understood is a fault.
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Secret } from "../access/secrets/secret.ts";
import { accountFigures, accountLimits, firstAccountRule } from "./accounts.ts";
import { callerFigures, callerLimits } from "./callers.ts";
import { capFigures, capLimits } from "./caps.ts";
import { checkpointFaults, checkpointFigures, checkpointSettings, UnusableCheckpointKey } from "./checkpoints.ts";
import { databaseFigures, databaseLimits } from "./database.ts";
import { generatedSecretKeys } from "./generated-secret-keys.ts";
import { importFigures, importSettings } from "./imports.ts";
import { misspeltVariables } from "./misspelt.ts";
import { oidcFaults, oidcFigures, oidcSettings } from "./oidc.ts";
import { outboundFigures, outboundSettings } from "./outbound.ts";
import { payoutFigures, payoutSettings } from "./payouts.ts";
import { processFigures, processSettings } from "./process.ts";
import { retentionFaults, retentionFigures, retentionSettings } from "./retention.ts";
import { strangersLimits } from "./unauthenticated.ts";
import {
  address,
  databaseUrl,
  documented,
  limit,
  mailFrom,
  metricsToken,
  metricsTokenCharactersMin,
  origins,
  port,
  rpcUrls,
  secretCharactersMin,
  secretKeys,
  smtpUrl,
  webUrl,
} from "./values.ts";

const signUpRules = ["open", "closed"] as const;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const noRpcUrls: ReadonlyMap<string, string> = new Map();
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
    "PostgreSQL 15 to 18 to use, as postgres://user:password@host:port/database; of several host:port, separated by commas, the one that takes writes.",
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
  SVC_SIGN_UP: documented(
    z.enum(signUpRules, `must be one of ${signUpRules.join(", ")}`).default("open"),
    "open",
    "Who may make an account: open is anyone, closed only the invited; the first account of an empty installation has a rule of its own.",
  ),
  ...oidcSettings,
  SMTP_URL: documented(
    smtpUrl.optional(),
    "none: mails are written to the log",
    "Server that mails are sent through, as smtp://user:password@host:587 or smtps://…:465.",
  ),
  MAIL_FROM: documented(
    mailFrom.optional(),
    "none; required with SMTP_URL",
    "Sender of mails, such as Acme <affiliates@acme.example>.",
  ),
  LOG_LEVEL: documented(
    z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    "info",
    `Least severe log lines written: ${logLevels.join(", ")}.`,
  ),
  ...callerLimits,
  ...accountLimits,
  ...capLimits,
  RATE_LIMIT_ANONYMOUS_TESTS_PER_HOUR: limit(
    100,
    [1, 1_000_000],
    "Test clicks and test leads without a key that one program takes in an hour.",
  ),
  TRACKING_BODY_BYTES_MAX: limit(65_536, [1024, 1_048_576], "Largest body of a tracking call, in bytes."),
  WEBHOOK_BODY_BYTES_MAX: limit(1_048_576, [1024, 16_777_216], "Largest body of a provider's webhook, in bytes."),
  MANAGEMENT_BODY_BYTES_MAX: limit(65_536, [1024, 1_048_576], "Largest body of any other call, in bytes."),
  ...strangersLimits,
  BATCH_EVENTS_MAX: limit(500, [1, 10_000], "Most events that share one transaction."),
  QUEUE_EVENTS_MAX: limit(
    10_000,
    [1, 1_000_000],
    "Most events waiting to be written, at most seven eighths of them of one program; what comes then is answered 503.",
  ),
  PROGRAM_CONCURRENCY_MAX: limit(
    16,
    [1, 10_000],
    "Most deliveries and calls of one program that are worked on at once while other programs have some; what else it has waits.",
  ),
  ...importSettings,
  ...databaseLimits,
  ...retentionSettings,
  ...outboundSettings,
  ...payoutSettings,
  ...checkpointSettings,
  PARTNER_EMBED_ORIGINS: documented(
    origins.default(["*"]),
    "*",
    "Whose pages may show a partner's page within theirs: * or origins such as https://acme.example, separated by commas.",
  ),
  X402_RPC_URLS: documented(
    rpcUrls.optional(),
    "none: x402 payments stay merchant_asserted",
    "Nodes to look x402 payments up on their chains, as eip155:8453=https://node.example, separated by commas.",
  ),
  X402_CONFIRMATIONS: limit(12, [1, 10_000], "Confirmations required before a payment is trusted."),
  METRICS_TOKEN: documented(
    metricsToken.optional(),
    "none: GET /metrics answers callers on this machine alone",
    `Bearer token that GET /metrics asks for, of at least ${metricsTokenCharactersMin} characters.`,
  ),
  ...processSettings,
  SVC_REMOTE: documented(
    webUrl.optional(),
    "none: commands work on the database",
    "Running service that a brand's commands ask over HTTP instead, where svc login has logged in.",
  ),
  SVC_API_KEY: documented(
    z.string().optional(),
    "none",
    "Program API key for svc test and svc verify-integration, instead of --key.",
  ),
});

/** Of commands that ask a service over HTTP: client commands read only these. */
const clientSchema = schema.pick({
  PORT: true,
  SVC_DATA_DIR: true,
  SVC_BASE_URL: true,
  SVC_REMOTE: true,
  SVC_API_KEY: true,
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

/** Creates the secret keys of an embedded installation if they are missing. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = readEnvironment(env);
  const isEmbedded = given.DATABASE_URL === undefined;
  const dataDir = resolve(given.SVC_DATA_DIR);
  const ownFolder = isEmbedded || setIn(env).SVC_DATA_DIR !== undefined ? dataDir : null;
  const host = given.HOST ?? (isEmbedded ? "127.0.0.1" : "0.0.0.0");
  return Object.freeze({
    port: given.PORT ?? 8080,
    /** Whether the port was asked for: then a taken one is an error. */
    portIsFixed: given.PORT !== undefined || !isEmbedded,
    host,
    /** Null is the embedded database. */
    databaseUrl: given.DATABASE_URL === undefined ? null : new Secret(given.DATABASE_URL),
    ...databaseFigures(given),
    dataDir,
    /** Where positions of the log are noted; null with DATABASE_URL where no folder was named for it. */
    positionsDir: ownFolder,
    /** Without a slash at its end; null is the address listened on. */
    baseUrl: given.SVC_BASE_URL ?? null,
    /** The first one writes, all read. */
    secretKeys: new Secret<readonly string[]>(Object.freeze(given.SVC_SECRET_KEYS ?? readGeneratedSecretKeys(dataDir))),
    signUp: given.SVC_SIGN_UP,
    firstAccount: firstAccountRule({
      host,
      baseUrl: given.SVC_BASE_URL,
      trustProxyHops: given.TRUST_PROXY_HOPS,
      accounts: given.ACCOUNTS,
    }),
    ...oidcFigures(given),
    /** Null is the log. */
    mail: given.SMTP_URL === undefined ? null : new Secret({ smtpUrl: given.SMTP_URL, from: given.MAIL_FROM ?? "" }),
    ...processFigures(given),
    logLevel: given.LOG_LEVEL,
    ...callerFigures(given),
    ...accountFigures(given),
    ...capFigures(given),
    rateLimitAnonymousTestsPerHour: given.RATE_LIMIT_ANONYMOUS_TESTS_PER_HOUR,
    trackingBodyBytesMax: given.TRACKING_BODY_BYTES_MAX,
    webhookBodyBytesMax: given.WEBHOOK_BODY_BYTES_MAX,
    managementBodyBytesMax: given.MANAGEMENT_BODY_BYTES_MAX,
    bodyBytesInFlightMax: given.BODY_BYTES_IN_FLIGHT_MAX,
    bodyBytesPerAddressMax: given.BODY_BYTES_PER_ADDRESS_MAX,
    connectionsMax: given.CONNECTIONS_MAX,
    requestHeadersTimeoutSeconds: given.REQUEST_HEADERS_TIMEOUT_SECONDS,
    requestTimeoutSeconds: given.REQUEST_TIMEOUT_SECONDS,
    batchEventsMax: given.BATCH_EVENTS_MAX,
    queueEventsMax: given.QUEUE_EVENTS_MAX,
    programConcurrencyMax: given.PROGRAM_CONCURRENCY_MAX,
    ...importFigures(given),
    ...retentionFigures(given),
    ...outboundFigures(given),
    ...payoutFigures(given),
    checkpoints: readCheckpoints(given, { dataDir, isEmbedded }),
    partnerEmbedOrigins: given.PARTNER_EMBED_ORIGINS,
    /** By the CAIP-2 name of the chain; addresses of nodes often hold a key. */
    x402RpcUrls: new Secret(given.X402_RPC_URLS ?? noRpcUrls),
    x402Confirmations: given.X402_CONFIRMATIONS,
    /** Null without one: only callers on this machine are answered. */
    metricsToken: given.METRICS_TOKEN === undefined ? null : new Secret(given.METRICS_TOKEN),
  });
}

export type ClientConfig = ReturnType<typeof readClientConfig>;

/** For commands on a machine that may have no installation: it makes nothing there. */
export function readClientConfig(env: NodeJS.ProcessEnv) {
  const given = setIn(env);
  const parsed = clientSchema.safeParse(given);
  if (!parsed.success) {
    // All faults at once, also those of variables this command would not have read.
    readEnvironment(env);
    throw new ConfigError(parsed.error.issues.map(faultOf));
  }
  const { PORT, SVC_DATA_DIR, SVC_BASE_URL, SVC_REMOTE, SVC_API_KEY } = parsed.data;
  return Object.freeze({
    /** Null is the database. */
    remote: SVC_REMOTE ?? null,
    apiKey: SVC_API_KEY === undefined ? null : new Secret(SVC_API_KEY),
    /** Where this user's logins are kept. */
    configHome: given.XDG_CONFIG_HOME ?? join(homedir(), ".config"),
    /** Of a service of this machine. */
    port: PORT ?? 8080,
    portIsFixed: PORT !== undefined || given.DATABASE_URL !== undefined,
    dataDir: resolve(SVC_DATA_DIR),
    baseUrl: SVC_BASE_URL ?? null,
    isEmbedded: given.DATABASE_URL === undefined,
  });
}

/** An empty variable counts as unset. */
function setIn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
}

function faultOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")} ${issue.message}.`;
}

function readEnvironment(env: NodeJS.ProcessEnv): z.infer<typeof schema> {
  const given = setIn(env);
  const parsed = schema.safeParse(given);
  const faults = parsed.error?.issues.map(faultOf) ?? [];
  if (given.DATABASE_URL !== undefined && given.SVC_SECRET_KEYS === undefined) {
    faults.push("SVC_SECRET_KEYS is required with DATABASE_URL.");
  }
  if (given.SMTP_URL !== undefined && given.MAIL_FROM === undefined) {
    faults.push("MAIL_FROM is required with SMTP_URL.");
  }
  faults.push(...checkpointFaults(given), ...retentionFaults(given), ...oidcFaults(given));
  faults.push(...misspeltVariables(given, Object.keys(schema.shape)));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return parsed.data;
}

function readCheckpoints(
  given: z.infer<typeof schema>,
  where: { readonly dataDir: string; readonly isEmbedded: boolean },
) {
  try {
    return checkpointFigures(given, { ...where, baseUrl: given.SVC_BASE_URL ?? null });
  } catch (error) {
    if (error instanceof UnusableCheckpointKey) throw new ConfigError([error.message], { cause: error });
    throw error;
  }
}

function readGeneratedSecretKeys(dataDir: string): string[] {
  try {
    return secretKeys.parse(generatedSecretKeys(dataDir));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const reason = error instanceof z.ZodError ? `its secrets ${error.issues[0]?.message}` : words;
    throw new ConfigError([`SVC_DATA_DIR (${dataDir}) has no usable file secret-keys: ${reason}.`], { cause: error });
  }
}
