// Talks to the OIDC issuer: where a browser goes to sign in, and what the code that it brings back says about the person. openid-client
// does the protocol and checks the token: signature, issuer, audience, nonce, times. The issuer's configuration and keys are read again for
// each sign-in, so a rotated key needs no restart.
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { IssuerFailed } from "./oidc-failed.ts";
import type { OidcSettings } from "./oidc-settings.ts";

const timeoutSeconds = 5;
const scope = "openid email profile";
const serverFault = 500;
const tooManyRequests = 429;
const causesMax = 4;

/** What the browser keeps until it comes back. */
export type SignInFlow = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export async function beginAtIssuer(
  settings: OidcSettings,
  redirectUri: string,
): Promise<{ readonly url: string; readonly flow: SignInFlow }> {
  const configuration = await discover(settings);
  const flow = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, flow };
}

/** `url` is the redirect's address with the query that the browser came back with. */
export async function finishAtIssuer(settings: OidcSettings, url: URL, flow: SignInFlow): Promise<Claims> {
  const configuration = await discover(settings);
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new IssuerFailed("unverified", "the issuer sent no id_token");
    if (!lacksClaims(settings, claims)) return claims;
    const more = await userInfo(configuration, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  } catch (error) {
    throw translated(error);
  }
}

async function discover(settings: OidcSettings): Promise<Configuration> {
  const server = new URL(settings.issuer);
  const insecure = server.protocol === "http:" ? [allowInsecureRequests] : [];
  const execute = [enableNonRepudiationChecks, ...insecure];
  let configuration: Configuration;
  try {
    const authentication = authenticationOf(settings);
    configuration = await discovery(server, settings.clientId, undefined, authentication, {
      execute,
      timeout: timeoutSeconds,
    });
  } catch (error) {
    throw undiscovered(error);
  }
  // One of many tenants names none: every tenant would count.
  if (URL.parse(configuration.serverMetadata().issuer)?.href !== server.href) {
    throw new IssuerFailed("unreachable", "the discovery document names another issuer than OIDC_ISSUER");
  }
  return configuration;
}

function undiscovered(error: unknown): IssuerFailed {
  return new IssuerFailed("unreachable", `the issuer's discovery document could not be read: ${wordsOf(error)}`);
}

function authenticationOf({ clientSecret }: OidcSettings): ClientAuth {
  return (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") === true;
    const secret = clientSecret.reveal();
    const authenticate = takesPost ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    return authenticate(server, client, body, headers);
  };
}

/** Some issuers put only the subject into the token where they also hand out an access token. */
function lacksClaims({ groups, groupsClaim }: OidcSettings, claims: Claims): boolean {
  const saysOfEmail = claims.email_verified !== undefined || claims.xms_edov !== undefined;
  return claims.email === undefined || !saysOfEmail || (groups.length > 0 && claims[groupsClaim] === undefined);
}

async function userInfo(configuration: Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return fetchUserInfo(configuration, accessToken, subject);
}

const answeredWith = z.object({ status: z.number() });

function translated(error: unknown): IssuerFailed {
  if (error instanceof IssuerFailed) return error;
  if (isUnreachable(error)) return new IssuerFailed("unreachable", `the issuer did not answer: ${wordsOf(error)}`);
  if (error instanceof AuthorizationResponseError) {
    return new IssuerFailed("refused", `the issuer answered ${error.error}`);
  }
  return new IssuerFailed("unverified", `the issuer's answer was not accepted: ${wordsOf(error)}`);
}

/** Of the causes only what they say: their other fields hold tokens and claims. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let cause = error; cause instanceof Error && words.length < causesMax; cause = cause.cause) {
    const answered = cause instanceof ResponseBodyError ? `${cause.error} ${cause.error_description ?? ""}` : "";
    words.push(`${cause.message} ${answered}`.trim());
  }
  return words.join(": ");
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof ClientError)) return false;
  if (error.code === "OAUTH_TIMEOUT") return true;
  const status = answeredWith.safeParse(error.cause).data?.status ?? 0;
  return status >= serverFault || status === tooManyRequests;
}
