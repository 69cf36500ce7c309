// Configuration: what the environment may say, what is answered when it says something else, and its documentation.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Variable } from "../../src/config/config.ts";
import { ConfigError, readClientConfig, readConfig, variables } from "../../src/config/config.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "svc-config-"));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

const production = {
  DATABASE_URL: "postgres://svc:hush-hush@db.example/svc",
  SVC_SECRET_KEYS: `${"a".repeat(32)}, ${"b".repeat(40)}`,
};

const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

test("an empty environment is the embedded database on this machine only", () => {
  const config = readConfig({ SVC_DATA_DIR: dataDir, PORT: "", LOG_LEVEL: " " });
  expect(config).toMatchObject({
    port: 8080,
    portIsFixed: false,
    host: "127.0.0.1",
    databaseUrl: null,
    baseUrl: null,
    logLevel: "info",
    rateLimitBrowserPerMinute: 120,
    rateLimitKeyPerMinute: 6000,
    rateLimitBadSignaturesPerMinute: 300,
    trackingBodyBytesMax: 65_536,
    webhookBodyBytesMax: 1_048_576,
    batchEventsMax: 500,
    queueEventsMax: 10_000,
    trackingLogRetentionDays: 30,
    x402Confirmations: 12,
    trustProxyHops: 0,
    shutdownTimeoutSeconds: 10,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test("with DATABASE_URL it listens to everyone, and needs secrets of its own", () => {
  const config = readConfig({ ...production, SVC_BASE_URL: "https://svc.example/" });
  expect(config).toMatchObject({ host: "0.0.0.0", port: 8080, portIsFixed: true, baseUrl: "https://svc.example" });
  expect(config.databaseUrl?.reveal()).toBe(production.DATABASE_URL);
  expect(config.secretKeys.reveal()).toEqual(["a".repeat(32), "b".repeat(40)]);
  expect(config.dataDir).toBe(resolve(".svc"));
});

test("all faults are reported at once, each by its variable's name and without the value of a secret", () => {
  const faults = faultsOf({
    PORT: "80800",
    HOST: "not a host",
    DATABASE_URL: "mysql://root:hush-hush@db/svc",
    SVC_BASE_URL: "svc.example",
    SVC_SECRET_KEYS: "hush-hush",
    LOG_LEVEL: "loud",
    BATCH_EVENTS_MAX: "0",
    QUEUE_EVENTS_MAX: "1e3",
    TRUST_PROXY_HOPS: "-1",
  });
  expect(faults.map((fault) => fault.split(" ")[0])).toEqual([
    "PORT",
    "HOST",
    "DATABASE_URL",
    "SVC_BASE_URL",
    "SVC_SECRET_KEYS",
    "LOG_LEVEL",
    "BATCH_EVENTS_MAX",
    "QUEUE_EVENTS_MAX",
    "TRUST_PROXY_HOPS",
  ]);
  expect(faults.join()).not.toContain("hush-hush");
  expect(faultsOf({ SVC_DATA_DIR: dataDir, SVC_BASE_URL: "https://svc.example/?a=b" })).toEqual([
    "SVC_BASE_URL must be an http or https address without query.",
  ]);
  expect(faultsOf({ DATABASE_URL: production.DATABASE_URL, PORT: "x" })).toEqual([
    "PORT must be a whole number from 0 to 65535.",
    "SVC_SECRET_KEYS is required with DATABASE_URL.",
  ]);
});

test("mails need a server and a sender, or neither, and the server's password is a secret", () => {
  const mail = { SMTP_URL: "smtp://svc:hush-hush@mail.example:587", MAIL_FROM: "Acme <affiliates@acme.example>" };
  expect(readConfig(production).mail).toBeNull();
  expect(faultsOf({ ...production, SMTP_URL: mail.SMTP_URL })).toEqual(["MAIL_FROM is required with SMTP_URL."]);
  expect(faultsOf({ ...production, SMTP_URL: "mail.example", MAIL_FROM: "Acme\r\nBcc: <a@b.example>" })).toEqual([
    "SMTP_URL must look like smtp://user:password@host:587.",
    "MAIL_FROM must look like name@host or Name <name@host>.",
  ]);
  const config = readConfig({ ...production, ...mail });
  expect(config.mail?.reveal()).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
  expect(JSON.stringify(config)).not.toContain("hush-hush");
});

const oidc = {
  OIDC_ISSUER: "https://id.acme.example/realms/acme",
  OIDC_CLIENT_ID: "whence",
  OIDC_CLIENT_SECRET: "hush-hush",
  OIDC_DOMAINS: "Acme.example=1:member, else.example",
};

test("an issuer needs a client, its secret and domains, and the secret stays one", () => {
  expect(readConfig(production).oidc).toBeNull();
  const config = readConfig({ ...production, ...oidc, OIDC_GROUPS: "/a=b/owners=1:owner,0f9c=22:member" });
  expect(config.oidc).toMatchObject({
    issuer: oidc.OIDC_ISSUER,
    name: "id.acme.example",
    domains: [
      { domain: "acme.example", gives: { workspaceId: 1, role: "member" } },
      { domain: "else.example", gives: null },
    ],
    groups: [
      { group: "/a=b/owners", gives: { workspaceId: 1, role: "owner" } },
      { group: "0f9c", gives: { workspaceId: 22, role: "member" } },
    ],
    groupsClaim: "groups",
    isOnlyWay: false,
  });
  expect(config.oidc?.clientSecret.reveal()).toBe("hush-hush");
  expect(JSON.stringify(config)).not.toContain("hush-hush");
  expect(faultsOf({ ...production, OIDC_ISSUER: oidc.OIDC_ISSUER })).toEqual([
    "OIDC_CLIENT_ID is required with OIDC_ISSUER.",
    "OIDC_CLIENT_SECRET is required with OIDC_ISSUER.",
    "OIDC_DOMAINS is required with OIDC_ISSUER.",
  ]);
  expect(faultsOf({ ...production, OIDC_NAME: "Acme", ACCOUNTS: "oidc" })).toEqual([
    "OIDC_NAME needs OIDC_ISSUER.",
    "ACCOUNTS=oidc needs OIDC_ISSUER.",
  ]);
});

test.each([
  ["OIDC_ISSUER", "http://id.acme.example"],
  ["OIDC_ISSUER", "https://id.acme.example/.well-known/openid-configuration"],
  ["OIDC_ISSUER", "https://id.acme.example?tenant=1"],
  ["OIDC_ISSUER", "https://user:password@id.acme.example"],
  ["OIDC_DOMAINS", "acme"],
  ["OIDC_DOMAINS", "*.acme.example"],
  ["OIDC_DOMAINS", "ann@acme.example"],
  ["OIDC_DOMAINS", "acme.example=1"],
  ["OIDC_DOMAINS", "acme.example=0:member"],
  ["OIDC_DOMAINS", "acme.example=1:operator"],
  ["OIDC_DOMAINS", "acme.example,"],
  ["OIDC_GROUPS", "owners"],
  ["OIDC_GROUPS", "=1:owner"],
  ["ACCOUNTS", "passwords"],
])("%s=%s is a fault", (name, value) => {
  expect(faultsOf({ ...production, ...oidc, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} must`)),
  ]);
});

test("where the issuer is the only way in, the first account takes the printed link", () => {
  const local = { HOST: "127.0.0.1", SVC_DATA_DIR: dataDir };
  expect(readConfig({ ...local, ...oidc }).firstAccount).toBe("anyone");
  expect(readConfig({ ...local, ...oidc, ACCOUNTS: "oidc" })).toMatchObject({
    firstAccount: "by_link",
    oidc: { isOnlyWay: true },
  });
});

test.each([
  [{ HOST: "127.0.0.1" }, "anyone"],
  [{ HOST: "localhost" }, "anyone"],
  [{ HOST: "::1", SVC_BASE_URL: "http://[::1]:8080" }, "anyone"],
  [{}, "by_link"],
  [{ HOST: "0.0.0.0" }, "by_link"],
  [{ HOST: "::" }, "by_link"],
  [{ HOST: "127.0.0.1.else.test" }, "by_link"],
  [{ HOST: "127.0.0.1", SVC_BASE_URL: "https://affiliates.acme.test" }, "by_link"],
  [{ HOST: "127.0.0.1", TRUST_PROXY_HOPS: "1" }, "by_link"],
])("with %o the first account is created by: %s", (env, rule) => {
  expect(readConfig({ ...production, ...env }).firstAccount).toBe(rule);
});

test("sign-up is open or closed", () => {
  expect(readConfig(production).signUp).toBe("open");
  expect(readConfig({ ...production, SVC_SIGN_UP: "closed" }).signUp).toBe("closed");
  expect(faultsOf({ ...production, SVC_SIGN_UP: "maybe" })).toEqual(["SVC_SIGN_UP must be one of open, closed."]);
});

test("secrets cannot be printed by accident", () => {
  const config = readConfig({ ...production, X402_RPC_URLS: "eip155:8453=https://node.example/v2/hush-hush" });
  for (const printed of [JSON.stringify(config), inspect(config, { depth: 9 }), `${config.secretKeys}`]) {
    expect(printed).not.toMatch(/hush-hush|aaaa|bbbb/);
  }
});

test("chains are looked at only by the nodes that are named", () => {
  const urls = (text?: string) => readConfig({ ...production, X402_RPC_URLS: text }).x402RpcUrls.reveal();
  expect([...urls()]).toEqual([]);
  expect([...urls("eip155:8453=https://node.example/v2/hush-hush?a=b, eip155:1=http://127.0.0.1:8545")]).toEqual([
    ["eip155:8453", "https://node.example/v2/hush-hush?a=b"],
    ["eip155:1", "http://127.0.0.1:8545"],
  ]);
});

test.each([
  ["https://node.example/hush-hush", "must be entries such as"],
  ["base=https://node.example/hush-hush", "must be entries such as"],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://node.example", "must be entries such as"],
  ["eip155:08453=https://node.example", "must be entries such as"],
  ["eip155:8453=wss://node.example", "must be entries such as"],
  ["eip155:8453=https://svc:hush-hush@node.example", "must be entries such as"],
  ["eip155:8453=", "must be entries such as"],
  ["eip155:8453=https://node.example,", "must be entries such as"],
  ["eip155:1=https://a.example,eip155:1=https://b.example", "must name each chain once"],
])("a node cannot be named as %s", (text, fault) => {
  const faults = faultsOf({ ...production, X402_RPC_URLS: text });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`X402_RPC_URLS ${fault}`);
  expect(faults[0]).not.toContain("hush-hush");
});

test("secrets are generated once, for the owner's eyes only", () => {
  const directory = join(dataDir, "made-on-demand");
  const first = readConfig({ SVC_DATA_DIR: directory }).secretKeys.reveal();
  expect(first).toHaveLength(1);
  expect(readConfig({ SVC_DATA_DIR: directory }).secretKeys.reveal()).toEqual(first);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, "secret-keys")).mode & 0o777).toBe(0o600);

  writeFileSync(join(directory, "secret-keys"), "short\n");
  expect(faultsOf({ SVC_DATA_DIR: directory })[0]).toContain("at least 32 characters");
});

test("a command that calls a service over HTTP creates nothing, and ignores settings meant for others", () => {
  const directory = join(dataDir, "not-made");
  const env = { SVC_DATA_DIR: directory, DATABASE_URL: "mysql://shop", MAIL_FROM: "?", HOME: dataDir };
  expect(readClientConfig({ ...env, XDG_CONFIG_HOME: dataDir, SVC_REMOTE: "https://svc.example/" })).toMatchObject({
    remote: "https://svc.example",
    apiKey: null,
    configHome: dataDir,
    dataDir: directory,
    portIsFixed: true,
  });
  expect(existsSync(directory)).toBe(false);
  const withKey = readClientConfig({ SVC_API_KEY: "aff_hush-hush" });
  expect(withKey.apiKey?.reveal()).toBe("aff_hush-hush");
  expect(inspect(withKey)).not.toContain("hush-hush");
  expect(() => readClientConfig({ SVC_REMOTE: "svc.example" })).toThrow(/SVC_REMOTE must be an http or https address/);
});

test("docs/configuration.md lists every variable", async () => {
  await expect(document(variables)).toMatchFileSnapshot("../../docs/configuration.md");
});

test("the page of installing names only variables that there are", () => {
  const page = readFileSync(new URL("../../docs/install.md", import.meta.url), "utf8");
  const [, section = ""] = page.split("## Configuration");
  const named = [...section.matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(variables.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});

test(".env.example lists every variable", async () => {
  await expect(example(variables)).toMatchFileSnapshot("../../.env.example");
  expect(example(variables)).not.toMatch(/^[^#\n]/m);
});

function document(rows: readonly Variable[]): string {
  return [
    "# Configuration",
    "",
    "By environment variables only; all are optional unless it says otherwise. Written by the test of `src/config/config.ts`:",
    "`npx vitest run test/config/config.test.ts -u`.",
    "",
    "| Variable | Default | Meaning |",
    "|---|---|---|",
    ...rows.map((row) => `| \`${row.name}\` | ${row.default} | ${row.meaning} |`),
    "",
  ].join("\n");
}

function example(rows: readonly Variable[]): string {
  const lines = rows.map((row) => `# ${row.meaning}\n# Default: ${row.default}\n#${row.name}=\n`);
  return `# Every variable the service reads. Written by the test of src/config/config.ts.\n\n${lines.join("\n")}`;
}
