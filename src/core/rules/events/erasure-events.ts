// The events by which the log says that parts of it are gone. They are events of the log like all others (events.ts), and hold
// nothing of any person.

/**
 * A person was erased on request. A row of the log that held something of them keeps its hash, which its own columns no longer
 * make: what they make now is kept here, so that a later change is found.
 */
export type PersonalDataErased = {
  type: "personal_data_erased";
  reason: string;
  /**
   * Rows that lost something: the seq, and the SHA-256, in hex, that the chain's rule makes of the row as it was left; then that of what
   * the row said of the person before anything was erased, with which the rest of it still makes its own hash. Rows of before the chain's
   * second rule have no such digest.
   */
  rows: readonly (readonly [seq: number, left: string, person?: string])[];
  /** Events whose deliveries lost their bytes and headers. */
  deliveries: readonly number[];
  /**
   * Of each of these the SHA-256, in hex, of what was kept next to its bytes, with its headers and without them: so everything but the
   * headers is still held against the checkpoints that were signed before. Erasures of earlier releases have none.
   */
  delivery_digests?: readonly (readonly [eventId: number, before: string, left: string])[];
};

/**
 * Clicks of this range are in a file now, without what browsers said: of their data the rows kept the click's id alone, and they kept
 * their hash. What the file holds of them is what its digest says.
 */
export type ClicksArchived = {
  type: "clicks_archived";
  first_seq: number;
  last_seq: number;
  clicks: number;
  /** Below the folder of archives. */
  file: string;
  bytes: number;
  sha256: string;
  /** SHA-256, in hex, of what the chain's rule makes of each row as it was left, in hex, one after the other. */
  rows_sha256: string;
  /** Of the last of them, in hex: where the chain goes on. */
  closing_hash: string;
};

export type ErasureEvent = PersonalDataErased | ClicksArchived;
