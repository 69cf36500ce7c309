// What goes out gives way while much is recorded, and no longer.
import { expect, test } from "vitest";
import { RecordingRate } from "../../../src/product/messages/recording-rate.ts";

test("recording is busy from five hundred events a second on, and no more a moment later", () => {
  let now = 1_000;
  const rate = new RecordingRate(() => now);
  rate.recorded(40);
  expect(rate.isBusy()).toBe(false);
  now += 100;
  rate.recorded(60);
  expect(rate.isBusy()).toBe(true);
  now += 200;
  expect(rate.isBusy()).toBe(true);
  now += 200;
  expect(rate.isBusy()).toBe(false);
  now += 10_000;
  rate.recorded(20);
  expect(rate.isBusy()).toBe(false);
});
