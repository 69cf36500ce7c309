// One run of the sender in a process of its own, which reports each step and waits at the given one until it is killed.
// Arguments: the database, the provider, the address of its stand-in, the step.
import { openDatabase } from "../../../src/engine/postgres/database.ts";
import { placementAt } from "../../../src/engine/postgres/placement-at.ts";
import { runSender } from "../../../src/product/rails/payout-sender.ts";
import { railSecrets } from "./rail-secrets.ts";

const [url = "", rail = "", address = "", last = ""] = process.argv.slice(2);
const database = openDatabase({
  ...{ url, connectionsMax: 4, applicationName: "svc-send-payouts" },
  placement: await placementAt(url),
});
const silent = { warn: () => undefined, error: () => undefined };

await runSender({
  ...{ database, secrets: railSecrets, urls: { [rail]: address }, log: silent },
  at(step) {
    process.stdout.write(`step ${step}\n`);
    if (step === last) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
await database.close();
