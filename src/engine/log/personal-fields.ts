// Which fields of an event's data are of a person: what an erasure may take or rename (erase_person in the migrations), and what the
// chain therefore covers by a digest of its own.

/** What a browser or a brand's call sent in addition to what the books need. */
const takenFields = [
  "affiliate_url",
  "page_url",
  "page_title",
  "referrer_url",
  "session_id",
  "visitor_id",
  "user_agent",
  "screen_resolution",
  "viewport_size",
  "language",
  "timezone",
  "additional_data",
  "line_items",
];

/** Names of a person, replaced by random names on erasure. */
const nameFields = [
  "customer_key",
  "email_hash",
  "provider_customer_id",
  "subject",
  "wait_key",
  "identity",
  "provisional_subject",
];

export const personalFields: ReadonlySet<string> = new Set([...takenFields, ...nameFields]);
