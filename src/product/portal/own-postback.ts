// A partner's own word on which address of its network is called about its sales: one, set and taken away by itself. Whose it is, is
// asked of the partner's address.

import type { Secrets } from "../../access/secrets/secrets.ts";
import {
  defaultPartnerMessageTypes,
  type EndpointKind,
  partnerMessageTypes,
} from "../../core/vocabulary/outbound-types.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { OutboundPolicy } from "../../files/addresses.ts";
import { createEndpoint, removeEndpoint } from "../endpoints/change.ts";
import { faultOfEndpointUrl } from "../endpoints/url.ts";
import { unknownPlaceholders } from "../messages/partner-payload.ts";
import type { PartnerPerson } from "../partners/person.ts";

const ownPostbacksStatement: Statement = {
  name: "own_postbacks",
  text: `select m.partner_id, e.endpoint_id, e.url, e.kind, e.event_types, e.status
           from partner_email m
           left join outbound_endpoint e
                  on e.program_id = m.program_id and e.partner_id = m.partner_id and e.status <> 'removed'
                 and e.description = $3
          where m.program_id = $1 and m.email_hash = $2
          order by e.endpoint_id desc`,
};

/** Distinguishes it from postbacks that the brand has set. */
const ownDescription = "Set by the partner.";

export const postbackMethods = ["get", "post"] as const;
export const postbackScopes = ["created", "all"] as const;

export type OwnPostback = {
  readonly url: string;
  readonly method: (typeof postbackMethods)[number];
  /** New commissions alone, or their later changes too. */
  readonly scope: (typeof postbackScopes)[number];
};

type Row = {
  partner_id: number;
  endpoint_id: number | null;
  url: string | null;
  kind: EndpointKind | null;
  event_types: string[] | null;
};

/** Null where none is set; undefined where this person is no partner of the program. */
export async function readOwnPostback(
  database: Database,
  programId: number,
  person: PartnerPerson,
): Promise<OwnPostback | null | undefined> {
  const [row] = await readOwn(database, programId, person);
  if (row === undefined) return undefined;
  if (row.url === null) return null;
  const scope = (row.event_types?.length ?? 0) > defaultPartnerMessageTypes.length ? "all" : "created";
  return { url: row.url, method: row.kind === "postback_get" ? "get" : "post", scope };
}

/** Why it is not set. */
export type PostbackFault =
  | { readonly kind: "placeholders"; readonly names: readonly string[] }
  | { readonly kind: "address" }
  | { readonly kind: "full" };

export type PostbackWish = { readonly programId: number; readonly postback: OwnPostback | null };

/** Null removes it. Answers its fault; undefined where this person is not a partner of the program. */
export async function setOwnPostback(
  { database, secrets, outbound }: { database: Database; secrets: Secrets; outbound: OutboundPolicy },
  { programId, postback }: PostbackWish,
  person: PartnerPerson,
): Promise<PostbackFault | null | undefined> {
  const rows = await readOwn(database, programId, person);
  const [own] = rows;
  if (own === undefined) return undefined;
  const author = { kind: "partner", partnerId: own.partner_id } as const;
  const fault = postback === null ? null : faultOf(postback, outbound);
  if (fault !== null) return fault;
  for (const { endpoint_id: endpointId } of rows) {
    if (endpointId !== null) await removeEndpoint(database, secrets, { programId, endpointId }, author);
  }
  if (postback === null) return null;
  const { url, method, scope } = postback;
  const made = await createEndpoint(
    database,
    secrets,
    {
      ...{ programId, partnerId: own.partner_id, url, description: ownDescription },
      kind: `postback_${method}`,
      credentials: null,
      eventTypes: scope === "all" ? partnerMessageTypes : defaultPartnerMessageTypes,
      payload: "full",
      position: null,
    },
    author,
  );
  return made === "full" ? { kind: "full" } : null;
}

function faultOf({ url, method }: OwnPostback, outbound: OutboundPolicy): PostbackFault | null {
  const names = unknownPlaceholders(url);
  if (names.length > 0) return { kind: "placeholders", names };
  return faultOfEndpointUrl(url, `postback_${method}`, outbound) === null ? null : { kind: "address" };
}

function readOwn(database: Database, programId: number, { emailHash }: PartnerPerson): Promise<Row[]> {
  return database.transaction((session) =>
    session.query<Row>(ownPostbacksStatement, [programId, emailHash, ownDescription]),
  );
}
