// An id before its row is there: for what is encrypted for that row.
import type { Session } from "./driver/session.ts";
import type { Statement } from "./driver/statement.ts";

const statements = {
  connection: {
    name: "next_connection_id",
    text: "select nextval(pg_get_serial_sequence('connection', 'connection_id')) as id",
  },
  outbound_endpoint: {
    name: "next_endpoint_id",
    text: "select nextval(pg_get_serial_sequence('outbound_endpoint', 'endpoint_id')) as id",
  },
  notice_channel: {
    name: "next_channel_id",
    text: "select nextval(pg_get_serial_sequence('notice_channel', 'channel_id')) as id",
  },
  export_schedule: {
    name: "next_export_id",
    text: "select nextval(pg_get_serial_sequence('export_schedule', 'export_id')) as id",
  },
} as const satisfies Record<string, Statement>;

export async function nextId(session: Session, table: keyof typeof statements): Promise<number> {
  const [row] = await session.query<{ id: number }>(statements[table], []);
  if (row === undefined) throw new Error(`no id was given out for ${table}`);
  return row.id;
}
