// Which service a brand's command calls. By default a command works on this installation's database, so that a login never changes the
// meaning of an operator's command: --base-url, --remote or SVC_REMOTE sends it over HTTP.
import type { ClientConfig } from "../../../config/config.ts";
import { webUrl } from "../../../config/values.ts";
import { CommandFailed } from "../failures.ts";
import { flag, switchFlag } from "../input/flags.ts";
import { type Login, openLogins } from "./logins.ts";
import { findServiceUrl } from "./service-address.ts";

export const serviceFlags = {
  remote: switchFlag("Use the service of the last svc login, over HTTP"),
  baseUrl: flag(webUrl.optional(), { meaning: "Use the service at this address, over HTTP", placeholder: "url" }),
};

type Chosen = { readonly remote: boolean; readonly baseUrl?: string | undefined };

/** Null is this installation's database. */
export function chooseService({ remote, baseUrl }: Chosen, client: ClientConfig): string | null {
  if (baseUrl !== undefined) return baseUrl;
  if (!remote) return client.remote;
  const url = client.remote ?? openLogins(client.configHome).current;
  if (url !== null) return url;
  throw new CommandFailed("Not logged in. Log in first: svc login --base-url <address of the service>");
}

/** Where there is no choice but HTTP: what was chosen, else the service of this machine. */
export function chooseServiceUrl(chosen: Chosen, client: ClientConfig): string {
  return chooseService(chosen, client) ?? findServiceUrl(client);
}

export function requireLogin(url: string, client: ClientConfig): Login {
  const login = openLogins(client.configHome).at(url);
  if (login !== undefined) return login;
  throw new CommandFailed(`You are not logged in at ${url}. Log in first: svc login --base-url ${url}`);
}
