// svc connections list: a program's provider connections and their webhook addresses, without their secrets.
import { listConnections } from "../../queries/connections.ts";
import { defineList } from "../command.ts";
import { webhookUrl } from "../webhook-url.ts";

export const command = defineList({
  example: "connections list --program 1",
  filters: {},
  columns: [
    "connection_id",
    "provider",
    "livemode",
    "status",
    "client_reference",
    "secret_count",
    "has_api_key",
    "reconciled_until",
    "reconcile_fault",
    "webhook_url",
  ],
  list: async ({ config, db }, programId, request) => {
    const { data, next } = await listConnections(db, programId, request);
    const withUrl = data.map((connection) => ({
      ...connection,
      webhook_url: webhookUrl(config, connection.provider, connection.connection_id),
    }));
    return { data: withUrl, next };
  },
});
