// Changes of endpoints by their owners. Secrets are stored encrypted; at most two sign at once, during a rotation. An endpoint starts at
// the end of the log, or at an earlier time of the owner's choice: no message after that is lost.
import { sayWhoActs } from "../../access/acting.ts";
import { claimOnce, keepMadeIds, type Once } from "../../access/idempotency.ts";
import { requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type PlaceSigner, signPlace } from "../../access/signed/signed-places.ts";
import type { Author } from "../../core/vocabulary/access/author.ts";
import type { WorkspaceRight } from "../../core/vocabulary/access/workspace-roles.ts";
import type { EndpointKind, PayloadForm } from "../../core/vocabulary/outbound-types.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { nextId } from "../../engine/postgres/next-id.ts";
import { newSigningSecret } from "../messages/signature.ts";
import { type Caps, requireBelow } from "../operation/caps.ts";
import { type Credentials, credentialsPlace, sealCredentials } from "./credentials.ts";

export const postbacksPerPartnerMax = 5;
/** How long the secret before signs too. */
export const oldSecretHours = 24;
/** The author of the change needs no notice. */
export const pausedByHand = "It was paused by hand.";

const countStatement: Statement = {
  name: "count_endpoints",
  text: `select count(*) as endpoints
           from outbound_endpoint
          where program_id = $1 and status <> 'removed' and partner_id is not distinct from $2`,
};

/** Of the brands themselves, and not of their partners. */
const countOfWorkspaceStatement: Statement = {
  name: "count_endpoints_of_workspace",
  text: `select count(*) as endpoints
           from outbound_endpoint
          where program_id = any($1::bigint[]) and status <> 'removed' and partner_id is null`,
};

const programsStatement: Statement = {
  name: "programs_of_workspace_of",
  text: `select program_id
           from program
          where workspace_id = (select workspace_id from program where program_id = $1)`,
};

/** Held while endpoints are counted, so that two at once cannot both be the last one. */
const lockProgramStatement: Statement = {
  name: "lock_program_for_endpoint",
  text: `select p.program_id
           from program p
          where p.program_id = $1
            and ($2::bigint is null or exists (select 1 from partner where program_id = $1 and partner_id = $2))
            for no key update`,
};

const createStatement: Statement = {
  name: "create_endpoint",
  text: `insert into outbound_endpoint (endpoint_id, program_id, partner_id, kind, url, description, event_types, payload,
                                        secrets_encrypted, position, corrected_to, credentials_encrypted)
         overriding system value
         select $10::bigint, $1, $2, $3, $4, $5, $6::text[], $7, array[$8::bytea], coalesce($9::bigint, h.projected_seq),
                -- Its messages about the past are made from corrected books.
                coalesce((select max(last_change_id) from outbound_correction where program_id = $1), 0),
                $11::bytea
           from program_head h
          where h.program_id = $1
         returning endpoint_id`,
};

/** What was not sent is not sent any more, and no secret stays; what was sent is remembered for its time. */
const removeStatement: Statement = {
  name: "remove_endpoint",
  text: `update outbound_endpoint
            set status = 'removed', paused_because = null, secrets_encrypted = '{}', credentials_encrypted = null, leased_by = null,
                leased_until = null
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
         returning endpoint_id`,
};

const dropPendingStatement: Statement = {
  name: "drop_pending_messages",
  text: `update outbound_message
            set status = 'failed', ended_at = clock_timestamp()
          where program_id = $1 and endpoint_id = $2 and status = 'pending'`,
};

const rotateStatement: Statement = {
  name: "rotate_endpoint_secret",
  text: `update outbound_endpoint
            set secrets_encrypted = array[$3::bytea, secrets_encrypted[1]],
                old_secret_until = clock_timestamp() + make_interval(hours => $4::integer)
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
         returning endpoint_id`,
};

const secretsStatement: Statement = {
  name: "secrets_of_endpoint",
  text: `select secrets_encrypted, old_secret_until
           from outbound_endpoint
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'`,
};

const pauseStatement: Statement = {
  name: "pause_endpoint",
  text: `update outbound_endpoint
            set status = 'paused', paused_at = clock_timestamp(), paused_because = $3, leased_by = null, leased_until = null
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
         returning endpoint_id`,
};

const resumeStatement: Statement = {
  name: "resume_endpoint",
  text: `update outbound_endpoint
            set status = 'active', paused_because = null, paused_at = null, failing_since = null, failures = 0,
                next_attempt_at = null
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
         returning endpoint_id`,
};

/** A resumed endpoint was repaired: pending messages are sent at once. */
const dueNowStatement: Statement = {
  name: "messages_due_now",
  text: `update outbound_message
            set next_attempt_at = clock_timestamp()
          where program_id = $1 and endpoint_id = $2 and status = 'pending'`,
};

export type NewEndpoint = {
  readonly programId: number;
  /** Null is the brand's own. */
  readonly partnerId: number | null;
  readonly kind: EndpointKind;
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly string[];
  readonly payload: PayloadForm;
  /** Everything behind this place in the log; null is its end. */
  readonly position: number | null;
  /** What a broker asks for. */
  readonly credentials: Credentials | null;
};

/** The right is checked for this caller; a partner sets its own postback in its portal. */
export type EndpointActor = Author;

export type WhichEndpoint = { readonly programId: number; readonly endpointId: number };

