// What was sent to an endpoint: the delivery log, and sending one message again.
import { id } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import {
  findMessageDetail,
  listMessages,
  type MessageDetail,
  messageDetail,
  messageFilters,
  messageLine,
} from "./list.ts";
import { redeliverMessage } from "./redelivery.ts";

const endpoint_id = id("The endpoint");
const message_no = id("The message, by its number");
const path = "/programs/:program_id/endpoints/:endpoint_id/messages";

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "messages.list",
    description: "Finished messages are kept for OUTBOUND_LOG_RETENTION_DAYS.",
    access: inProgram("messages"),
    http: { method: "get", path },
    row: messageLine,
    table: ["message_no", "type", "subject", "status", "attempts", "made_at", "next_attempt_at", "ended_at"],
    filters: { endpoint_id, ...messageFilters },
    example: "messages list --program 1 --endpoint 1 --status failed",
    read: (db, programId, page, { endpoint_id: endpointId, ...filter }) =>
      listMessages(db, { programId, endpointId }, page, filter),
  }),
  defineOperation({
    name: "messages.show",
    description: "The exact request, and the answer to each attempt.",
    access: inProgram("messages"),
    http: { method: "get", path: `${path}/:message_no` },
    command: { example: "messages show --program 1 --endpoint 1 --message-no 1" },
    input: { program_id: programId, endpoint_id, message_no },
    output: answerOf(messageDetail),
    run: async (call, { program_id, endpoint_id, message_no }) => ({
      data: await readMessage(call, program_id, endpoint_id, message_no),
    }),
  }),
  defineOperation({
    name: "messages.redeliver",
    description: "Regardless of its state. The id stays the same, so a receiver can drop a duplicate.",
    access: inProgram("messages"),
    http: { method: "post", path: `${path}/:message_no/redeliver` },
    command: { example: "messages redeliver --program 1 --endpoint 1 --message-no 1" },
    changes: true,
    input: { program_id: programId, endpoint_id, message_no },
    output: answerOf(messageDetail),
    run: async (call, { program_id, endpoint_id, message_no }) => {
      const which = { programId: program_id, endpointId: endpoint_id, messageNo: message_no };
      if (!(await redeliverMessage(call.database, which, call.actor))) noMessage(endpoint_id, message_no);
      return { data: await readMessage(call, program_id, endpoint_id, message_no) };
    },
  }),
];

async function readMessage(
  { reads, actor }: Call,
  programId: number,
  endpointId: number,
  messageNo: number,
): Promise<MessageDetail> {
  const find = reads.ofProgram(actor, programId, "messages", (db) =>
    findMessageDetail(db, programId, endpointId, messageNo),
  );
  return (await find) ?? noMessage(endpointId, messageNo);
}

function noMessage(endpointId: number, messageNo: number): never {
  throw new Refusal("not_found", `Endpoint ${endpointId} has no message ${messageNo}.`);
}
