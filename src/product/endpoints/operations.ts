// Where a program's messages go, for owners: brands' endpoints, and the postbacks of partners' networks. Secrets sign and are shown
// to owners who ask for them; no list holds them.
import { z } from "zod";
import { givenTime, id, name, oneOf } from "../../core/vocabulary/fields.ts";
import {
  defaultMessageTypes,
  defaultPartnerMessageTypes,
  type EndpointKind,
  messageTypes,
  ownEndpointKinds,
  partnerMessageTypes,
  payloadForms,
} from "../../core/vocabulary/outbound-types.ts";
import { findFirstSeq } from "../events/event-at.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  defineCreation,
  defineOperation,
  inProgram,
  type Operation,
  onlyId,
  programId,
} from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { createEndpoint, postbacksPerPartnerMax, removeEndpoint } from "./change.ts";
import { type Credentials, credentialsCharactersMax } from "./credentials.ts";
import { kindOf, noEndpoint, readEndpoint, requireCredentials, requireUrl } from "./input.ts";
import { endpointFilters, endpointLine, listEndpoints } from "./list.ts";
import { updateEndpoint } from "./update-change.ts";

const endpoint_id = id("The endpoint's id");
const path = "/programs/:program_id/endpoints";
const table = [
  "endpoint_id",
  "partner_id",
  "kind",
  "url",
  "status",
  "waiting_count",
  "events_behind",
  "failing_since",
] as const;

const url = z.string().max(2048).meta({
  description:
    "Where messages go, at a public address: by https, tls://host:4222/subject for NATS, or an SQS queue's URL. A postback's holds placeholders such as {click_id}, a subject {type}",
});
const event_types = z
  .array(oneOf(messageTypes, "A type of message"))
  .min(1)
  .max(messageTypes.length)
  .optional()
  .meta({
    description: "Its messages; all but click.recorded by default",
    flag: { name: "eventType", placeholder: "type" },
  });
const payload = oneOf(payloadForms, "thin: only ids; full: the complete objects");
const credentials = z
  .string()
  .min(1)
  .max(credentialsCharactersMax)
  .meta({
    description:
      "Of a broker, kept encrypted and never shown. NATS: user:password, a token, an NKey seed or the text of a .creds file; SQS: the access key's id, a colon and its secret",
    flag: { isSecret: true },
  });
const description = name("What it is for").nullable();