/** Undefined when there is no such program or partner; `full` where the partner has as many as may be. */
export async function createEndpoint(
  database: Database,
  secrets: Secrets,
  endpoint: NewEndpoint,
  actor: EndpointActor,
  { once = null, caps }: { readonly once?: Once | null; readonly caps?: Caps } = {},
): Promise<number | "full" | undefined> {
  const { programId, partnerId } = endpoint;
  return database.transaction(async (session) => {
    await requireEndpointRight(session, actor, programId);
    await claimOnce(session, once);
    const [program] = await session.query(lockProgramStatement, [programId, partnerId]);
    if (program === undefined) return undefined;
    const [row] = await session.query<Count>(countStatement, [programId, partnerId]);
    if (partnerId !== null && (row?.endpoints ?? 0) >= postbacksPerPartnerMax) return "full";
    if (partnerId === null && caps !== undefined) {
      requireBelow(caps, "endpointsPerProgramMax", row?.endpoints ?? 0, actor);
      await requireRoomInWorkspace(session, caps, programId, actor);
    }
    const endpointId = await nextId(session, "outbound_endpoint");
    const sealed = secrets.encrypt(placeIn("outbound_endpoint", programId, endpointId), newSigningSecret());
    const credentials =
      endpoint.credentials && sealCredentials(secrets, credentialsPlace(programId, endpointId), endpoint.credentials);
    const [made] = await session.query<{ endpoint_id: number }>(createStatement, [
      ...[programId, partnerId, endpoint.kind, endpoint.url, endpoint.description, endpoint.eventTypes],
      ...[endpoint.payload, sealed, endpoint.position, endpointId, credentials],
    ]);
    if (made === undefined) return undefined;
    keepMadeIds(session, once, [made.endpoint_id]);
    await signPlace(session, secrets, "endpoint", { programId, id: made.endpoint_id }, actor);
    return made.endpoint_id;
  });
}

type Count = { readonly endpoints: number };

/** Two programs at once may pass it by one. */
async function requireRoomInWorkspace(session: Session, caps: Caps, programId: number, actor: EndpointActor) {
  const programs = await session.query<{ program_id: number }>(programsStatement, [programId]);
  const ids = programs.map(({ program_id }) => program_id);
  const [row] = await session.query<Count>(countOfWorkspaceStatement, [ids]);
  requireBelow(caps, "endpointsPerWorkspaceMax", row?.endpoints ?? 0, actor);
}

/** False when the program has no such endpoint; so below. */
export async function removeEndpoint(
  database: Database,
  secrets: PlaceSigner,
  which: WhichEndpoint,
  actor: EndpointActor,
): Promise<boolean> {
  return changed(database, which, actor, [removeStatement, []], { alsoThen: dropPendingStatement, secrets });
}

export async function pauseEndpoint(database: Database, which: WhichEndpoint, actor: EndpointActor): Promise<boolean> {
  return changed(database, which, actor, [pauseStatement, [pausedByHand]]);
}

export async function resumeEndpoint(database: Database, which: WhichEndpoint, actor: EndpointActor): Promise<boolean> {
  return changed(database, which, actor, [resumeStatement, []], { alsoThen: dueNowStatement });
}

export async function rotateEndpointSecret(
  database: Database,
  secrets: Secrets,
  which: WhichEndpoint,
  actor: EndpointActor,
): Promise<boolean> {
  const place = placeIn("outbound_endpoint", which.programId, which.endpointId);
  const sealed = secrets.encrypt(place, newSigningSecret());
  return changed(database, which, actor, [rotateStatement, [sealed, oldSecretHours]], { secrets });
}

export type EndpointSecrets = {
  readonly newest: string;
  /** The one before, while it signs too. */
  readonly old: { readonly secret: string; readonly until: Date } | null;
};

export async function readEndpointSecrets(
  database: Database,
  secrets: Secrets,
  { programId, endpointId }: WhichEndpoint,
  { actor, now }: { readonly actor: EndpointActor; readonly now: Date },
): Promise<EndpointSecrets | undefined> {
  return database.transaction(async (session) => {
    await requireEndpointRight(session, actor, programId);
    type Row = { secrets_encrypted: Buffer[]; old_secret_until: Date | null };
    const [row] = await session.query<Row>(secretsStatement, [programId, endpointId]);
    const [newest, old] = row?.secrets_encrypted ?? [];
    if (newest === undefined) return undefined;
    const until = row?.old_secret_until ?? null;
    const isOver = old === undefined || until === null || until <= now;
    const place = placeIn("outbound_endpoint", programId, endpointId);
    return {
      newest: secrets.decrypt(place, newest),
      old: isOver ? null : { secret: secrets.decrypt(place, old), until },
    };
  });
}

async function changed(
  database: Database,
  { programId, endpointId }: WhichEndpoint,
  actor: EndpointActor,
  [statement, values]: readonly [Statement, readonly unknown[]],
  /** `secrets` where it changes what is signed. */
  { alsoThen, secrets }: { readonly alsoThen?: Statement; readonly secrets?: PlaceSigner } = {},
): Promise<boolean> {
  return database.transaction(async (session) => {
    await requireEndpointRight(session, actor, programId);
    const rows = await session.query(statement, [programId, endpointId, ...values]);
    if (rows.length > 0 && alsoThen !== undefined) void session.query(alsoThen, [programId, endpointId]);
    if (rows.length > 0 && secrets) await signPlace(session, secrets, "endpoint", { programId, id: endpointId }, actor);
    return rows.length > 0;
  });
}

export async function requireEndpointRight(
  session: Session,
  actor: EndpointActor,
  programId: number,
  right: WorkspaceRight = "settings",
): Promise<void> {
  if (actor.kind === "partner") sayWhoActs(session, actor);
  else await requireProgramRight(session, actor, programId, right);
}
