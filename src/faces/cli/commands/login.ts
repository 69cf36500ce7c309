// svc login: lets this command line act for an account at a running service, after its owner approved that in a browser (RFC 8628). The
// session's token is stored for this user only; nothing is typed here that could be stolen.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readClientConfig } from "../../../config/config.ts";
import { deviceClientId } from "../../../core/vocabulary/access/device-client.ts";
import { defineClientCommand } from "../command.ts";
import { CommandFailed, printable } from "../failures.ts";
import { openLogins } from "../remote/logins.ts";
import { openServiceApi, type ServiceApi } from "../remote/service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../remote/service-choice.ts";
import { type Shell, write } from "../shell.ts";

const millisecondsPerSecond = 1000;
/** What RFC 8628 adds to the interval each time the service asks for it. */
const slowDownSeconds = 5;
const grantType = "urn:ietf:params:oauth:grant-type:device_code";

const codeSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number().positive(),
  interval: z.number().positive(),
});
type Code = z.output<typeof codeSchema>;

const tokenSchema = z.object({ access_token: z.string().min(1) });
const sessionSchema = z.object({ user: z.object({ email: z.string() }) });

export const command = defineClientCommand({
  example: "login --base-url https://track.example.com",
  flags: { baseUrl: serviceFlags.baseUrl },
  run: async (shell, { baseUrl }) => {
    const client = readClientConfig(shell.env);
    const api = openServiceApi(chooseServiceUrl({ remote: false, baseUrl }, client));
    await warnOfPlainHttp(shell, api.url);
    const body = { client_id: deviceClientId };
    const code = await api.read("/api/auth/device/code", codeSchema, { method: "POST", body });
    await print(shell, `Open ${code.verification_uri}\nand approve the code ${code.user_code}. Waiting …`);
    const token = await waitForToken(api, code, shell.stop);
    const { user } = await api.read("/api/auth/get-session", sessionSchema, { token });
    openLogins(client.configHome).keep({ url: api.url, token, email: user.email }, new Date());
    return {
      json: { service_url: api.url, email: user.email },
      text: () =>
        `Logged in at ${api.url} as ${printable(user.email)}. Use it with --remote, such as: svc programs list --remote`,
    };
  },
});

/** Until the service lets it in, refuses it, or the code has run out. */
async function waitForToken(api: ServiceApi, code: Code, stop: AbortSignal): Promise<string> {
  const body = { grant_type: grantType, device_code: code.device_code, client_id: deviceClientId };
  const end = performance.now() + code.expires_in * millisecondsPerSecond;
  let intervalSeconds = code.interval;
  while (performance.now() < end) {
    await sleep(intervalSeconds * millisecondsPerSecond, undefined, { signal: stop });
    const { refusal, json } = await api.ask("/api/auth/device/token", { method: "POST", body });
    if (refusal === null) return tokenSchema.parse(json).access_token;
    if (refusal.code === "slow_down") intervalSeconds += slowDownSeconds;
    else if (refusal.code === "access_denied") throw new CommandFailed("The login was refused in the browser.");
    else if (refusal.code === "expired_token") break;
    else if (refusal.code !== "authorization_pending") {
      throw new CommandFailed(`${api.url} refused: ${refusal.message} (${refusal.code})`);
    }
  }
  throw new CommandFailed("The code expired before it was approved. Log in again.");
}

/** A prompt and not the answer: a script that reads the answer does not get it. */
function print({ stderr }: Shell, text: string): Promise<void> {
  return write(stderr, `${text.split("\n").map(printable).join("\n")}\n`);
}

async function warnOfPlainHttp(shell: Shell, url: string): Promise<void> {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return;
  await print(shell, `${url} is not encrypted: others on the network can read the login.`);
}