export const operations: readonly Operation[] = [
  defineCreation({
    name: "endpoints.create",
    description: `Messages are signed by Standard Webhooks; endpoints.show-secret shows the secret. A program, and all programs of a workspace, have at most as many as the installation allows; a partner has at most ${postbacksPerPartnerMax} in a program. A partner's endpoint receives only its own sales, without customers.`,
    access: inProgram("settings"),
    http: {
      method: "post",
      path,
      status: 201,
      example: { url: "https://shop.example/webhooks/svc", event_types: ["sale.recorded", "commission.created"] },
    },
    errors: ["limit_reached", "idempotency_key_reused"],
    command: { example: "endpoints create --program 1 --url https://shop.example/webhooks/svc" },
    table,
    input: {
      program_id: programId,
      url,
      description: description.default(null),
      event_types,
      payload: payload.default("full"),
      partner_id: id("Makes it a postback of this partner; the brand's own by default").optional(),
      kind: oneOf(ownEndpointKinds, "What the URL is of; by the URL itself by default").optional(),
      credentials: credentials.optional(),
      method: oneOf(["post", "get"], "How a postback is called; post by default").optional(),
      since: givenTime("Starts with events recorded at that time, instead of with new ones").optional(),
    },
    output: answerOf(endpointLine),
    make: async (call, { program_id, partner_id, since, ...given }, once) => {
      const partnerId = partner_id ?? null;
      const kind = kindOf(partnerId, given);
      requireUrl(given.url, kind, call.outbound);
      requireTypesOf(partnerId, given.event_types);
      const endpoint = {
        programId: program_id,
        partnerId,
        kind,
        credentials: requireCredentials(kind, given.credentials),
        url: given.url,
        description: given.description,
        eventTypes: given.event_types ?? (partnerId === null ? defaultMessageTypes : defaultPartnerMessageTypes),
        payload: given.payload,
        position: since === undefined ? null : (await findFirstSeq(call.database.kysely, program_id, since)) - 1,
      };
      const { database, secrets, actor, caps } = call;
      const made = await createEndpoint(database, secrets, endpoint, actor, { once, caps });
      if (made === "full") throw tooMany();
      if (made !== undefined) return made;
      const whose = partnerId === null ? "" : ` with a partner ${partnerId}`;
      throw new Refusal("not_found", `There is no program ${program_id}${whose}.`);
    },
    madeBefore: onlyId,
    answer: async (call, endpointId, { program_id }) => ({ data: await readEndpoint(call, program_id, endpointId) }),
  }),
  defineOperation({
    name: "endpoints.update",
    description:
      "Omitted fields do not change. Messages that exist already keep their content and are sent to the new URL.",
    access: inProgram("settings"),
    http: { method: "patch", path: `${path}/:endpoint_id`, example: { payload: "thin" } },
    command: { example: "endpoints update --program 1 --endpoint 1 --payload thin" },
    changes: true,
    table,
    input: {
      program_id: programId,
      endpoint_id,
      url: url.optional(),
      description: description.optional(),
      event_types,
      payload: payload.optional(),
      credentials: credentials
        .nullable()
        .optional()
        .meta({ description: "A broker's; null erases them. A URL of another server needs them again" }),
    },
    output: answerOf(endpointLine),
    run: async (call, { program_id, endpoint_id, ...given }) => {
      if (Object.values(given).every((value) => value === undefined)) {
        throw refuseFields([{ field: "", message: "Send at least one field that is to change." }]);
      }
      const { kind, partner_id } = await readEndpoint(call, program_id, endpoint_id);
      if (given.url !== undefined) requireUrl(given.url, kind, call.outbound);
      if (given.event_types !== undefined) requireTypesOf(partner_id, given.event_types);
      const change = {
        programId: program_id,
        endpointId: endpoint_id,
        url: given.url ?? null,
        description: given.description,
        eventTypes: given.event_types ?? null,
        payload: given.payload ?? null,
        credentials: changedCredentials(kind, given.credentials),
      };
      switch (await updateEndpoint(call.database, call.secrets, change, call.actor)) {
        case "unknown":
          return noEndpoint(program_id, endpoint_id);
        case "credentials_needed":
          throw refuseFields([{ field: "credentials", message: "are needed again: the URL is of another server." }]);
        case "updated":
      }
      return { data: await readEndpoint(call, program_id, endpoint_id) };
    },
  }),
  defineOperation({
    name: "endpoints.remove",
    description: "Pending messages are discarded. To send them later, pause it instead.",
    access: inProgram("settings"),
    http: { method: "delete", path: `${path}/:endpoint_id` },
    command: { example: "endpoints remove --program 1 --endpoint 1" },
    changes: true,
    input: { program_id: programId, endpoint_id },
    output: answerOf(
      z.strictObject({
        endpoint_id: id("The endpoint"),
        status: z.literal("removed").meta({ description: "It is gone" }),
      }),
    ),
    run: async ({ database, secrets, actor }, { program_id, endpoint_id }) => {
      const which = { programId: program_id, endpointId: endpoint_id };
      if (!(await removeEndpoint(database, secrets, which, actor))) noEndpoint(program_id, endpoint_id);
      return { data: { endpoint_id, status: "removed" as const } };
    },
  }),
  defineOperation({
    name: "endpoints.show",
    description: "Each with its pending messages and the time of its last success.",
    access: inProgram("messages"),
    http: { method: "get", path: `${path}/:endpoint_id` },
    command: { example: "endpoints show 1 --program 1", argument: "endpoint_id" },
    input: { program_id: programId, endpoint_id },
    output: answerOf(endpointLine),
    run: async (call, { program_id, endpoint_id }) => ({ data: await readEndpoint(call, program_id, endpoint_id) }),
  }),
  defineProgramList({
    name: "endpoints.list",
    description: "The brand's own and those of partners; removed ones are not among them.",
    access: inProgram("messages"),
    http: { method: "get", path },
    row: endpointLine,
    table,
    filters: endpointFilters,
    example: "endpoints list --program 1",
    read: (db, programId, page, filter) => listEndpoints(db, programId, page, filter),
  }),
];

/** Undefined leaves them, null erases them. */
function changedCredentials(kind: EndpointKind, given: string | null | undefined): Credentials | null | undefined {
  if (given === undefined || (given === null && kind === "nats")) return given;
  return requireCredentials(kind, given ?? undefined);
}

function requireTypesOf(partnerId: number | null, types: readonly string[] | undefined): void {
  const own: readonly string[] = partnerMessageTypes;
  const strange = partnerId === null ? [] : (types ?? []).filter((type) => !own.includes(type));
  if (strange.length === 0) return;
  const message = `is not for partners: ${strange.join(", ")}. They may receive ${own.join(", ")}.`;
  throw refuseFields([{ field: "event_types", message }]);
}

function tooMany(): Refusal {
  return new Refusal(
    "limit_reached",
    `A partner has at most ${postbacksPerPartnerMax} postbacks in a program: remove one first.`,
    {
      details: { max: postbacksPerPartnerMax },
    },
  );
}
