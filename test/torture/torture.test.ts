// A short run of `npm run torture`: a process is killed between a commit and its answer, its connections are ended, the way to its
// database is cut, and at last a sale is taken out of the books, which must be seen.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { propertySeed } from "../support/property-runs.ts";
import { ended, type FaultKind } from "./faults/fault.ts";
import { faultKinds } from "./faults/kinds.ts";
import { play } from "./play.ts";

const names = ["kill_after_commit", "backends_terminated", "database_cut"];

const theft: FaultKind = {
  name: "theft",
  words: "a sale is gone",
  of: "database",
  weight: 1,
  mayLose: true,
  run: ({ house }) =>
    house.database.withClient(async (client) => {
      // Of a shop: what the deliveries of a provider become is not known here.
      const { rows } = await client.query<{ id: string; names: string[] }>(`
        select sale_id::text as id,
               transaction_id || array(select alias from payment_alias a
                                        where a.program_id = sale.program_id and a.payment_id = sale_id) as names
          from sale join program using (program_id)
         where name = 'Shop'
         order by sale_id desc
         limit 1`);
      const id = Number(rows[0]?.id);
      const namesOfPayment = (rows[0]?.names ?? []).map((name) => client.escapeLiteral(name)).join(", ");
      // Neither a replay that is running nor another report of the payment may put it back.
      await client.query(`
        begin;
        create function stay_gone() returns trigger language plpgsql as 'begin return null; end';
        create trigger stay_gone before insert on sale for each row
          when (new.sale_id = ${id} or new.transaction_id in (${namesOfPayment})) execute function stay_gone();
        delete from sale where sale_id = ${id};
        commit`);
      return ended("");
    }),
};

test("what was acknowledged outlives faults, and what is lost is seen", { timeout: 300_000 }, async () => {
  const played = await play({
    kind: "server",
    processes: 1,
    workers: null,
    seed: propertySeed,
    milliseconds: Number.POSITIVE_INFINITY,
    faultsMax: names.length + 1,
    kinds: [...names.flatMap((name) => faultKinds.filter((kind) => kind.name === name)), theft],
    inOrder: true,
    rate: { reporters: 3, pauseMilliseconds: [20, 80] },
    proveEvery: names.length,
    say: () => undefined,
  });
  expect(played.suffered.map(({ kind }) => kind.name)).toEqual([...names, theft.name]);
  expect(played.suffered.map(({ processesKilled }) => processesKilled)).toEqual([1, 0, 0, 0]);
  expect(played.suffered.at(-1)?.foundWrongBefore, played.wrong.join("\n")).toBe(0);
  // Later events of that sale may find it missing as well.
  expect(played.wrong).toContainEqual(expect.stringMatching(/^lost: the sale /));
  expect(played.events).toBeGreaterThan(0);
  if (played.logs !== null) await rm(played.logs, { recursive: true });
});
