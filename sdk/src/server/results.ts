// What the methods of the server library resolve to: the service's answer as it was sent, or why there is no answer. `ok` is true exactly
// when `status` is 2xx, and `data` is present exactly when `ok` is true. `status` 0 means that no answer of the service was received: the
// call's result is then unknown, unless `error` says that nothing was sent.

/** Something the service wants changed although the call was taken. */
export type SvcWarning = {
  /**
   * `api_key_rotation_required`: the key must be regenerated before `rotate_by`. `refund_skipped`: a refund without `refundId` was taken
   * for an earlier one of the same amount.
   */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** ISO 8601: from then on the key is refused with 401. */
  readonly rotate_by?: string;
  readonly docs_url?: string;
};

export type SvcSuccess<Data> = {
  readonly ok: true;
  readonly status: number;
  readonly data: Data;
  readonly error?: undefined;
};

export type SvcFailure = {
  readonly ok: false;
  /** The HTTP status; 0 on a network error, after a timeout, and for a call that cannot be sent. */
  readonly status: number;
  readonly data: null;
  /** For people, and subject to change: branch on `status` and `code`. */
  readonly error: string;
  /** The service's `error.code`, such as `no_attribution`; absent where something else answered. */
  readonly code?: string;
  /** The service's `error.details`: of a 409, `sale_id` is the sale recorded before. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** How long the service asked to wait. */
  readonly retryAfterSeconds?: number;
};

export type SvcResult<Data> = SvcSuccess<Data> | SvcFailure;

type Answer = {
  readonly success: true;
  readonly message: string;
  readonly warnings?: readonly SvcWarning[];
};

export type LeadData =
  | (Answer & { readonly lead_id: number; readonly provisional?: true; readonly data?: undefined })
  /** Of a call with `additionalData.test_mode`. */
  | (Answer & { readonly lead_id?: undefined; readonly provisional?: undefined; readonly data: TestEvent });

export type TestEvent = { readonly eventId: number; readonly programId: number; readonly test_mode: true };

export type SaleData = Answer & {
  /** Null when the attribution window had expired. */
  readonly sale_id: number | null;
  /** Null when no commission is due; `reason` says why. */
  readonly commission_id: number | null;
  readonly reason?: string;
  readonly attributed?: false;
  readonly click_age_days?: number;
  readonly window_days?: number;
};

export type ClickData =
  | {
      readonly success: true;
      readonly click_id: string;
      readonly partner_code: string;
      /** How long to keep the cookie `svc_click_id`. */
      readonly cookie_window_days: number;
      readonly program_id: number;
      readonly message?: undefined;
    }
  /** The link, its partner or its program is not active: there is no click. */
  | { readonly success: false; readonly message: string; readonly click_id?: undefined };

export type RefundData = Answer & {
  /** `skipped`: this refund was recorded before; `reason` says how that is known. */
  readonly status: "reversed" | "refunded" | "skipped" | "no_commission";
  readonly sale_id: number;
  readonly commission_id: number | null;
  readonly refunded_cents: number;
  readonly refunded_total_cents: number;
  /** What is left of the commission. */
  readonly commission_cents: number;
  readonly commission_deducted_cents: number;
  readonly reason?: string;
};
