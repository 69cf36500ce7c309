// The tables as Kysely sees them. The books' rows are the core's; what the database fills in itself is marked.

import type { ColumnType, Generated } from "kysely";
import type { JsonObject } from "../../../core/rules/events/events.ts";
import type { BookRows } from "../../../core/rules/rows/rows.ts";
import type { AgentScope } from "../../../core/vocabulary/access/agent-scopes.ts";
import type { TokenRole, TokenScope } from "../../../core/vocabulary/access/token-scopes.ts";
import type { WorkspaceRole } from "../../../core/vocabulary/access/workspace-roles.ts";
import type { ClientReference } from "../../../core/vocabulary/facts.ts";
import type { ImportReport } from "../../../core/vocabulary/import-report.ts";
import type { ImportTool } from "../../../core/vocabulary/import-tools.ts";
import type { ApplicationStatus } from "../../../core/vocabulary/statuses.ts";
import type { AlarmTable, CheckpointDeliveryTable, CheckpointTable } from "./checkpoint-tables.ts";
import type { ProgramKeyCallerTable, ProgramKeyTable, ProgramKeyUseTable } from "./key-tables.ts";
import type {
  NoticeChannelTable,
  NoticeLetterTable,
  NoticeTable,
  OutboundAttemptTable,
  OutboundEndpointTable,
  OutboundMessageTable,
} from "./outgoing-tables.ts";
import type {
  InvoiceTable,
  PayoutAttemptTable,
  PayoutRailTable,
  PayoutRequestTable,
  SelfBillingTable,
} from "./payout-tables.ts";

type WorkspaceTable = {
  workspace_id: Generated<number>;
  /** The number as text. */
  id: ColumnType<string, never, never>;
  name: string;
  /** From then on members without a second factor have no right here. */
  second_factor_from: Date | null;
  created_at: Generated<Date>;
};

type AccountUserTable = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  second_factor: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type WorkspaceMemberTable = {
  id: string;
  /** Its workspace's `id`. */
  workspace: string;
  workspace_id: ColumnType<number, never, never>;
  user_id: string;
  role: WorkspaceRole;
  created_at: Generated<Date>;
  by_issuer: Generated<boolean>;
};

type WorkspaceInvitationTable = {
  id: string;
  /** Its workspace's `id`. */
  workspace: string;
  email: string;
  role: WorkspaceRole;
  status: "pending" | "accepted" | "rejected" | "canceled";
  /** Null where the operator invited. */
  inviter_id: string | null;
  expires_at: Date;
  created_at: Generated<Date>;
};

type AgentKeyTable = {
  agent_key_id: Generated<number>;
  workspace_id: number;
  name: string;
  key_hash: Buffer;
  last_four: string;
  scopes: AgentScope[];
  created_at: Generated<Date>;
  revoked_at: Date | null;
  last_used_at: Date | null;
};

type WorkspaceTokenTable = {
  token_id: number;
  workspace_id: number;
  name: string;
  last_four: string;
  role: TokenRole;
  scopes: TokenScope[];
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
};

type AccessChangeTable = {
  change_id: number;
  program_id: number | null;
  workspace_id: number | null;
  change: string;
  subject: string | null;
  detail: JsonObject;
  changed_by: string | null;
  changed_at: Date;
};

type DemoProgramTable = { program_id: number; created_at: Date; removed_at: Date | null };

type PartnerCodeTable = { code: string; program_id: number; partner_id: number; is_near_another: Generated<boolean> };

type ConnectionTable = {
  connection_id: Generated<number>;
  program_id: number;
  provider: string;
  livemode: boolean;
  status: Generated<"active" | "disabled" | "removed">;
  secrets_encrypted: Buffer[];
  client_reference: ClientReference | null;
  created_at: Generated<Date>;
};

type ProviderAccountTable = {
  connection_id: number;
  api_key_encrypted: Buffer;
  api_key_set_at: Generated<Date>;
  reconciled_until: Date | null;
  claimed_at: Date | null;
  finished_at: Date | null;
  fault: string | null;
  endpoint_id: string | null;
  connecting_since: Date | null;
};

