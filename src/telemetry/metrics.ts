// What the service counts about itself, for GET /metrics. One registry a service, so that two in one process never mix.
// Labels are routes, statuses and providers, never ids, keys or addresses: their number stays small.
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ReplicaStatus } from "../engine/postgres/replica.ts";
import type { Peers } from "../engine/recording/workers/peers.ts";
import type { ReplicaFound } from "../product/reads/replica-reads.ts";

const millisecondsPerSecond = 1000;
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const eventsBuckets = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

export type RequestDone = {
  readonly method: string;
  readonly route: string;
  readonly status: string;
  readonly milliseconds: number;
};

/** Figures of the database itself. */
type DatabaseMetrics = {
  /** A request that was not recorded because clocks are too far apart. */
  clockStepRefused(kind: string): void;
  /** How far the database's clock is ahead of this machine's. */
  clockOffset(seconds: number): void;
  /** Whether nothing is missing of what keeps the log append-only. */
  logProtected(isProtected: boolean): void;
};

export type Metrics = DatabaseMetrics & {
  requestDone(request: RequestDone): void;
  flushed(flush: { readonly events: number; readonly milliseconds: number; readonly folded: string }): void;
  deliveryReceived(provider: string, status: string): void;
  badSignature(provider: string, fault: string): void;
  /** The rolling verification ran to its end here. */
  verified(): void;
  /** Programs whose last check found that log or books are not what they must be. */
  faulty(programs: number): void;
  /** Whether this process runs the recurring jobs for all. */
  runsJobs(isHolder: boolean): void;
  alarms(open: number): void;
  /** Programs whose books were projected by older rules than this release's. */
  outdated(programs: number): void;
  /** Adds the replica's metrics; returns what counts a read by the replica's state. */
  replica(status: () => ReplicaStatus): (found: ReplicaFound) => void;
  /** Everything in the text format of Prometheus. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
};

/** What waits to be recorded, asked when the figures are. */
export type Recording = {
  readonly queued: number;
  readonly programsSetAside: number;
  readonly oldestWaitingSeconds: number;
  /** Deliveries and calls that wait until less of their program is worked on. */
  readonly heldBack: number;
};

/** With peers they are those of all workers: added up, or as each gauge says. */
export function createMetrics(recording: () => Recording, peers: Peers | null = null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "svc_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer.",
    labelNames: ["method", "route", "status"],
    buckets: secondsBuckets,
    registers,
  });
  const flushEvents = new Histogram({
    name: "svc_flush_events",
    help: "Events that shared one transaction.",
    buckets: eventsBuckets,
    registers,
  });
  const flushSeconds = new Histogram({
    name: "svc_flush_duration_seconds",
    help: "Time of one transaction, from when its events were taken from the queue to its commit.",
    labelNames: ["folded"],
    buckets: secondsBuckets,
    registers,
  });
  const deliveries = new Counter({
    name: "svc_deliveries_total",
    help: "Verified deliveries by result.",
    labelNames: ["provider", "status"],
    registers,
  });
  const badSignatures = new Counter({
    name: "svc_bad_signatures_total",
    help: "Deliveries whose signature was not accepted.",
    labelNames: ["provider", "fault"],
    registers,
  });
  const { faulty, verifiedAt, outdated, alarms, runsJobs } = verificationGauges(registers);
  recordingGauges(registers, recording);
  peers?.answerWith({ figures: () => registry.getMetricsAsJSON() });
  return {
    requestDone: ({ milliseconds, ...labels }) => requests.observe(labels, milliseconds / millisecondsPerSecond),
    flushed: ({ events, milliseconds, folded }) => {
      flushEvents.observe(events);
      flushSeconds.observe({ folded }, milliseconds / millisecondsPerSecond);
    },
    deliveryReceived: (provider, status) => deliveries.inc({ provider, status }),
    badSignature: (provider, fault) => badSignatures.inc({ provider, fault }),
    verified: () => verifiedAt.setToCurrentTime(),
    faulty: (programs) => faulty.set(programs),
    runsJobs: (isHolder) => runsJobs.set(isHolder ? 1 : 0),
    outdated: (programs) => outdated.set(programs),
    alarms: (open) => alarms.set(open),
    ...databaseMetrics(registers),
    replica: (status) => replicaMetrics(registers, status),
    text: async () => ({ contentType: registry.contentType, body: await textOf(registry, peers) }),
  };
}

