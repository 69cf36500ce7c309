// The tables of payment providers and of the attempts to pay by them, as Kysely sees them.
import type { RailName } from "../../core/vocabulary/payout-rails.ts";

export type PayoutRailTable = {
  program_id: number;
  rail: RailName;
  is_chosen: boolean;
  is_sandbox: boolean;
  credentials_encrypted: Buffer;
  updated_at: Date;
};

export type PayoutAttemptTable = {
  program_id: number;
  payout_id: number;
  attempt: number;
  rail: RailName;
  key: string;
  is_sandbox: boolean;
  committed_at: Date;
  first_request_at: Date | null;
  is_uncertain: boolean;
  unclear_since: Date | null;
  fault: string | null;
  fault_count: number;
  rail_id: string | null;
  next_look_at: Date | null;
  leased_until: Date | null;
};

export type PayoutRequestTable = {
  program_id: number;
  payout_id: number;
  request_id: number;
  attempt: number;
  kind: "create" | "look";
  began_at: Date;
  ended_at: Date | null;
  exchanges: readonly unknown[];
  conclusion: string | null;
};
