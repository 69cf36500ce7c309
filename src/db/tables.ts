// The tables as Kysely sees them. The books' rows are the core's; what the database fills in itself is marked.
import type { ColumnType, Generated } from "kysely";
import type { JsonObject } from "../core/events.ts";
import type { BookRows } from "../core/rows.ts";

type WorkspaceTable = { workspace_id: Generated<number>; name: string; created_at: Generated<Date> };

type ProgramKeyTable = { program_id: number; key_hash: Buffer; last_four: string; created_at: Generated<Date> };

type PartnerCodeTable = { code: string; program_id: number; partner_id: number };

type ConnectionTable = {
  connection_id: Generated<number>;
  program_id: number;
  provider: string;
  livemode: boolean;
  status: Generated<"active" | "disabled">;
  secrets_encrypted: Buffer[];
  created_at: Generated<Date>;
};

export type ProgramHeadRow = {
  program_id: number;
  seq: number;
  hash: Buffer;
  received_at: Date;
  projected_seq: number;
  projector_version: number;
};

/** One row of the log. Read only here: the one writer is log/append.ts. */
export type EventRow = {
  program_id: number;
  seq: number;
  id: number;
  type: string;
  schema_version: number;
  source: string;
  dedup_key: string | null;
  is_test: boolean;
  occurred_at: Date | null;
  received_at: Date;
  data: JsonObject;
  delivery_sha256: Buffer | null;
  prev_hash: Buffer;
  hash: Buffer;
};

export type DeliveryRow = {
  program_id: number;
  event_id: number;
  connection_id: number;
  provider: string;
  provider_event_id: string | null;
  provider_event_type: string | null;
  adapter_version: number;
  received_at: Date;
  headers: JsonObject;
  body: Buffer;
};

type TrackingLogTable = {
  program_id: number;
  line_id: number;
  logged_at: Date;
  call: string;
  is_test: boolean;
  code: string | null;
  message: string;
  transaction_id: string | null;
  event_id: number | null;
};

type ReadOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

export type Tables = { [Name in keyof BookRows]: ReadOnly<BookRows[Name]> } & {
  workspace: WorkspaceTable;
  program_key: ProgramKeyTable;
  partner_code: PartnerCodeTable;
  connection: ConnectionTable;
  program_head: ReadOnly<ProgramHeadRow>;
  event: ReadOnly<EventRow>;
  delivery: ReadOnly<DeliveryRow>;
  tracking_log: ReadOnly<TrackingLogTable>;
};
