// The events of a program's agreement: the text that its partners accept, in versions, and who accepted which. They are events of the log
// like all others (events.ts). No sale, commission or payout follows from them: they decide who may be paid now.

/** Versions count from 1 in each program. An empty text ends the agreement: nothing is left to accept. */
export type AgreementPublished = {
  type: "agreement_published";
  version: number;
  /** What partners read; paragraphs are separated by empty lines. */
  text: string;
  /** SHA-256 of the text in UTF-8, in hex. */
  sha256: string;
};

/** By the partner itself, in its portal. */
export type AgreementAccepted = {
  type: "agreement_accepted";
  partner_id: number;
  version: number;
  sha256: string;
};

export type AgreementEvent = AgreementPublished | AgreementAccepted;
