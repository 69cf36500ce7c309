// What is not run on a Citus cluster (TEST_CITUS=yes), and why: whole files, or single tests of a file.
type Exception = { readonly path: string; readonly because: string; readonly tests?: RegExp };

const behindOurBack = "changes rows or tables behind the service's back, which a cluster lets no test do";
const restores = "restores a backup, which is done into one PostgreSQL; citus.test.ts does it";
const noOwnCheck = "the service does not check books by itself there: see docs/scale.md";
const onePlan = "looks at how one PostgreSQL plans, or locks";
const ownProcess = "starts a process, or moves a clock, that knows nothing of clusters";

export const clusterExceptions: readonly Exception[] = [
  { path: "test/engine/backup/backup.test.ts", because: restores },
  { path: "test/engine/backup/restored-tables.test.ts", because: restores },
  { path: "test/engine/integrity/erased-deliveries.test.ts", because: behindOurBack },
  { path: "test/engine/recording/pipeline.test.ts", tests: /are few|a connection that is lost/, because: onePlan },
  { path: "test/product/balance/faults.test.ts", tests: /own check/, because: noOwnCheck },
  {
    path: "test/product/archive/archive-clicks.test.ts",
    tests: /verify finds|and still find a log|of other clicks is found|unarchived is found/,
    because: behindOurBack,
  },
  { path: "test/product/archive/archive-clicks.test.ts", tests: /killed/, because: ownProcess },
  { path: "test/product/archive/archive-clicks.test.ts", tests: /of two who archive/, because: onePlan },
  { path: "test/product/people/erase-person.test.ts", tests: /verify finds/, because: behindOurBack },
  { path: "test/product/statements/month-closing.test.ts", because: behindOurBack },
  { path: "test/product/deliveries/parked-change.test.ts", tests: /is released by itself/, because: behindOurBack },
  { path: "test/product/notices/deliveries-stopped.test.ts", because: behindOurBack },
  { path: "test/product/payouts/change.test.ts", tests: /are recorded all or none/, because: behindOurBack },
  {
    path: "test/engine/integrity/checkpoints.test.ts",
    tests: /contradicts its last|a finding of the verification/,
    because: behindOurBack,
  },
  { path: "test/engine/integrity/rewritten-database.test.ts", because: behindOurBack },
  { path: "test/faces/cli/command-line.test.ts", tests: /there is no cluster|ends at Ctrl-C/, because: onePlan },
  { path: "test/faces/cli/demo.test.ts", tests: /fails when a figure/, because: behindOurBack },
  { path: "test/console/repair.test.ts", tests: /delivery that failed|books that differ/, because: behindOurBack },
  { path: "test/engine/postgres/definers.test.ts", because: behindOurBack },
  { path: "test/engine/postgres/migration-locks.test.ts", because: onePlan },
  {
    path: "test/engine/postgres/report-views.test.ts",
    tests: /a reader answers/,
    because: "its role may not log in on the workers",
  },
  { path: "test/engine/postgres/schema.test.ts", because: "a spread schema is another one" },
  { path: "test/driver/money-driver.test.ts", because: ownProcess },
  { path: "test/fuzz/fuzz.test.ts", tests: /no spoilt call/, because: ownProcess },
  { path: "test/faces/http/foreign-row.test.ts", because: behindOurBack },
  { path: "test/faces/http/kept-secrets.test.ts", tests: /no secret and no e-mail/, because: behindOurBack },
  { path: "test/http/manage/audit.test.ts", tests: /names no author of early/, because: behindOurBack },
  { path: "test/http/manage/in-flight.test.ts", tests: /a change of role waits/, because: onePlan },
  { path: "test/http/manage/lists.test.ts", because: behindOurBack },
  { path: "test/http/manage/performance.test.ts", because: behindOurBack },
  { path: "test/faces/http/outage.test.ts", because: behindOurBack },
  { path: "test/faces/http/passing-faults.test.ts", because: behindOurBack },
  {
    path: "test/faces/http/sale.test.ts",
    tests: /is reported again, never 409|a success with no sale|past the commission's months/,
    because: behindOurBack,
  },
  { path: "test/faces/http/stalled.test.ts", because: onePlan },
  { path: "test/faces/http/webhook.test.ts", tests: /outside the attribution window/, because: behindOurBack },
  { path: "test/product/connections/reconcile.test.ts", tests: /killed in the middle/, because: ownProcess },
  { path: "test/product/connections/reconcile-look-ups.test.ts", tests: /killed in the middle/, because: ownProcess },
  { path: "test/product/deliveries/list.test.ts", because: onePlan },
  { path: "test/product/people/person-read.test.ts", tests: /bytes are looked at once/, because: onePlan },
  { path: "test/product/plans.test.ts", because: onePlan },
  { path: "test/product/statements/list.test.ts", because: behindOurBack },
  { path: "test/engine/replay/forged-erasure.test.ts", because: behindOurBack },
  { path: "test/engine/replay/interrupted.test.ts", because: ownProcess },
  { path: "test/engine/replay/reading/retry-failed.test.ts", because: behindOurBack },
  { path: "test/engine/integrity/rolling-verification.test.ts", because: behindOurBack },
  { path: "test/engine/replay/verify.test.ts", because: behindOurBack },
  { path: "test/sdk/server/errors.test.ts", tests: /500 internal_error/, because: behindOurBack },
  { path: "test/sdk/server/methods.test.ts", tests: /after the attribution window/, because: behindOurBack },
  { path: "test/sdk/server/retries.test.ts", tests: /a sale the service failed on/, because: behindOurBack },
];

export const filesNotOnCluster: readonly string[] = clusterExceptions
  .filter((exception) => exception.tests === undefined)
  .map((exception) => exception.path);
