// Keeping endpoints going, for owners: secrets, a test, a pause, and sending again what did not arrive.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { count, givenTime, id, oneOf, time, words } from "../../core/vocabulary/fields.ts";
import { redeliveredAtOnceMax, redeliverPeriod } from "../messages/redelivery.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { refuseFields } from "../operation/refusal.ts";
import { oldSecretHours, pauseEndpoint, readEndpointSecrets, resumeEndpoint, rotateEndpointSecret } from "./change.ts";
import { noEndpoint, readEndpoint } from "./input.ts";
import { endpointLine } from "./list.ts";
import { sendTestMessage } from "./test-message-change.ts";

const endpoint_id = id("The endpoint's id");
const which = { program_id: programId, endpoint_id };
const path = "/programs/:program_id/endpoints/:endpoint_id";

const secretAnswer = answerOf(
  z.strictObject({
    endpoint_id: id("The endpoint"),
    signing_secret: words("The secret that signs its messages, as Standard Webhooks libraries accept it"),
    old_signing_secret: words("The one before, while it signs too; null for none").nullable(),
    old_secret_until: time("Until then it signs").nullable(),
  }),
);

export const operations: readonly Operation[] = [
  defineOperation({
    name: "endpoints.show-secret",
    description: "For the receiver, which verifies messages with it.",
    access: inProgram("settings"),
    http: { method: "get", path: `${path}/secret` },
    command: { example: "endpoints show-secret --program 1 --endpoint 1" },
    input: which,
    output: secretAnswer,
    run: (call, { program_id, endpoint_id }) => readSecrets(call, program_id, endpoint_id),
  }),
  defineOperation({
    name: "endpoints.rotate-secret",
    description: `The old secret stays valid for ${oldSecretHours} hours; at most two are valid at once.`,
    access: inProgram("settings"),
    http: { method: "post", path: `${path}/rotate-secret` },
    command: { example: "endpoints rotate-secret --program 1 --endpoint 1" },
    changes: true,
    input: which,
    output: secretAnswer,
    run: async (call, { program_id, endpoint_id }) => {
      const { database, secrets, actor } = call;
      const endpoint = { programId: program_id, endpointId: endpoint_id };
      if (!(await rotateEndpointSecret(database, secrets, endpoint, actor))) noEndpoint(program_id, endpoint_id);
      return readSecrets(call, program_id, endpoint_id);
    },
  }),
  defineOperation({
    name: "endpoints.test",
    description: "It is sent in the background, or when the endpoint is resumed: messages.show shows the result.",
    access: inProgram("messages"),
    http: { method: "post", path: `${path}/test`, status: 201 },
    command: { example: "endpoints test --program 1 --endpoint 1" },
    changes: true,
    input: which,
    output: answerOf(z.strictObject({ endpoint_id: id("The endpoint"), message_no: id("The message") })),
    run: async ({ database, actor, now }, { program_id, endpoint_id }) => {
      const request = { programId: program_id, endpointId: endpoint_id, name: randomUUID(), at: new Date(now()) };
      const message_no = await sendTestMessage(database, request, actor);
      return { data: { endpoint_id, message_no: message_no ?? noEndpoint(program_id, endpoint_id) } };
    },
  }),
  defineOperation({
    name: "endpoints.pause",
    description: "It keeps its position in the log: later messages are sent when it is resumed.",
    access: inProgram("settings"),
    http: { method: "post", path: `${path}/pause` },
    command: { example: "endpoints pause --program 1 --endpoint 1" },
    changes: true,
    input: which,
    output: answerOf(endpointLine),
    run: async (call, { program_id, endpoint_id }) => {
      const endpoint = { programId: program_id, endpointId: endpoint_id };
      if (!(await pauseEndpoint(call.database, endpoint, call.actor))) noEndpoint(program_id, endpoint_id);
      return { data: await readEndpoint(call, program_id, endpoint_id) };
    },
  }),
  defineOperation({
    name: "endpoints.resume",
    description: "Pending messages are sent at once, and later ones follow in order.",
    access: inProgram("settings"),
    http: { method: "post", path: `${path}/resume` },
    command: { example: "endpoints resume --program 1 --endpoint 1" },
    changes: true,
    input: which,
    output: answerOf(endpointLine),
    run: async (call, { program_id, endpoint_id }) => {
      const endpoint = { programId: program_id, endpointId: endpoint_id };
      if (!(await resumeEndpoint(call.database, endpoint, call.actor))) noEndpoint(program_id, endpoint_id);
      return { data: await readEndpoint(call, program_id, endpoint_id) };
    },
  }),
  defineOperation({
    name: "endpoints.redeliver",
    description: `Each with its own id, so that a receiver drops what it has. At most ${redeliveredAtOnceMax} a call: call again from the time of the last one. What is no longer kept is sent by a new endpoint with since.`,
    access: inProgram("messages"),
    http: { method: "post", path: `${path}/redeliver`, example: { since: "2026-01-31", status: "failed" } },
    command: { example: "endpoints redeliver --program 1 --endpoint 1 --since 2026-01-31 --status failed" },
    changes: true,
    input: {
      ...which,
      since: givenTime("Messages created then or later"),
      before: givenTime("And before this time; until now by default").optional(),
      status: oneOf(["delivered", "failed"], "Only those that ended like this").optional(),
    },
    output: answerOf(z.strictObject({ endpoint_id: id("The endpoint"), messages: count("How many are sent again") })),
    run: async (call, { program_id, endpoint_id, since, before, status }) => {
      const until = before ?? new Date(call.now());
      if (until <= since) throw refuseFields([{ field: "before", message: "must be later than since." }]);
      await readEndpoint(call, program_id, endpoint_id);
      const request = { programId: program_id, endpointId: endpoint_id, since, before: until, status: status ?? null };
      return { data: { endpoint_id, messages: await redeliverPeriod(call.database, request, call.actor) } };
    },
  }),
];

async function readSecrets(call: Call, programId: number, endpointId: number) {
  const { database, secrets, actor, now } = call;
  await readEndpoint(call, programId, endpointId);
  const endpoint = { programId, endpointId };
  const found = await readEndpointSecrets(database, secrets, endpoint, { actor, now: new Date(now()) });
  if (found === undefined) return noEndpoint(programId, endpointId);
  return {
    data: {
      endpoint_id: endpointId,
      signing_secret: found.newest,
      old_signing_secret: found.old?.secret ?? null,
      old_secret_until: found.old?.until ?? null,
    },
  };
}