export type ProgramHeadRow = {
  program_id: number;
  seq: number;
  hash: Buffer;
  received_at: Date;
  projected_seq: number;
  projector_version: number;
  /** Raised by every change of a batch's inputs that appends no event. */
  revision: number;
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
  /** Null for deliveries that came before this was kept. */
  connection_livemode: boolean | null;
  /** What the client reference in it means, by the connection's setting when it came. */
  client_reference: ClientReference | null;
};

type PayoutRecipientTable = {
  program_id: number;
  partner_id: number;
  recipient_encrypted: Buffer;
  updated_at: Generated<Date>;
};

type PartnerTaxTable = {
  program_id: number;
  partner_id: number;
  form: "w9" | "w8ben" | "w8bene";
  country: string;
  /** Days, as 2026-01-31. */
  signed_on: string;
  valid_until: string | null;
  details_encrypted: Buffer;
  digest: string;
  given_at: Generated<Date>;
  vat_status: "unchecked" | "valid" | "invalid" | null;
  vat_checked_at: Date | null;
  vat_attempts: Generated<number>;
};

type PartnerLinksRevokedTable = { program_id: number; partner_id: number; made_before: Date };

type PartnerEmailTable = {
  program_id: number;
  partner_id: number;
  email_hash: string;
  email_encrypted: Buffer;
  updated_at: Date;
};

type PartnerApplicationTable = {
  application_id: number;
  program_id: number;
  name: string;
  code: string;
  email_hash: string;
  email_encrypted: Buffer;
  answers_encrypted: Buffer | null;
  group_id: string | null;
  recruited_by: number | null;
  language: string | null;
  status: ApplicationStatus;
  partner_id: number | null;
  applied_at: Date;
  decided_at: Date | null;
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

type ImportRunTable = {
  import_id: number;
  program_id: number;
  tool: ImportTool;
  is_applied: boolean;
  status: "running" | "finished" | "failed";
  started_by: string;
  started_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  report: ImportReport;
};

export type Tables = { [Name in keyof BookRows]: ReadOnly<BookRows[Name]> } & {
  workspace: WorkspaceTable;
  account_user: AccountUserTable;
  workspace_member: WorkspaceMemberTable;
  workspace_invitation: WorkspaceInvitationTable;
  program_key: ProgramKeyTable;
  program_key_caller: ReadOnly<ProgramKeyCallerTable>;
  program_key_use: ReadOnly<ProgramKeyUseTable>;
  agent_key: AgentKeyTable;
  workspace_token: ReadOnly<WorkspaceTokenTable>;
  import_run: ReadOnly<ImportRunTable>;
  access_change: ReadOnly<AccessChangeTable>;
  demo_program: ReadOnly<DemoProgramTable>;
  partner_code: PartnerCodeTable;
  connection: ConnectionTable;
  payout_recipient: PayoutRecipientTable;
  partner_tax: PartnerTaxTable;
  invoice: ReadOnly<InvoiceTable>;
  self_billing: ReadOnly<SelfBillingTable>;
  payout_rail: ReadOnly<PayoutRailTable>;
  payout_attempt: ReadOnly<PayoutAttemptTable>;
  payout_request: ReadOnly<PayoutRequestTable>;
  partner_email: ReadOnly<PartnerEmailTable>;
  partner_application: ReadOnly<PartnerApplicationTable>;
  partner_links_revoked: ReadOnly<PartnerLinksRevokedTable>;
  provider_account: ProviderAccountTable;
  program_head: ReadOnly<ProgramHeadRow>;
  event: ReadOnly<EventRow>;
  /** A view: a delivery with its newest reading. */
  event_as_read: ReadOnly<
    Omit<EventRow, "dedup_key" | "delivery_sha256" | "prev_hash" | "hash"> & { failed_as: string | null }
  >;
  delivery: ReadOnly<DeliveryRow>;
  tracking_log: ReadOnly<TrackingLogTable>;
  outbound_endpoint: ReadOnly<OutboundEndpointTable>;
  outbound_message: ReadOnly<OutboundMessageTable>;
  outbound_attempt: ReadOnly<OutboundAttemptTable>;
  notice: ReadOnly<NoticeTable>;
  notice_letter: ReadOnly<NoticeLetterTable>;
  notice_channel: ReadOnly<NoticeChannelTable>;
  checkpoint: ReadOnly<CheckpointTable>;
  checkpoint_delivery: ReadOnly<CheckpointDeliveryTable>;
  alarm: ReadOnly<AlarmTable>;
};
