// What was set is in force for the events behind it, until it is set again.
import { expect, test } from "vitest";
import { versionInForce } from "../../../src/core/rules/fold/settings-in-force.ts";

const versions = [{ from_event_id: 5 }, { from_event_id: 3 }, { from_event_id: 9 }];

test.each([
  [2, undefined],
  [4, 3],
  [7, 5],
  [10, 9],
])("for event %i the newest version from before it counts, in whatever order they are read", (eventId, from) => {
  expect(versionInForce(versions, eventId)?.from_event_id).toBe(from);
});
