// svc parked list: a program's events that wait, and what for.
import { listParked, type ParkedLine } from "../../queries/parked.ts";
import { defineList } from "../command.ts";

export const command = defineList({
  example: "parked list --program 1",
  filters: {},
  columns: ["event_id", "received_at", "source", "type", "reason", "waits_for"] satisfies (keyof ParkedLine)[],
  list: ({ db }, programId, request) => listParked(db, programId, request),
});
