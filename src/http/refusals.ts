// What the layers below refuse, in the words of HTTP: an access that is not allowed, a configuration that cannot be, a cursor
// that is none. Everything else goes on as it came.
import type { ErrorRequestHandler } from "express";
import { AccessRefused } from "../access/permission.ts";
import { ConfigurationRefused } from "../ingest/configuration.ts";
import { PayoutRefused } from "../ingest/payouts.ts";
import { Refusal, type RefusalKind } from "../operations/refusal.ts";
import { InvalidCursor } from "../queries/page.ts";

const configurationKinds: { readonly [Code in ConfigurationRefused["code"]]: RefusalKind } = {
  unknown_workspace: "not_found",
  unknown_program: "not_found",
  unknown_partner: "not_found",
  code_taken: "partner_code_taken",
};

const payoutKinds: { readonly [Code in PayoutRefused["code"]]: RefusalKind } = {
  unknown_payout: "not_found",
  payout_closed: "payout_closed",
};

export const translateRefusals: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  next(translated(error));
};

export function translated(error: unknown): unknown {
  if (error instanceof AccessRefused) return new Refusal(error.kind, error.message);
  if (error instanceof ConfigurationRefused) {
    return new Refusal(configurationKinds[error.code], error.message, { details: error.details });
  }
  if (error instanceof PayoutRefused) return new Refusal(payoutKinds[error.code], error.message);
  if (error instanceof InvalidCursor) return new Refusal("invalid_request", error.message);
  return error;
}
