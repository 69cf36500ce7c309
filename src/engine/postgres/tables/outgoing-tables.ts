// The tables of what goes out: endpoints with their messages, and notices with their letters.
import type { LetterStatus, NoticeKind } from "../../../core/vocabulary/notice-kinds.ts";
import type { EndpointKind, MessageStatus, MessageType, PayloadForm } from "../../../core/vocabulary/outbound-types.ts";

export type OutboundEndpointTable = {
  program_id: number;
  endpoint_id: number;
  partner_id: number | null;
  kind: EndpointKind;
  url: string;
  description: string | null;
  event_types: MessageType[];
  payload: PayloadForm;
  credentials_encrypted: Buffer | null;
  status: "active" | "paused" | "removed";
  paused_because: string | null;
  paused_at: Date | null;
  position: number;
  failing_since: Date | null;
  last_delivered_at: Date | null;
  created_at: Date;
};

export type OutboundMessageTable = {
  program_id: number;
  endpoint_id: number;
  message_no: number;
  message_id: string;
  type: string;
  subject: string;
  seq: number | null;
  body: string;
  status: MessageStatus;
  attempts: number;
  next_attempt_at: Date;
  made_at: Date;
  ended_at: Date | null;
};

export type OutboundAttemptTable = {
  program_id: number;
  endpoint_id: number;
  message_no: number;
  attempt_no: number;
  attempted_at: Date;
  milliseconds: number;
  status_code: number | null;
  fault: string | null;
  response: string | null;
  next_attempt_at: Date | null;
};

export type NoticeTable = {
  program_id: number;
  notice_id: number;
  kind: NoticeKind | "test";
  cause: string;
  facts: unknown;
  found_at: Date;
};

export type NoticeLetterTable = {
  program_id: number;
  notice_id: number;
  recipient: string;
  status: LetterStatus;
  attempts: number;
  next_attempt_at: Date;
  fault: string | null;
  ended_at: Date | null;
};

export type NoticeChannelTable = {
  program_id: number;
  channel_id: number;
  name: string;
  host: string;
  kinds: NoticeKind[];
  status: "active" | "paused" | "removed";
  paused_because: string | null;
  created_at: Date;
};
