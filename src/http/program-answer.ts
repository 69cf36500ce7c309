// A program as every answer shows it: what it is called, its settings in force, and of its key only the mask.
import type { ProgramLine } from "../queries/programs.ts";

export type ProgramAnswer = Omit<ProgramLine, "created_at"> & { readonly created_at: string };

export function programAnswer(program: ProgramLine): ProgramAnswer {
  return {
    program_id: program.program_id,
    workspace_id: program.workspace_id,
    name: program.name,
    status: program.status,
    attribution_model: program.attribution_model,
    cookie_window_days: program.cookie_window_days,
    attribution_window_days: program.attribution_window_days,
    hold_period_days: program.hold_period_days,
    lead_auth: program.lead_auth,
    lead_settlement: program.lead_settlement,
    platform_fee_bps: program.platform_fee_bps,
    commission: program.commission,
    api_token_masked: program.api_token_masked,
    created_at: program.created_at.toISOString(),
  };
}
