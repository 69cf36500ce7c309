// What is signed of the places to which a program's data goes: endpoints of messages, exports, channels of notices. Of each its row as it
// is now, with its secrets as they are and not as they are encrypted. Whether it is paused is left out: the service does that by itself.

import type { JsonObject } from "../../core/rules/events/events.ts";
import type { Author } from "../../core/vocabulary/access/author.ts";
import { canonicalJson } from "../../engine/log/canonical-json.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { type Place, placeIn } from "../secrets/sealed-places.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { type ChangeSigner, keepSignature, type ProgramKind, signedContent } from "./signed-changes.ts";

export type PlaceKind = Extract<ProgramKind, "endpoint" | "export" | "channel">;

type PlaceRows = {
  /** Those that were not removed; `$2` is one of them, or null for all. */
  readonly statement: Statement;
  readonly sealedAt: (programId: number, id: number) => Place;
};

const placeRows: { readonly [Kind in PlaceKind]: PlaceRows } = {
  endpoint: {
    statement: {
      name: "endpoints_to_sign",
      text: `select endpoint_id as id, secrets_encrypted as sealed, credentials_encrypted as credentials,
                    jsonb_build_object('kind', kind, 'url', url, 'partner_id', partner_id, 'description', description,
                                       'event_types', event_types, 'payload', payload) as said
               from outbound_endpoint
              where program_id = $1 and status <> 'removed' and ($2::bigint is null or endpoint_id = $2)`,
    },
    sealedAt: (programId, id) => placeIn("outbound_endpoint", programId, id),
  },
  export: {
    statement: {
      name: "exports_to_sign",
      text: `select export_id as id, array_remove(array[secret_encrypted], null) as sealed,
                    jsonb_build_object('list', list, 'format', format, 'target', target, 'folder', folder, 'endpoint', endpoint,
                                       'bucket', bucket, 'region', region, 'prefix', prefix, 'access_key_id', access_key_id) as said
               from export_schedule
              where program_id = $1 and status <> 'removed' and ($2::bigint is null or export_id = $2)`,
    },
    sealedAt: (programId, id) => placeIn("export_schedule", programId, id),
  },
  channel: {
    statement: {
      name: "channels_to_sign",
      text: `select channel_id as id, array_remove(array[url_encrypted], null) as sealed,
                    jsonb_build_object('name', name, 'host', host, 'kinds', kinds) as said
               from notice_channel
              where program_id = $1 and status <> 'removed' and ($2::bigint is null or channel_id = $2)`,
    },
    sealedAt: (programId, id) => placeIn("notice_channel", programId, id),
  },
};

type Row = {
  readonly id: number;
  readonly sealed: readonly Buffer[];
  readonly said: JsonObject;
  readonly credentials?: Buffer | null;
};

export type PlaceContent = { readonly id: number; readonly content: string };

/** Of those that are there: all of the program, or one. */
export async function readPlaces(
  session: Session,
  secrets: Pick<Secrets, "decrypt">,
  kind: PlaceKind,
  { programId, id = null }: { readonly programId: number; readonly id?: number | null },
): Promise<PlaceContent[]> {
  const { statement, sealedAt } = placeRows[kind];
  const rows = await session.query<Row>(statement, [programId, id]);
  return rows.map((row) => {
    const opened = row.sealed.map((sealed) => openedText(secrets, sealedAt(programId, row.id), sealed));
    const credentials =
      row.credentials && openedText(secrets, placeIn("endpoint_credentials", programId, row.id), row.credentials);
    // Without any it reads as releases before brokers signed it.
    const content = canonicalJson({ ...row.said, secrets: opened, ...(credentials && { credentials }) });
    return { id: row.id, content };
  });
}

export type PlaceSigner = Pick<Secrets, "decrypt"> & ChangeSigner;

/** Behind the change, in its transaction. */
export async function signPlace(
  session: Session,
  secrets: PlaceSigner,
  kind: PlaceKind,
  { programId, id }: { readonly programId: number; readonly id: number },
  author: Author,
): Promise<void> {
  const [now] = await readPlaces(session, secrets, kind, { programId, id });
  const change = { author, content: now?.content ?? signedContent.removed };
  keepSignature(session, secrets, { programId, kind, subject: String(id) }, change);
}

/** One that no secret opens is another value than what was kept, and still has a digest. */
function openedText(secrets: Pick<Secrets, "decrypt">, place: Place, sealed: Buffer): string {
  try {
    return secrets.decrypt(place, sealed);
  } catch {
    return `unreadable ${sealed.toString("base64")}`;
  }
}
