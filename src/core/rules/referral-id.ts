// The id of a commission for another partner's sale. A sale's own commission has the sale's id, so the second one has the sale's id in a
// range of its own: the two follow from each other, no rebuild can renumber either, and both are below 2^53.

/** Ids of events stay below it. */
export const firstReferralId = 2 ** 52;

export function referralIdOf(saleId: number): number {
  return firstReferralId + saleId;
}

/** The sale that a recruiter earns by; null for the id of anything else. */
export function saleOfReferral(id: number): number | null {
  return id < firstReferralId ? null : id - firstReferralId;
}

/** The sale of a commission's id in a statement: of the id of anything else, that id. */
export function saleOfReferralSql(id: string): string {
  return `(${id} % ${firstReferralId})`;
}
