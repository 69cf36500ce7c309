// The tracking calls: what a route has parsed becomes a submission, and the batcher's result goes back.
// Chance enters the system here and only here: a click's id is drawn before it is recorded, so a replay finds it in the log.
import { randomBytes } from "node:crypto";
import type { Directory } from "../../access/directory.ts";
import type { ProgramAccess } from "../../access/key-directory.ts";
import type {
  ClickRecorded,
  LeadReported,
  PaymentReferenceRegistered,
  RefundReported,
  SaleReported,
} from "../../core/rules/events/events.ts";
import type { DeviceOf } from "../../core/rules/events/flag-events.ts";
import { clickIdRandomBytes, makeClickId, programOfClickId } from "../../core/vocabulary/click-id.ts";
import type { NewEvent } from "../log/append.ts";
import type { Batcher } from "./batcher.ts";
import type { ProgramShares } from "./program-shares.ts";
import type { Result, ShownKey, Submission } from "./submission.ts";

/** Called before a test event is recorded without a key; rejects if there were too many. */
type AdmitsTest = { readonly admitTest?: (programId: number) => Promise<void> };

export type ClickCall = AdmitsTest & {
  readonly partnerCode: string | null;
  readonly isTest: boolean;
  /** Named in `additional_data`; needed in test mode without an affiliate URL. */
  readonly programId: number | null;
  /** The network address that it came from; null where no visitor made the call. */
  readonly address: string | null;
  readonly data: Omit<ClickRecorded, "type" | "click_id" | "partner_id" | "partner_code" | "device_of">;
};

export type LeadCall = AdmitsTest & {
  /** Null in browser mode. */
  readonly access: ProgramAccess | null;
  readonly isTest: boolean;
  readonly programId: number | null;
  readonly data: Omit<LeadReported, "type">;
};

export type SaleCall = {
  readonly access: ProgramAccess;
  readonly isTest: boolean;
  readonly occurredAt: Date | null;
  readonly data: Omit<SaleReported, "type">;
};

export type RefundCall = { readonly access: ProgramAccess; readonly data: Omit<RefundReported, "type"> };

export type ReferenceCall = {
  readonly access: ProgramAccess;
  readonly data: Omit<PaymentReferenceRegistered, "type" | "reference_hash">;
};

/** `programId` is the program the call was recorded for. */
export type TrackingResult = { readonly programId: number; readonly result: Result };

export type Tracking = {
  /** `unknown_link`: the code, or in test mode the program, is not known. */
  click(call: ClickCall): Promise<TrackingResult | "unknown_link">;
  /** `unknown_program`: nothing the call names leads to a program. */
  lead(call: LeadCall): Promise<TrackingResult | "unknown_program">;
  sale(call: SaleCall): Promise<TrackingResult>;
  refund(call: RefundCall): Promise<TrackingResult>;
  reference(call: ReferenceCall): Promise<TrackingResult>;
};

type TrackingParts = {
  readonly batcher: Batcher;
  readonly shares: ProgramShares;
  readonly directory: Directory;
  readonly hashReference: (reference: string) => string;
};

export function openTracking({ batcher, shares, directory, hashReference }: TrackingParts): Tracking {
  const submit = async (submission: Submission): Promise<TrackingResult> => {
    const { programId, data } = submission.event;
    const lane = data.type === "click_recorded" ? "clicks" : "others";
    return { programId, result: await shares.run(programId, lane, () => batcher.submit(submission)) };
  };

  return {
    async click(call) {
      const partner = call.partnerCode === null ? undefined : await directory.partnerOfCode(call.partnerCode);
      if (call.partnerCode !== null && partner === undefined) return "unknown_link";
      const programId = partner?.programId ?? call.programId;
      if (programId === null) return "unknown_link";
      if (partner === undefined && !(await directory.programExists(programId))) return "unknown_link";
      if (call.isTest) await call.admitTest?.(programId);
      const isVisit = !call.isTest && !call.data.is_bot;
      const address = isVisit ? call.address : null;
      const deviceOf = partner && address !== null ? await directory.deviceOf(partner, address) : undefined;
      return submit(clickSubmission(call, programId, partner?.partnerId ?? null, deviceOf));
    },
    async lead(call) {
      const programId = call.access?.programId ?? (await programOfBrowserLead(call, directory));
      if (programId === undefined) return "unknown_program";
      if (call.isTest) await call.admitTest?.(programId);
      return submit(leadSubmission(call, programId));
    },
    sale: (call) =>
      submit(
        keyedSubmission("sale", call.access, call.data.transaction_id, {
          isTest: call.isTest,
          occurredAt: call.occurredAt,
          data: { type: "sale_reported", ...call.data },
        }),
      ),
    refund: (call) =>
      submit(
        keyedSubmission("refund", call.access, call.data.transaction_id, {
          isTest: false,
          occurredAt: null,
          data: { type: "refund_reported", ...call.data },
        }),
      ),
    reference: (call) =>
      submit(
        keyedSubmission("payment-reference", call.access, null, {
          isTest: false,
          occurredAt: null,
          data: {
            type: "payment_reference_registered",
            ...call.data,
            reference_hash: hashReference(call.data.reference),
          },
        }),
      ),
  };
}

function keyedSubmission(
  call: string,
  access: ProgramAccess,
  transactionId: string | null,
  event: Pick<NewEvent, "isTest" | "occurredAt" | "data">,
): Submission {
  return {
    ...callOf(call, access, transactionId),
    event: { programId: access.programId, source: "api", dedupKey: null, ...event },
  };
}

function callOf(
  call: string,
  access: ProgramAccess | null,
  transactionId: string | null,
): ShownKey & Pick<Submission, "keep" | "delivery" | "logged"> {
  return {
    ...(access === null ? { keyHash: null } : { keyHash: access.keyHash, keyUsedAt: access.usedAt }),
    keep: "when_it_changes_something",
    delivery: null,
    logged: { call, transactionId },
  };
}

function clickSubmission(
  call: ClickCall,
  programId: number,
  partnerId: number | null,
  deviceOf: DeviceOf | undefined,
): Submission {
  const { existing_click_id: existing } = call.data;
  return {
    ...callOf("click", null, null),
    event: {
      programId,
      source: "browser",
      dedupKey: null,
      isTest: call.isTest,
      occurredAt: null,
      data: {
        type: "click_recorded",
        ...call.data,
        click_id: makeClickId(programId, randomBytes(clickIdRandomBytes)),
        partner_id: partnerId,
        partner_code: call.partnerCode,
        ...(deviceOf === undefined ? {} : { device_of: deviceOf }),
        existing_click_id: existing !== null && programOfClickId(existing) === programId ? existing : null,
      },
    },
  };
}

function leadSubmission(call: LeadCall, programId: number): Submission {
  return {
    ...callOf("lead", call.access, null),
    event: {
      programId,
      source: call.access === null ? "browser" : "api",
      dedupKey: null,
      isTest: call.isTest,
      occurredAt: null,
      data: { type: "lead_reported", ...call.data },
    },
  };
}

/** A browser names its program by the click it carries, or says it. */
async function programOfBrowserLead(call: LeadCall, directory: Directory): Promise<number | undefined> {
  for (const clickId of call.data.click_ids) {
    const programId = programOfClickId(clickId);
    if (programId !== undefined && (await directory.programExists(programId))) return programId;
  }
  if (call.programId !== null && (await directory.programExists(call.programId))) return call.programId;
  return undefined;
}
