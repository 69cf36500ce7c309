// What an endpoint is sent where it names no types.
import { expect, test } from "vitest";
import {
  defaultMessageTypes,
  defaultPartnerMessageTypes,
  messageTypes,
} from "../../../src/core/vocabulary/outbound-types.ts";

test("a brand's endpoint that names no types is sent everything but the clicks", () => {
  expect(["click.recorded", ...defaultMessageTypes]).toEqual(messageTypes);
});

test("a partner's endpoint that names no types is sent its new commissions", () => {
  expect(defaultPartnerMessageTypes).toEqual(["commission.created"]);
});
