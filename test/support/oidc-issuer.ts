// A real OIDC issuer (oidc-provider) that signs in whom the test names without asking, and that can be made to answer wrongly.
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import Provider from "oidc-provider";
import { afterAll } from "vitest";
import { callbackPath } from "../../src/product/accounts/oidc/oidc-sign-in.ts";

export const clientId = "whence";
export const clientSecret = "client-secret-of-the-tests";

type IssuedKey = JsonWebKey & { readonly kid: string };
type Claims = Readonly<Record<string, unknown>>;

/** What is made of a token before it is handed out, signed with which key. */
export type Forgery = {
  readonly claims?: (claims: Claims) => Claims;
  readonly key?: IssuedKey;
  readonly isLeftOut?: true;
};

export type TestIssuer = {
  readonly url: string;
  /** The environment of a service that trusts it. */
  readonly env: Readonly<Record<string, string>>;
  /** Who is in front of the browser; `sub` is their id. */
  person: Claims & { readonly sub: string };
  forgery: Forgery | null;
  /** Answers 503 to everything, or nothing at all. */
  fault: "busy" | "silent" | null;
  readonly key: IssuedKey;
  /** The token then says only who, and the rest is asked for. */
  isTerse: boolean;
  /** Lets the service's callback in. */
  trust(serviceUrl: string): void;
  /** From now on only a new key counts; answers the one before. */
  rotate(): IssuedKey;
  close(): Promise<void>;
};

export async function issuerForFile(): Promise<TestIssuer> {
  const issuer = await openIssuer();
  afterAll(() => issuer.close());
  return issuer;
}

async function openIssuer(): Promise<TestIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the issuer has no port");
  const url = `http://127.0.0.1:${address.port}`;
  const redirectUris: string[] = ["http://127.0.0.1:9/none"];
  let key = newKey();
  const made = () => providerOf(url, issuer, redirectUris);
  const issuer: TestIssuer = {
    url,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: "Acme ID" },
    person: { sub: "nobody" },
    forgery: null,
    fault: null,
    isTerse: false,
    get key() {
      return key;
    },
    trust(serviceUrl) {
      redirectUris.push(`${serviceUrl}${callbackPath}`);
      provider = made();
    },
    rotate() {
      const before = key;
      key = newKey();
      provider = made();
      return before;
    },
    close: () => closed(server),
  };
  let provider = made();
  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", url);
    if (issuer.fault === "silent") request.socket.destroy();
    else if (issuer.fault === "busy") response.writeHead(503, { "content-type": "text/html" }).end("<h1>busy</h1>");
    else if (pathname.startsWith("/interaction/")) {
      void provider.interactionFinished(request, response, { login: { accountId: issuer.person.sub } });
    } else provider.callback()(request, response);
  });
  return issuer;
}

function providerOf(url: string, issuer: TestIssuer, redirectUris: readonly string[]): Provider {
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    jwks: { keys: [issuer.key] },
    cookies: { keys: ["only-for-tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups", "hd", "_claim_names"] },
    conformIdTokenClaims: issuer.isTerse,
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 600 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...issuer.person, sub: id }) }),
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === "/token" && issuer.forgery !== null) context.body = forged(context.body, issuer);
  });
  return provider;
}

function forged(body: unknown, { forgery, key }: TestIssuer): unknown {
  if (typeof body !== "object" || body === null || !("id_token" in body) || forgery === null) return body;
  const { id_token: token, ...rest } = body;
  if (forgery.isLeftOut === true) return rest;
  const [, payload = ""] = String(token).split(".");
  const claims: Claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  return { ...rest, id_token: signed(forgery.claims?.(claims) ?? claims, forgery.key ?? key) };
}

function signed(claims: Claims, key: IssuedKey): string {
  const parts = [{ alg: "RS256", typ: "JWT", kid: key.kid }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = sign("sha256", Buffer.from(text), createPrivateKey({ key, format: "jwk" }));
  return `${text}.${signature.toString("base64url")}`;
}

export function newKey(): IssuedKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomBytes(8).toString("hex"), use: "sig", alg: "RS256" };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A browser without scripts: it keeps cookies and follows redirects, until one leads to `stopAt`. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async open(address: string, { stopAt }: { readonly stopAt?: string } = {}): Promise<BrowserPage> {
    let url = address;
    for (let hop = 0; hop < 12; hop += 1) {
      if (stopAt !== undefined && new URL(url).pathname === stopAt) return { url, status: 0, text: "" };
      const response = await fetch(url, { redirect: "manual", headers: { cookie: this.cookie } });
      for (const line of response.headers.getSetCookie()) this.#keep(line);
      const next = response.headers.get("location");
      if (next === null) return { url, status: response.status, text: await response.text() };
      await response.arrayBuffer();
      url = new URL(next, url).href;
    }
    throw new Error(`${address} redirects without end`);
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const isOver = /max-age=0|expires=thu, 01 jan 1970/i.test(line) || pair.slice(at + 1) === "";
    if (isOver) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export type BrowserPage = { readonly url: string; readonly status: number; readonly text: string };
