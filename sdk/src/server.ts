// @svc/sdk/server: reports leads, sales, clicks and refunds from a brand's backend, with the program API key.
// It works wherever there is a fetch: Node 18 and later, Deno, Bun, Cloudflare Workers. Methods throw at once where a call could
// not mean anything, and otherwise always resolve: `{ ok, status, data, error }`. It never runs in a browser, where the key
// would be anyone's.
import { makeCall } from "./server/call.ts";
import type { ClickInput, LeadInput, RefundInput, SaleInput } from "./server/inputs.ts";
import { clickRequest, leadRequest, refundRequest, saleRequest } from "./server/requests.ts";
import type { ClickData, LeadData, RefundData, SaleData, SvcResult } from "./server/results.ts";
import { readOptions, type Settings, type SvcOptions } from "./server/settings.ts";

export type { ClickInput, LeadInput, RefundInput, SaleInput } from "./server/inputs.ts";
export type {
  ClickData,
  LeadData,
  RefundData,
  SaleData,
  SvcFailure,
  SvcResult,
  SvcSuccess,
  SvcWarning,
  TestEvent,
} from "./server/results.ts";
export type { Fetch, FetchRequest, FetchResponse, SvcOptions } from "./server/settings.ts";

export class Svc {
  readonly #settings: Settings;

  /** Throws where an option is missing or bad. */
  constructor(options: SvcOptions) {
    this.#settings = readOptions(options);
  }

  /** Reports a signup and binds the customer to the click. Throws at once without both ids. */
  trackLead(lead: LeadInput): Promise<SvcResult<LeadData>> {
    return makeCall(this.#settings, leadRequest(lead));
  }

  /**
   * Reports a payment. Throws at once when `amount` or `invoiceId` is invalid. A 409 means that the invoice is recorded
   * already, perhaps by an earlier attempt of the same call whose answer was lost: treat it as done.
   */
  trackSale(sale: SaleInput): Promise<SvcResult<SaleData>> {
    return makeCall(this.#settings, saleRequest(sale));
  }

  /** Reports a visit through an affiliate link, for pages that do not load the tracker. The key is not sent. */
  trackClick(click: ClickInput): Promise<SvcResult<ClickData>> {
    return makeCall(this.#settings, clickRequest(click));
  }

  /** Reports a refund, once for each. Throws at once without `invoiceId`. */
  trackRefund(refund: RefundInput): Promise<SvcResult<RefundData>> {
    return makeCall(this.#settings, refundRequest(refund));
  }
}

// biome-ignore lint/style/noDefaultExport: the interface names the class as the entry's default export.
export default Svc;
