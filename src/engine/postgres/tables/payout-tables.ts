// The tables of payment providers, of the attempts to pay by them, and of invoices, as Kysely sees them.
import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import type { RailName } from "../../../core/vocabulary/money/payout-rails.ts";

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

export type SelfBillingTable = {
  program_id: number;
  partner_id: number;
  text_version: number;
  language: string;
  agreed_at: Date;
  withdrawn_at: Date | null;
};

export type InvoiceTable = {
  program_id: number;
  partner_id: number;
  sequence: number;
  number: string;
  kind: "invoice" | "credit_note";
  payout_id: number;
  corrects: number | null;
  currency: Currency;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  vat_treatment: "reverse_charge" | "domestic" | "outside_eu" | "not_charged";
  issued_at: Date;
  content_encrypted: Buffer | null;
};
