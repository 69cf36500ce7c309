// What the tracker is to a page: the methods of `window.svc`, which `loadSvc` resolves to as well.

/** A snapshot of the tracker's state. */
export type SvcData = {
  /** The active click. */
  clickId: string | null;
  /** The program of this page; 0 while neither the page nor a click has named one. */
  programId: number;
  /** True when a valid click has been tracked. */
  hasAttribution: boolean;
  /** The affiliate URL that started the attribution, where this origin still knows it. */
  affiliateUrl: string | null;
};

export type Svc = {
  /**
   * Reports a lead for the current click. Resolves once it is delivered, or known to be delivered later; never rejects.
   * `customerKey` is your own id of the customer, the same one your sales name.
   */
  signup(customerKey: string, email: string): Promise<void>;
  /** The current click id; put it into checkout metadata as `svc_click_id`. */
  getClickId(): string | null;
  /** The visitor's id; put it into checkout metadata as `svc_visitor_id`. In consent mode, null before `consent(true)`. */
  getVisitorId(): string | null;
  /** In consent mode nothing is stored or sent before `consent(true)`. `consent(false)` removes all that was stored. */
  consent(granted: boolean): void;
  getData(): SvcData;
  /** Sends a test event, which ticks the integration checklist and makes no money. */
  trackTest(data?: Readonly<Record<string, unknown>>): void;
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the browser's own
  interface Window {
    svc?: Svc;
    /** The service's address, when it is not where the script comes from. Set it before the first load. */
    SVC_API_BASE?: string;
  }
}
