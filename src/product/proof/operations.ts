// Signed checkpoints of a program's log, and the log itself, to compare one with the other without trusting us.
import { z } from "zod";
import { count, words } from "../../core/vocabulary/fields.ts";
import { originOf } from "../../engine/integrity/checkpoint.ts";
import { listLogRows, logFilters, logRow } from "../events/log-rows.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { checkpointFilters, checkpointLine, findCheckpoint, findTargets, listCheckpoints, targetLine } from "./list.ts";

const path = "/programs/:program_id/checkpoints";

const checkpointKey = z.strictObject({
  origin: words("What its checkpoints begin with").nullable(),
  verifier_keys: z.array(z.string()).readonly().meta({
    description:
      "The keys that its checkpoints are signed by, as name+id+key: the first signs now. None where none are signed",
  }),
  targets: z.array(targetLine).readonly().meta({ description: "Where they are published, and up to which one" }),
});

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "checkpoints.list",
    description:
      "Each is a signed position of the log; the key is not in the database. Those of a log that had only grown are kept for 400 days. Keep copies outside this service.",
    access: inProgram("read"),
    tool: { name: "list_checkpoints", scope: "programs:read" },
    http: { method: "get", path },
    row: checkpointLine,
    table: ["number", "made_at", "seq", "occasion", "has_books"],
    filters: checkpointFilters,
    example: "checkpoints list --program 1 --order newest",
    read: (db, programId, page, filter) => listCheckpoints(db, programId, page, filter),
  }),
  defineOperation({
    name: "checkpoints.show",
    description: "With the signed note.",
    access: inProgram("read"),
    tool: { name: "get_checkpoint", scope: "programs:read" },
    http: { method: "get", path: `${path}/:number` },
    command: { example: "checkpoints show --program 1 --number 12" },
    table: ["number", "made_at", "seq", "occasion", "note"],
    input: { program_id: programId, number: count("The checkpoint, by its number").min(1) },
    output: answerOf(checkpointLine),
    run: async ({ reads, actor }, { program_id, number }) => {
      const found = await reads.ofProgram(actor, program_id, "read", (db) => findCheckpoint(db, program_id, number));
      if (found === undefined) throw new Refusal("not_found", `Program ${program_id} has no checkpoint ${number}.`);
      return { data: found };
    },
  }),
  defineOperation({
    name: "checkpoints.key",
    description: "Keep it with the checkpoints: both together are enough to check the log without this service.",
    access: inProgram("read"),
    tool: { name: "get_checkpoint_key", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/checkpoint-key" },
    command: { example: "checkpoints key --program 1" },
    input: { program_id: programId },
    output: answerOf(checkpointKey),
    run: async ({ reads, actor, checkpointKeys }, { program_id }) => {
      const targets = await reads.ofProgram(actor, program_id, "read", (db) => findTargets(db, program_id));
      const [name] = checkpointKeys.map((key) => key.slice(0, key.indexOf("+")));
      const origin = name === undefined ? null : originOf(name, program_id);
      return { data: { origin, verifier_keys: checkpointKeys, targets } };
    },
  }),
  defineProgramList({
    name: "log.list",
    description:
      "Every event with all that its hash covers, in the order of the log: verify-log.mjs makes the chain again from it. The bytes that providers sent are not in it.",
    access: inProgram("log"),
    http: { method: "get", path: "/programs/:program_id/log" },
    row: logRow,
    table: ["seq", "id", "type", "source", "received_at", "hash"],
    filters: logFilters,
    example: "log list --program 1 --after-seq 1000",
    read: (db, programId, page, filter) => listLogRows(db, programId, page, filter),
  }),
];
