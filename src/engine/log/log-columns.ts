// The columns of the log's tables with their types in the database, in the order they are sent.
import type { Columns } from "../postgres/driver/binary-arrays.ts";
import type { DeliveryRow, EventRow, ProgramHeadRow } from "../postgres/tables/tables.ts";

export const eventColumns: Columns<EventRow> = {
  program_id: "bigint",
  seq: "bigint",
  id: "bigint",
  type: "text",
  schema_version: "smallint",
  source: "text",
  dedup_key: "text",
  is_test: "boolean",
  occurred_at: "timestamptz",
  received_at: "timestamptz",
  data: "jsonb",
  delivery_sha256: "bytea",
  prev_hash: "bytea",
  hash: "bytea",
};

export const deliveryColumns: Columns<DeliveryRow> = {
  program_id: "bigint",
  event_id: "bigint",
  connection_id: "bigint",
  connection_livemode: "boolean",
  client_reference: "text",
  provider: "text",
  provider_event_id: "text",
  provider_event_type: "text",
  adapter_version: "integer",
  received_at: "timestamptz",
  headers: "jsonb",
  body: "bytea",
};

/** What appending changes of a head, under its program. */
export type MovedHead = Omit<ProgramHeadRow, "revision">;

export const headColumns: Columns<MovedHead> = {
  program_id: "bigint",
  seq: "bigint",
  hash: "bytea",
  received_at: "timestamptz",
  projected_seq: "bigint",
  projector_version: "integer",
};

/** A head with what it is moved from. */
export type HeadMove = MovedHead & {
  readonly from_hash: Buffer;
  readonly from_projected_seq: number;
  readonly from_revision: number;
};

export const headMoveColumns: Columns<HeadMove> = {
  ...headColumns,
  from_hash: "bytea",
  from_projected_seq: "bigint",
  from_revision: "bigint",
};
