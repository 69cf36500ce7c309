// POST /webhooks/payouts/:rail/:programId: a payment provider reports what became of a payout. Verified before anything is kept; what it is
// about is looked up at the provider, and never taken from the webhook.
import type { RequestHandler } from "express";
import { Refusal } from "../../product/operation/refusal.ts";
import type { RailWebhooks } from "../../product/rails/webhooks.ts";
import { readBody } from "./body.ts";
import { clientAddress } from "./guard/client-address.ts";
import type { RateLimits } from "./guard/rate-limits.ts";
import { sendJson } from "./send.ts";

const retryAfterSeconds = 60;

type Parts = {
  readonly railWebhooks: RailWebhooks;
  readonly limits: RateLimits;
  readonly bodyBytesMax: number;
};

export function railWebhookRoute(parts: Parts): RequestHandler<{ rail: string; programId: string }> {
  return async (request, response) => {
    const { rail } = request.params;
    const programId = /^[1-9]\d{0,15}$/.test(request.params.programId) ? Number(request.params.programId) : 0;
    if (!Number.isSafeInteger(programId) || !(await parts.railWebhooks.isKnown(rail, programId))) {
      await parts.limits.unknownConnection.take(clientAddress(request));
      throw unknown();
    }
    const body = await readBody(request, parts.bodyBytesMax);
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      headers[name] = Array.isArray(value) ? value.join(", ") : value;
    }
    const result = await parts.railWebhooks.receive({ rail, programId, body, headers });
    switch (result.kind) {
      case "received":
        sendJson(response, 200, { received: true, status: result.status });
        return;
      case "unknown":
        throw unknown();
      case "refused":
        await parts.limits.badSignature.take(clientAddress(request));
        throw new Refusal("invalid_signature", result.reason);
      case "later":
        throw new Refusal("unavailable", result.reason, { retryAfterSeconds });
    }
  };
}

function unknown(): Refusal {
  return new Refusal("unknown_connection", "There is no payment provider for payouts at this address.");
}
