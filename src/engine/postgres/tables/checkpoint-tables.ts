// The tables of signed checkpoints and of alarms.
import type { AlarmKind } from "../../../core/vocabulary/alarm-kinds.ts";
import type { Occasion, TargetName } from "../../../core/vocabulary/checkpoint-kinds.ts";

export type CheckpointTable = {
  program_id: number;
  number: number;
  seq: number;
  occasion: Occasion;
  has_books: boolean;
  note: string;
  made_at: Date;
};

export type CheckpointDeliveryTable = {
  program_id: number;
  target: TargetName;
  sent_number: number;
  failing_since: Date | null;
  fault: string | null;
};

export type AlarmTable = {
  program_id: number;
  alarm_id: number;
  kind: AlarmKind;
  detail: string;
  raised_at: Date;
  last_seen_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  reason: string | null;
};
