// A program's payment providers: their credentials, sealed like providers' API keys, and which of them pays its payouts. Without a chosen
// one, payouts are paid by a file. Credentials go in and never come out.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PayoutRail, RailName } from "../../core/vocabulary/money/payout-rails.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { OpenRail } from "./apis/rail.ts";
import { type ClientOptions, type RecordingClient, railClient } from "./apis/rail-client.ts";
import { rails } from "./apis/registry.ts";

/** Other addresses of the providers, by rail, as the operator set them. */
export type RailUrls = { readonly [Name in RailName]?: string };

export type KnownRail = { readonly rail: RailName; readonly is_chosen: boolean; readonly is_sandbox: boolean };
type RailRow = KnownRail & { readonly credentials_encrypted: Buffer };

const setStatement: Statement = {
  name: "set_payout_rail",
  text: `insert into payout_rail (program_id, rail, is_sandbox, credentials_encrypted)
         values ($1, $2, $3, $4)
         on conflict (program_id, rail)
         do update set is_sandbox = excluded.is_sandbox, credentials_encrypted = excluded.credentials_encrypted, updated_at = now()`,
};

const removeStatement: Statement = {
  name: "remove_payout_rail",
  text: "delete from payout_rail where program_id = $1 and rail = $2 returning rail",
};

const leaveStatement: Statement = {
  name: "leave_payout_rail",
  text: "update payout_rail set is_chosen = false where program_id = $1 and is_chosen and rail <> $2",
};

const chooseStatement: Statement = {
  name: "choose_payout_rail",
  text: `update payout_rail set is_chosen = true where program_id = $1 and rail = $2 and not is_chosen`,
};

const railStatement: Statement = {
  name: "payout_rail",
  text: `select rail, is_chosen, is_sandbox, credentials_encrypted from payout_rail where program_id = $1 and rail = $2`,
};

const chosenStatement: Statement = {
  name: "chosen_payout_rail",
  text: `select rail, is_chosen, is_sandbox, credentials_encrypted from payout_rail where program_id = $1 and is_chosen`,
};

/** A payout that is on its way keeps its mode: with other credentials, it could be looked up in the wrong account. */
const openPayoutsStatement: Statement = {
  name: "payouts_on_rail",
  text: `select count(*) as count from payout
          where program_id = $1 and rail = $2 and status in ('sending', 'sent', 'unclaimed')`,
};

export type WhichRail = { readonly programId: number; readonly rail: RailName };

export type SetRail = WhichRail & { readonly isSandbox: boolean; readonly credentials: object };

/** For owners. */
export async function setRail(
  database: Database,
  secrets: Secrets,
  { programId, rail, isSandbox, credentials }: SetRail,
  actor: Actor,
): Promise<void> {
  await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "payout_rules");
    const sealed = secrets.encrypt(placeIn("payout_rail", programId, rail), JSON.stringify(credentials));
    await session.query(setStatement, [programId, rail, isSandbox, sealed]);
  });
}

export type RailRemoval = "removed" | "unknown" | "in_use";

/** For owners. Not while payouts are on their way by it: it could not be looked up what became of them. */
export async function removeRail(
  database: Database,
  { programId, rail }: WhichRail,
  actor: Actor,
): Promise<RailRemoval> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "payout_rules");
    const [open] = await session.query<{ count: number }>(openPayoutsStatement, [programId, rail]);
    if (open !== undefined && open.count > 0) return "in_use";
    const removed = await session.query(removeStatement, [programId, rail]);
    return removed.length === 0 ? "unknown" : "removed";
  });
}

/** For owners. False where the provider has no credentials. */
export async function chooseRail(
  database: Database,
  { programId, rail }: { readonly programId: number; readonly rail: PayoutRail },
  actor: Actor,
): Promise<boolean> {
  return database
    .transaction(async (session) => {
      await requireProgramRight(session, actor, programId, "payout_rules");
      await session.query(leaveStatement, [programId, rail]);
      if (rail === "file") return true;
      const [found] = await session.query<RailRow>(railStatement, [programId, rail]);
      if (found === undefined) throw new NoCredentials(rail);
      await session.query(chooseStatement, [programId, rail]);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof NoCredentials) return false;
      throw error;
    });
}

class NoCredentials extends Error {}

export type UsableRail = { readonly api: OpenRail; readonly isSandbox: boolean };

/** Null where payouts are paid by file. */
export async function findChosenRail(
  session: Session,
  secrets: Secrets,
  programId: number,
): Promise<UsableRail | null> {
  const [row] = await session.query<RailRow>(chosenStatement, [programId]);
  return row === undefined ? null : usable(secrets, programId, row);
}

/** Null where it has no credentials. */
export async function findRail(
  session: Session,
  secrets: Secrets,
  { programId, rail }: WhichRail,
): Promise<UsableRail | null> {
  const [row] = await session.query<RailRow>(railStatement, [programId, rail]);
  return row === undefined ? null : usable(secrets, programId, row);
}

function usable(secrets: Secrets, programId: number, row: RailRow): UsableRail {
  const plain = secrets.decrypt(placeIn("payout_rail", programId, row.rail), row.credentials_encrypted);
  return { api: rails[row.rail].open(JSON.parse(plain)), isSandbox: row.is_sandbox };
}

export function clientOf({ api, isSandbox }: UsableRail, urls: RailUrls, options: ClientOptions = {}): RecordingClient {
  return railClient(urls[api.name] ?? (isSandbox ? api.hosts.sandbox : api.hosts.live), options);
}
