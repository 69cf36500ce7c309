// Every column of the database that holds what was encrypted with SVC_SECRET_KEYS, and the place of a value: its column and its row.
// A value is encrypted for its place and opens nowhere else. `svc secrets rotate` and `status` go by this list, and a test holds it
// against the schema.

export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** What names the row; unique in its table. */
  readonly key: readonly string[];
  /** An array of values: their order changes, so all of them have the row's place. */
  readonly holdsMany: boolean;
};

export const sealedColumns = {
  hash_key: { table: "hash_key", column: "key_encrypted", key: ["purpose"], holdsMany: false },
  connection: { table: "connection", column: "secrets_encrypted", key: ["connection_id"], holdsMany: true },
  provider_account: {
    table: "provider_account",
    column: "api_key_encrypted",
    key: ["connection_id"],
    holdsMany: false,
  },
  outbound_endpoint: {
    table: "outbound_endpoint",
    column: "secrets_encrypted",
    key: ["program_id", "endpoint_id"],
    holdsMany: true,
  },
  endpoint_credentials: {
    table: "outbound_endpoint",
    column: "credentials_encrypted",
    key: ["program_id", "endpoint_id"],
    holdsMany: false,
  },
  notice_channel: {
    table: "notice_channel",
    column: "url_encrypted",
    key: ["program_id", "channel_id"],
    holdsMany: false,
  },
  export_schedule: {
    table: "export_schedule",
    column: "secret_encrypted",
    key: ["program_id", "export_id"],
    holdsMany: false,
  },
  payout_recipient: {
    table: "payout_recipient",
    column: "recipient_encrypted",
    key: ["program_id", "partner_id"],
    holdsMany: false,
  },
  partner_tax: {
    table: "partner_tax",
    column: "details_encrypted",
    key: ["program_id", "partner_id"],
    holdsMany: false,
  },
  invoice: {
    table: "invoice",
    column: "content_encrypted",
    key: ["program_id", "partner_id", "sequence"],
    holdsMany: false,
  },
  payout_rail: {
    table: "payout_rail",
    column: "credentials_encrypted",
    key: ["program_id", "rail"],
    holdsMany: false,
  },
  partner_email: {
    table: "partner_email",
    column: "email_encrypted",
    key: ["program_id", "partner_id"],
    holdsMany: false,
  },
  partner_application: {
    table: "partner_application",
    column: "email_encrypted",
    key: ["program_id", "email_hash"],
    holdsMany: false,
  },
  application_answers: {
    table: "partner_application",
    column: "answers_encrypted",
    key: ["program_id", "email_hash"],
    holdsMany: false,
  },
  partner_sign_in_link: {
    table: "partner_sign_in_link",
    column: "sign_up_encrypted",
    key: ["digest"],
    holdsMany: false,
  },
} as const satisfies Record<string, SealedColumn>;

export type SealedColumnName = keyof typeof sealedColumns;

export type Place = { readonly column: SealedColumnName; readonly key: readonly string[] };

type KeyOf<Names extends readonly string[]> = { readonly [Index in keyof Names]: string | number };

/** The place of a value in this column; the row is identified as the column's list says. */
export function placeIn<Name extends SealedColumnName>(
  column: Name,
  ...key: KeyOf<(typeof sealedColumns)[Name]["key"]>
): Place {
  return { column, key: key.map(String) };
}

/** The same for no two places. */
export function textOfPlace({ column, key }: Place): string {
  const { table, column: name } = sealedColumns[column];
  return JSON.stringify(["svc", table, name, ...key]);
}
