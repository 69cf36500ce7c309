// A delivery as it is stored, made ready to be read again: what its own row lacks, since it is older, its connection says.
import type { JsonObject } from "../../../core/rules/events/events.ts";
import type { ClientReference } from "../../../core/vocabulary/facts.ts";
import type { Session } from "../../postgres/driver/session.ts";
import type { Statement } from "../../postgres/driver/statement.ts";

/** A stored delivery, with what the log says of it now. */
export type Readable = {
  program_id: number;
  event_id: number;
  provider: string;
  headers: JsonObject;
  body: Buffer;
  livemode: boolean;
  client_reference: ClientReference | null;
  type: string;
  schema_version: number;
  is_test: boolean;
  occurred_at: Date | null;
  data: JsonObject;
  adapter_version: number;
};

/** As it is stored; what it lacks its connection says. */
export type StoredDelivery = Omit<Readable, "livemode"> & {
  readonly connection_id: number;
  readonly livemode: boolean | null;
};

const connectionsStatement: Statement = {
  name: "connections_of_deliveries",
  text: "select connection_id, livemode, client_reference from connection where connection_id = any($1::bigint[])",
};

type ConnectionNow = { connection_id: number; livemode: boolean; client_reference: ClientReference | null };

/** Connections are not kept with programs' logs: one query of both would be of several machines, where there are several. */
export async function withConnections(session: Session, stored: readonly StoredDelivery[]): Promise<Readable[]> {
  const ids = [...new Set(stored.map((delivery) => delivery.connection_id))];
  const rows = ids.length === 0 ? [] : await session.query<ConnectionNow>(connectionsStatement, [ids]);
  const connections = new Map(rows.map((row) => [row.connection_id, row]));
  return stored.map(({ connection_id, ...delivery }) => {
    const connection = connections.get(connection_id);
    return {
      ...delivery,
      livemode: delivery.livemode ?? (!delivery.is_test || connection?.livemode === true),
      client_reference: delivery.client_reference ?? connection?.client_reference ?? null,
    };
  });
}
