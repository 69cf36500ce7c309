// The address a provider must be given for a connection.
import type { Config } from "../config.ts";
import { findServiceUrl } from "./service-address.ts";

export function webhookUrl(config: Config, provider: string, connectionId: number): string {
  return `${findServiceUrl(config)}/webhooks/${provider}/${connectionId}`;
}
