// Demo programs: to explore before the first real program has data, and to be removed afterwards.
import { z } from "zod";
import { flag, id } from "../../core/vocabulary/fields.ts";
import {
  answerOf,
  defineOperation,
  inProgram,
  inWorkspace,
  type Operation,
  programId,
} from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { createDemo, removeDemo } from "./change.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "demos.create",
    description:
      "A program with three invented partners and two months of clicks, sign-ups, sales and refunds, with payouts and closed months. Its events are of the log like any others, with received times in the past, which only the beginning of a demo's log may have. All of it is created or nothing.",
    access: inWorkspace("settings"),
    http: { method: "post", path: "/workspaces/:workspace_id/demos", status: 201 },
    command: { example: "demos create --workspace 1" },
    errors: ["not_found"],
    changes: true,
    input: { workspace_id: id("The workspace it belongs to") },
    output: answerOf(z.strictObject({ program_id: id("The demo program") })),
    run: async ({ database, secrets, now, actor }, { workspace_id }) => {
      const demo = { workspaceId: workspace_id, now: new Date(now()) };
      return { data: { program_id: await createDemo(database, secrets, demo, actor) } };
    },
  }),
  defineOperation({
    name: "demos.remove",
    description:
      "It becomes inactive and is listed nowhere. Its log and books stay, as those of every program; they hold no person. Of any other program it is refused.",
    access: inProgram("settings"),
    http: { method: "delete", path: "/programs/:program_id/demo" },
    command: { example: "demos remove --program 1" },
    errors: ["not_found"],
    changes: true,
    input: { program_id: programId },
    output: answerOf(z.strictObject({ removed: flag("Whether it was removed by this call") })),
    run: async ({ database, actor }, { program_id }) => {
      if (await removeDemo(database, program_id, actor)) return { data: { removed: true } };
      throw new Refusal("not_found", `Program ${program_id} is not a demo program.`);
    },
  }),
];
