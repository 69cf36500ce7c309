// docs/privacy.md against the schema: every column that can hold text, JSON or bytes is named there, or is listed here as holding no
// personal data. This test names a new table or column until it is listed in either.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Not personal: ids of things, kinds, statuses, hashes, settings, and secrets of a brand. */
const impersonal: Readonly<Record<string, string>> = {
  access_change: "change",
  access_signature: "kind nonce signature",
  account_credential: "provider_id scope",
  account_passkey: "device_type transports aaguid",
  account_verification: "id",
  adjustment: "currency",
  agent_key: "name key_hash last_four scopes",
  workspace_token: "name token_hash last_four role scopes",
  alarm: "kind detail",
  checklist: "step",
  checkpoint: "occasion note",
  checkpoint_delivery: "target fault",
  checkpoint_place: "items",
  click: "sub_ids signs",
  closed_month: "month totals corrections",
  commission: "kind currency status stage terms",
  connection: "provider status secrets_encrypted client_reference",
  delivery: "provider provider_event_type client_reference",
  device_login: "id status client_id scope",
  dispute: "status",
  event: "type source delivery_sha256 prev_hash hash",
  export_run: "status leased_by file fault",
  export_schedule: "list format target folder endpoint bucket region prefix access_key_id secret_encrypted status",
  hash_key: "purpose key_encrypted",
  idempotency_key: "key fingerprint",
  import_partner: "tool",
  import_run: "tool status",
  invoice: "number kind currency vat_treatment",
  job_lease: "name holder",
  job_run: "job cron",
  commission_forfeit: "cause",
  flag: "kind choice evidence resolved_as",
  lead: "event_name",
  mail_count: "period",
  manual_attribution: "state",
  notice: "kind",
  notice_channel: "name url_encrypted host kinds status paused_because",
  notice_choice: "kind",
  notice_letter: "status fault",
  operator_change: "change",
  operator_link: "secret_hash",
  outbound_endpoint: "kind event_types payload secrets_encrypted credentials_encrypted status paused_because leased_by",
  outbound_message: "message_id type status",
  outcome: "outcome reason detail",
  partner: "status group_moves ban accepted alike",
  partner_activity: "sale_days lead_times",
  partner_group: "group_id settings",
  partner_policy: "holder product_id commission",
  partner_application: "status group_id language",
  partner_tax: "form digest vat_status",
  payment_reference: "currency product_id counted_sale_ids",
  payout: "currency status approvals rail rail_id rail_fee_currency exchange_rate",
  payout_attempt: "rail key rail_id fault",
  payout_rail: "rail credentials_encrypted",
  payout_request: "kind exchanges conclusion",
  payout_run: "month currency group_id amount_cents",
  payout_item: "currency status",
  platform_fee: "currency words",
  policy: "product_id commission",
  program: "name status agreement",
  program_head: "hash",
  program_key: "key_hash last_four",
  program_key_caller: "key_hash",
  program_key_use: "key_hash",
  program_settings: "settings",
  provider_account: "api_key_encrypted fault endpoint_id",
  provider_discount: "group_id code terms key author status provider_id fault",
  refund: "source",
  refused_delivery: "last_fault",
  replay_change: "book",
  replay_difference: "book",
  replay_program: "status difference_hash",
  replay_rereading: "source",
  replay_run: "kind status request code_digest plan_hash step fault",
  line_correction: "kind commission_currency month corrects was_currency now_currency",
  restatement: "month was_currency was_commission_currency now_currency now_commission_currency",
  bonus: "bonus_id definition",
  bonus_award: "bonus_id period state",
  term_total: "period subject currency sales_cents commission_cents",
  sale: "currency status reason source provider sale_type subscription_interval product_id evidence collected coupon_code",
  self_billing: "language",
  sale_change: "currency commission_currency",
  schema_migration: "name checksum",
  subscription: "commission product_id subscription_interval terms payments",
  tracking_log: "call code",
  verification: "chain_hash chain_fault books_fault",
  workspace: "name id slug logo metadata",
  workspace_invitation: "id workspace role status",
  workspace_member: "id workspace role",
};

const fileOf = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

/** Types whose values are a number, a time, a day or a yes say nothing of a person by themselves. */
const holdsNothing = /^(bigint|integer|smallint|boolean|date|timestamp)/;

async function columnsOfSchema(): Promise<string[]> {
  const tables = (await fileOf("schema.sql")).matchAll(/^create table (\w+) \((.*?)^\);/gms);
  return [...tables].flatMap(([, table, body = ""]) =>
    [...body.matchAll(/^ {2}"?(\w+)"? (.+)$/gm)].flatMap(([, column, type = ""]) =>
      column === "constraint" || holdsNothing.test(type) ? [] : `${table}.${column}`,
    ),
  );
}

test("each column that can hold something of a person is named in docs/privacy.md or said to hold nothing", async () => {
  const columns = await columnsOfSchema();
  expect(columns.length).toBeGreaterThan(200);
  const places = [...(await fileOf("docs/privacy.md")).matchAll(/^\|((?: `\w+\.\w+`)+) \|/gm)].map(([place]) => place);
  const named = places.flatMap((place) => place.match(/\w+\.\w+/g) ?? []);
  const withoutPeople = Object.entries(impersonal).flatMap(([table, names]) =>
    names.split(" ").map((name) => `${table}.${name}`),
  );
  const decided = new Set([...named, ...withoutPeople]);
  expect.soft(columns.filter((column) => !decided.has(column))).toEqual([]);
  expect.soft([...decided].filter((column) => !columns.includes(column))).toEqual([]);
  expect.soft(named.filter((column) => withoutPeople.includes(column))).toEqual([]);
});
