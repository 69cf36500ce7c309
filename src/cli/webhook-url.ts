// The address a provider must be given for a connection of this installation.
import type { Config } from "../config.ts";
import { webhookUrlOf } from "../core/webhook-url.ts";
import { findServiceUrl } from "./service-address.ts";

export function webhookUrl(config: Config, provider: string, connectionId: number): string {
  return webhookUrlOf(findServiceUrl(config), provider, connectionId);
}
