// What one process reads at once is bounded, for all senders together, and a place is free again however its import ended.
import { expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { ImportPlaces } from "../../../src/product/imports/import-places.ts";
import { ImportDelayed, ImportRefused } from "../../../src/product/imports/import-refused.ts";

const account = (accountId: string) => ({ kind: "account", accountId }) as const;

test("an account has its places and the process its own, and what ends gives its place back", async () => {
  const places = new ImportPlaces({ atOnceMax: 3, perAccountMax: 2, faultyLinesMax: 1 });
  const held = Promise.withResolvers<never>();
  const open = [account("a"), account("a"), account("b")].map((actor) => places.within(actor, () => held.promise));
  const run = (actor: Parameters<ImportPlaces["within"]>[0]) => places.within(actor, async () => "read");
  await expect(run(account("a"))).rejects.toThrow(ImportRefused);
  await expect(run(account("b"))).rejects.toThrow(ImportDelayed);
  await expect(run(operator)).rejects.toThrow(ImportDelayed);
  held.reject(new Error("it failed"));
  await Promise.allSettled(open);
  expect(await run(account("a"))).toBe("read");
});
