// What the parts of an event's sheet are given.
import type { Schemas } from "../../api/queries.ts";

export type EventDetail = Schemas["EventsShow"];

export type EventProps = { readonly programId: number; readonly event: EventDetail };
