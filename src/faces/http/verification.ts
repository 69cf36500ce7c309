// Sends a synthetic click, lead and sale of a program in test mode, through the same parsing, batch and fold as the brand's calls: the
// results are those that the brand would get. The sale uses the program's own key from the database, so a key past its deadline fails here
// too. They earn nothing: they leave flagged test events and complete the integration checklist.
import type { KeyDirectory, ProgramAccess } from "../../access/key-directory.ts";
import type { Tracking, TrackingResult } from "../../engine/recording/tracking.ts";
import { Refusal } from "../../product/operation/refusal.ts";
import type { VerifiedStep } from "../../product/proof/verification-operations.ts";
import type { JsonBody } from "./json-body.ts";
import { readClickBody } from "./track/click-body.ts";
import { type Concluded, concluded } from "./track/conclusion-answer.ts";
import { readLeadBody } from "./track/lead-body.ts";
import { readSaleBody } from "./track/sale-body.ts";

export type VerificationParts = {
  readonly tracking: Pick<Tracking, "click" | "lead" | "sale">;
  readonly directory: Pick<KeyDirectory, "accessOfProgram">;
  readonly hashEmail: (email: string) => string;
  /** In milliseconds. */
  readonly now: () => number;
};

const userAgent = "svc verification";
const customerKey = "svc-verification";
const amountCents = 4900;

export async function verifyProgram(parts: VerificationParts, programId: number): Promise<VerifiedStep[]> {
  const { tracking, directory, hashEmail, now } = parts;
  const marked = { additional_data: { test_mode: true, program_id: programId, verification: true } };
  const access = await directory.accessOfProgram(programId);
  const named = { customer_key: customerKey, ...marked };
  const sale = { ...named, transaction_id: customerKey, amount_cents: amountCents };
  return [
    await trial("click", marked, async (body) => tracking.click({ ...readClickBody(body, userAgent), address: null })),
    await trial("lead", named, async (body) =>
      tracking.lead({ ...readLeadBody(body, { hasKey: true, hashEmail }), access: requireKey(access) }),
    ),
    await trial("sale", sale, async (body) =>
      tracking.sale({ ...readSaleBody(body, now()), access: requireKey(access) }),
    ),
  ];
}

async function trial(
  step: VerifiedStep["step"],
  body: JsonBody,
  run: (body: JsonBody) => Promise<TrackingResult | "unknown_link" | "unknown_program">,
): Promise<VerifiedStep> {
  try {
    const { conclusion, eventId } = conclude(await run(body));
    return { step, status: "passed", event_id: eventId, code: null, message: conclusion.message };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { step, status: "failed", event_id: null, code: error.code, message: error.message };
  }
}

function conclude(answered: TrackingResult | "unknown_link" | "unknown_program"): Concluded {
  if (typeof answered === "string") throw noProgram();
  const { result } = answered;
  if (result.kind === "key_past_deadline") {
    throw new Refusal(
      "api_key_rotation_required",
      "The deadline to replace this program key has passed: calls with it are refused.",
    );
  }
  return concluded(result, noProgram);
}

function requireKey(access: ProgramAccess | undefined): ProgramAccess {
  if (access === undefined) throw new Refusal("unauthorized", "The program is not active, so its key is refused.");
  return access;
}

function noProgram(): Refusal {
  return new Refusal("unknown_link", "The program is not active.");
}