async function textOf(registry: Registry, peers: Peers | null): Promise<string> {
  if (peers === null) return registry.metrics();
  const [own, others] = await Promise.all([registry.getMetricsAsJSON(), peers.figures()]);
  return AggregatorRegistry.aggregate([own, ...others]).metrics();
}

function databaseMetrics(registers: Registry[]): DatabaseMetrics {
  const steps = new Counter({
    name: "svc_clock_steps_refused_total",
    help: "Requests that were not recorded because clocks are too far apart, by which; see docs/clock.md.",
    labelNames: ["kind"],
    registers,
  });
  const offset = new Gauge({
    name: "svc_clock_offset_seconds",
    help: "How far the database's clock is ahead of this machine's, when readiness was last asked.",
    aggregator: "max",
    registers,
  });
  const isProtected = new Gauge({
    name: "svc_log_protected",
    help: "1 where the service's role and the triggers keep the log append-only, 0 where something of it is missing.",
    aggregator: "min",
    registers,
  });
  return {
    clockStepRefused: (kind) => steps.inc({ kind }),
    clockOffset: (seconds) => offset.set(seconds),
    logProtected: (isIt) => isProtected.set(isIt ? 1 : 0),
  };
}

function replicaMetrics(registers: Registry[], status: () => ReplicaStatus): (found: ReplicaFound) => void {
  new Gauge({
    name: "svc_replica_lag_seconds",
    help: "Age of what the replica holds, when it was last looked at; none while unknown.",
    aggregator: "max",
    registers,
    collect() {
      const { lagSeconds } = status();
      if (lagSeconds === null) this.reset();
      else this.set(lagSeconds);
    },
  });
  new Gauge({
    name: "svc_replica_used",
    help: "1 while reads go to the replica, 0 while the primary answers them.",
    aggregator: "min",
    registers,
    collect() {
      this.set(status().state === "used" ? 1 : 0);
    },
  });
  const reads = new Counter({
    name: "svc_replica_reads_total",
    help: "Reads that the replica may answer, by how it was found; all but used were answered by the primary.",
    labelNames: ["replica"],
    registers,
  });
  return (found) => reads.inc({ replica: found });
}

function recordingGauges(registers: Registry[], recording: () => Recording): void {
  const gauge = (
    name: string,
    help: string,
    read: (now: Recording) => number,
    aggregator: "sum" | "max" = "sum",
  ): void => {
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      collect() {
        this.set(read(recording()));
      },
    });
  };
  gauge("svc_queued_events", "Events waiting for the next transaction.", (now) => now.queued);
  gauge(
    "svc_oldest_waiting_seconds",
    "Age of the oldest event that waits to be recorded or is being recorded; 0 when the queue is empty.",
    (now) => now.oldestWaitingSeconds,
    "max",
  );
  gauge(
    "svc_requests_throttled",
    "Deliveries and calls of programs that have enough worked on already, while other programs have some.",
    (now) => now.heldBack,
  );
  gauge(
    "svc_programs_set_aside",
    "Programs whose events wait apart, since another transaction holds their lock.",
    (now) => now.programsSetAside,
  );
}

function verificationGauges(registers: Registry[]) {
  const faulty = new Gauge({
    name: "svc_verification_faulty_programs",
    help: "Programs whose log or books were found not to be what they must be, by the last check of each.",
    aggregator: "max",
    registers,
  });
  const verifiedAt = new Gauge({
    name: "svc_verification_last_run_timestamp_seconds",
    help: "When the rolling verification last ran to its end.",
    aggregator: "max",
    registers,
  });
  const outdated = new Gauge({
    name: "svc_programs_projected_by_older_rules",
    help: "Programs whose books were projected by older rules than this release's; svc replay brings them up.",
    aggregator: "max",
    registers,
  });
  const alarms = new Gauge({
    name: "svc_alarms_open",
    help: "Open alarms, not acknowledged yet; see svc alarms list.",
    aggregator: "max",
    registers,
  });
  const runsJobs = new Gauge({
    name: "svc_runs_jobs",
    help: "1 in the process that runs the recurring jobs for all, 0 in the others.",
    registers,
  });
  return { faulty, verifiedAt, outdated, alarms, runsJobs };
}
