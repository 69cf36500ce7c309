// svc log set-aside: removes rows from a log that follow its head and block every new event. They were never part of the log; they are kept
// in a table of their own.
import { z } from "zod";
import { findForeignEvents } from "../../../engine/log/foreign-events.ts";
import { withClient } from "../../../engine/postgres/database.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { programFlag, switchFlag } from "../input/flags.ts";
import { listOutput } from "../output.ts";

const rowSchema = z.object({
  program_id: z.number(),
  seq: z.number(),
  event: z.looseObject({ id: z.number(), type: z.string() }),
});

export const command = defineCommand({
  example: "log set-aside --program 1 --apply",
  flags: { program: programFlag, apply: switchFlag("Do it: the rows go to the table event_set_aside") },
  run: async (context, { program, apply }) => {
    await requireProgram(context, program);
    const columns = ["program_id", "seq", "id", "type"] as const;
    if (!apply) return listOutput({ data: await findForeignEvents(context.database, [program]), next: null }, columns);
    const rows = await withClient(context.ownerUrl, async (client) => {
      const text = "select program_id, seq, event from set_aside_foreign_events($1) order by seq";
      return (await client.query(text, [program])).rows;
    });
    const data = z
      .array(rowSchema)
      .parse(rows)
      .map(({ program_id, seq, event }) => ({ program_id, seq, id: event.id, type: event.type }));
    return listOutput({ data, next: null }, columns);
  },
});
