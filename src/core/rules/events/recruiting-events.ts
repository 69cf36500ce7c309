// The event by which a program says who recruited a partner. It is an event of the log like all others (events.ts).

/** Of a partner without a commission and without a recruiter; it never changes. */
export type PartnerRecruited = { type: "partner_recruited"; partner_id: number; recruited_by: number };
