// An endpoint as the dispatcher works for it, and which messages are its own.
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import {
  type EndpointKind,
  type MessageType,
  type PayloadForm,
  partnerMessageTypes,
} from "../../core/vocabulary/outbound-types.ts";
import type { Announcement } from "../messages/announcing/payloads.ts";
import type { Correction } from "../messages/corrections.ts";
import { partnerData } from "../messages/partner-payload.ts";

export type EndpointRow = {
  readonly program_id: number;
  readonly endpoint_id: number;
  readonly partner_id: number | null;
  readonly kind: EndpointKind;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly payload: PayloadForm;
  readonly secrets_encrypted: readonly Buffer[];
  readonly credentials_encrypted: Buffer | null;
  readonly signs_with_old: boolean;
  readonly position: number;
  readonly failures: number;
  /** The position in the corrected rows up to which it was sent messages. */
  readonly corrected_to: number;
  readonly correction: Correction | null;
  readonly created_at: Date;
};

/** As it is stored. */
export type NewMessage = {
  readonly message_id: string;
  readonly type: string;
  readonly subject: string;
  readonly seq: number | null;
  readonly body: string;
};

export function wantsClicks({ event_types }: EndpointRow): boolean {
  return event_types.includes("click.recorded" satisfies MessageType);
}

export function wantsCorrections({ event_types, partner_id }: EndpointRow): boolean {
  return partner_id === null && event_types.includes("row.corrected" satisfies MessageType);
}

export function messagesFor(endpoint: EndpointRow, announced: readonly Announcement[]): NewMessage[] {
  return announced.filter((one) => isFor(endpoint, one)).map((one) => messageOf(endpoint, one));
}

function isFor({ partner_id: partnerId, event_types: types }: EndpointRow, { type, ...one }: Announcement): boolean {
  if (!types.includes(type)) return false;
  return partnerId === null || (one.partnerId === partnerId && partnerMessageTypes.some((own) => own === type));
}

function messageOf(endpoint: EndpointRow, announcement: Announcement): NewMessage {
  const { messageId, type, thin, subject = `${thin.about.kind}:${thin.about.id}` } = announcement;
  return {
    message_id: messageId,
    type,
    subject,
    seq: thin.seq,
    body: bodyOf(endpoint, announcement),
  };
}

const bodies = new WeakMap<Announcement, Map<string, string>>();

/** The same text for every endpoint of one kind. */
function bodyOf({ partner_id: partnerId, payload }: EndpointRow, announcement: Announcement): string {
  const known = bodies.get(announcement) ?? new Map<string, string>();
  bodies.set(announcement, known);
  const form = partnerId === null ? payload : "partner";
  const body = known.get(form) ?? JSON.stringify(envelope(announcement, dataOf(form, announcement)));
  known.set(form, body);
  return body;
}

function dataOf(form: PayloadForm | "partner", announcement: Announcement): object {
  switch (form) {
    case "thin":
      return announcement.thin;
    case "full":
      return { ...announcement.thin, ...announcement.detail };
    case "partner":
      return partnerData(announcement);
  }
}

function envelope({ type, at }: Announcement, data: object): object {
  return { type, timestamp: at.toISOString(), data };
}

/** A value is always present: a secret that no key opens is the sender's error. */
export function secretsOf(
  secrets: Pick<Secrets, "decrypt">,
  {
    secrets_encrypted,
    signs_with_old,
    ...row
  }: Pick<EndpointRow, "secrets_encrypted" | "signs_with_old" | "program_id" | "endpoint_id">,
): string[] {
  const valid = signs_with_old ? secrets_encrypted : secrets_encrypted.slice(0, 1);
  const place = placeIn("outbound_endpoint", row.program_id, row.endpoint_id);
  return valid.map((sealed) => secrets.decrypt(place, sealed));
}
