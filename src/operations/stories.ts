// What people look into to understand one thing: an event with all it told and came to.
import { id } from "../core/fields.ts";
import { eventDetail, findEvent } from "../queries/event-detail.ts";
import { answerOf, defineOperation, members, type Operation, programId } from "./operation.ts";
import { Refusal } from "./refusal.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "events.show",
    description:
      "What it told, how it came and was read, what the rules concluded and why in words, and the rows it made.",
    access: members,
    tool: { name: "get_event", scope: "events:read" },
    http: { method: "get", path: "/programs/:program_id/events/:event_id" },
    command: { example: "events show 42 --program 1", argument: "event_id" },
    input: { program_id: programId, event_id: id("The event") },
    output: answerOf(eventDetail),
    run: async (call, { program_id, event_id }) => {
      await call.reads.ofProgram(call.actor, program_id, "member", async () => undefined);
      const found = await findEvent(call.database, program_id, event_id);
      if (found === undefined) throw new Refusal("not_found", `Program ${program_id} has no event ${event_id}.`);
      return { data: found };
    },
  }),
];
