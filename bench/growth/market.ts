// Who takes part in the story: programs of unequal size in workspaces of ten, with partners, policies and a connection each,
// and the directories that are no part of the log.
import type { Client } from "pg";
import { addConnection } from "../../src/access/connections.ts";
import { operator } from "../../src/access/permission.ts";
import type { Secrets } from "../../src/access/secrets/secrets.ts";
import { defaultSettings } from "../../src/core/rules/events/settings/settings.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { emptyTail, type LogWriter, signingSecret } from "./log-writer.ts";
import type { StoryProgram } from "./story.ts";

/** Of everything that happens. */
const largestShareByDefault = 0.1;
const programsPerWorkspace = 10;
const partnersOfLargest = 500;
const partnersMin = 5;
const partnersMax = 40;
const productsPerProgram = 3;

/** The first one has a tenth of everything; of the others, some are several times as large as most. */
export function imaginePrograms(count: number, largestShare = largestShareByDefault): StoryProgram[] {
  const weights = Array.from({ length: count }, (_, index) => (index === 0 ? 0 : 1 / (index + 10)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, index) => ({
    tail: emptyTail(index + 1, index + 1),
    share: index === 0 ? largestShare : ((1 - largestShare) * weight) / sum,
    partners: [],
    onHold: [],
    approved: [],
  }));
}

/** The market's leads and refunds mean nothing, and a few flags would be read whole for each row of a list. */
const settings = { ...defaultSettings, flag_fast_leads: "off", flag_refund_rate: "off" } as const;

/** The first events of every program. */
export function found(writer: LogWriter, programs: readonly StoryProgram[], at: Date): void {
  for (const [index, { tail, partners }] of programs.entries()) {
    const workspace_id = workspaceOf(index);
    const name = `Program ${tail.programId}`;
    const created = { type: "program_created", workspace_id, name, settings } as const;
    writer.append(tail, at, { source: "operator", data: created });
    const partnerCount = index === 0 ? partnersOfLargest : partnersMin + (index % (partnersMax - partnersMin));
    for (let number = 1; number <= partnerCount; number += 1) {
      const code = `p${tail.programId}-${number}`;
      const data = { type: "partner_joined", name: `Partner ${number}`, code } as const;
      partners.push({ id: writer.append(tail, at, { source: "operator", data }), code });
    }
    for (let number = 1; number <= productsPerProgram; number += 1) {
      const commission = { type: "percentage", rate_bps: 1_000 * number, duration_months: null } as const;
      const data = { type: "policy_set", product_id: `product-${number}`, commission } as const;
      writer.append(tail, at, { source: "operator", data });
    }
  }
}

function workspaceOf(index: number): number {
  return 1 + Math.floor(index / programsPerWorkspace);
}

/** Everything that the log depends on, and how far each log is. The books are not built yet. */
export async function writeDirectories(
  client: Client,
  programs: readonly StoryProgram[],
  { eventCount, projectorVersion }: { readonly eventCount: number; readonly projectorVersion: number },
): Promise<void> {
  const tails = programs.map(({ tail }) => tail);
  await client.query("insert into workspace (name) select 'Workspace ' || n from generate_series(1, $1::integer) n", [
    workspaceOf(programs.length - 1),
  ]);
  await client.query(
    `insert into program_head (program_id, seq, hash, received_at, projector_version)
     select *, $5::integer from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::timestamptz[])`,
    [
      tails.map((tail) => tail.programId),
      tails.map((tail) => tail.seq),
      tails.map((tail) => tail.hash),
      tails.map((tail) => tail.receivedAt),
      projectorVersion,
    ],
  );
  await client.query(
    `insert into program_key (program_id, key_hash, last_four)
     select id, sha256(convert_to('key of ' || id, 'utf8')), 'none' from unnest($1::bigint[]) id`,
    [tails.map((tail) => tail.programId)],
  );
  const codes = programs.flatMap(({ tail, partners }) => partners.map((partner) => ({ ...partner, ...tail })));
  await client.query(
    "insert into partner_code (code, program_id, partner_id) select * from unnest($1::text[], $2::bigint[], $3::bigint[])",
    [codes.map(({ code }) => code), codes.map(({ programId }) => programId), codes.map(({ id }) => id)],
  );
  await client.query("select setval('event_id_seq', $1), setval('program_id_seq', $2)", [eventCount, programs.length]);
}

/** By the service's own code, since their secrets are encrypted; the books must exist. */
export async function addConnections(
  database: Database,
  secrets: Secrets,
  programs: readonly StoryProgram[],
): Promise<void> {
  for (const { tail } of programs) {
    const connection = { programId: tail.programId, provider: "stripe", livemode: true, secrets: [signingSecret] };
    const connectionId = await addConnection(database, secrets, connection, operator);
    if (connectionId !== tail.connectionId) throw new Error(`deliveries of connection ${tail.connectionId} came early`);
  }
}

const trackingDays = 30;

/** Lines of the last thirty days, as refused and test calls leave them. */
export async function writeTrackingLog(
  client: Client,
  programs: readonly StoryProgram[],
  lines: number,
): Promise<void> {
  await client.query(
    `insert into tracking_log (program_id, line_id, logged_at, call, is_test, code, message, transaction_id)
     select p.program_id, nextval('tracking_line_id_seq'), now() - make_interval(secs => (1 - n::float8 / p.lines) * 86400 * $3),
            (array['sale', 'sale', 'lead', 'refund', 'click'])[1 + n % 5], n % 10 = 0,
            case when n % 10 = 0 then null when n % 997 = 0 then 'unsupported_currency'
                 else (array['no_attribution', 'invalid_request', 'duplicate_transaction'])[1 + n % 3] end,
            'Neither customer_key nor click_id resolved a customer.', 'order-' || n
       from unnest($1::bigint[], $2::integer[]) p(program_id, lines),
            lateral generate_series(1, p.lines) n
      order by n::float8 / p.lines, p.program_id`,
    [programs.map(({ tail }) => tail.programId), programs.map(({ share }) => Math.ceil(lines * share)), trackingDays],
  );
}
