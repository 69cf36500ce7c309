// What the table of event types says of each type.
import type { Conclusion } from "../conclusion.ts";
import type { FoldContext } from "../fold/context.ts";
import type { NamedEvent, NameKind, Names } from "./event-names.ts";
import type { EventData } from "./events.ts";

export type EventRules<Data extends EventData> = {
  /** What it may read, write, wait for or bring; `source` is whose names they are. */
  readonly names: (data: Data, source: string) => Names;
  /** Under which kinds of its names it waits; empty where it never does. */
  readonly waitsUnder: readonly NameKind[];
  readonly fold: (context: FoldContext, event: NamedEvent<Data>) => Conclusion;
};

export const nothing: Names = {};
export const never: readonly NameKind[] = [];
