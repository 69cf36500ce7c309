// The tables of programs' keys: what each is, and who uses it how much.
import type { Generated } from "kysely";

export type ProgramKeyTable = {
  program_id: number;
  key_hash: Buffer;
  last_four: string;
  created_at: Generated<Date>;
  flagged_at: Date | null;
  rotate_by: Date | null;
};

export type ProgramKeyCallerTable = {
  program_id: number;
  key_hash: Buffer;
  address: string;
  client: string;
  calls: number;
  last_called_at: Date;
};

export type ProgramKeyUseTable = {
  program_id: number;
  key_hash: Buffer;
  /** Of UTC, as 2026-01-31. */
  day: string;
  calls: number;
  last_used_at: Date;
};
