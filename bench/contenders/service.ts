// The service as a contender: an installation with programs whose customers are bound, one process or several on its database, one kind of
// traffic. It counts its answers, so that its books can be compared with them.
import { checkBooks } from "../check-books.ts";
import {
  type BenchProgram,
  type BenchPrograms,
  bindCustomers,
  createBenchPrograms,
  openBenchInstallation,
  type ServiceOptions,
  startService,
  stripeSecret,
} from "../installation.ts";
import { stormOrder } from "../load/order.ts";
import { linkTarget, type Recipe } from "../load/recipe.ts";
import { openEndpoints, receiversAllowed } from "../outbound.ts";
import { Demand } from "./demand.ts";
import { type Arena, closedTurn, openTurn, type UnderLoad } from "./http-turn.ts";
import type { LoadContender, OpenTurnRequest } from "./load-contender.ts";
import { Storm } from "./storm.ts";

export type Traffic = "webhook" | "sale" | "click" | "link";

export type ServiceEntry = {
  readonly name: string;
  readonly about: string;
  readonly traffic: Traffic;
  readonly connections: number;
  readonly programs?: number;
  /** They take turns as payers. */
  readonly customersPerProgram?: number;
  /** Of the programs; what is left out is as in a new one. */
  readonly settings?: BenchPrograms["settings"];
  /** How often each request is sent. */
  readonly copies?: number;
  /** Processes on the one database; connections are spread over them. */
  readonly processes?: number;
  /** What is of one program goes to one process. Programs must be a multiple of processes. */
  readonly programsStay?: boolean;
  readonly service?: ServiceOptions;
  /** Endpoints of each program that receive every sale. */
  readonly endpoints?: number;
  /** Which of the programs get traffic, in turns; one that is named twice gets twice as much. All when left out. */
  readonly aimAt?: (programs: readonly BenchProgram[]) => readonly BenchProgram[];
  /** In addition to requests at a fixed rate: so many concurrent callers of the first program. */
  readonly storm?: { readonly connections: number };
};

const customersByDefault = 100;
const answeredDuplicate = '"status":"duplicate"';

export async function openServiceContender(arena: Arena, entry: ServiceEntry): Promise<LoadContender> {
  const { name, about, programs: programCount = 1, customersPerProgram = customersByDefault, processes = 1 } = entry;
  const installation = await openBenchInstallation(await arena.server.database(name));
  const wanted = { programs: programCount, customersPerProgram, settings: entry.settings };
  const programs = await createBenchPrograms(installation, wanted);
  const service = { ...entry.service, env: { ...receiversAllowed, ...entry.service?.env } };
  const servers = await Promise.all(Array.from({ length: processes }, () => startService(installation.url, service)));
  const programIds = programs.map(({ programId }) => programId);
  const receiver =
    entry.endpoints === undefined ? null : await openEndpoints(installation, programIds, entry.endpoints);
  await bindCustomers(servers[0]?.port ?? 0, programs);
  const target: UnderLoad = {
    name,
    ports: servers.map((server) => server.port),
    pids: servers.flatMap(({ pid, workers }) => workers ?? pid),
    otherPids: servers.flatMap(({ pid, workers }) => (workers === undefined ? [] : pid)),
  };
  const load = new ServiceLoad(arena, entry, target, programs);
  return {
    name,
    about,
    turn: ({ run, seconds }) => load.closed(run, seconds),
    openTurn: (request) => load.open(request),
    async check() {
      return `${name}: ${await checkBooks(installation, load.sent(programs))}`;
    },
    async close() {
      for (const server of servers) await server.stop();
      await receiver?.stop();
      await load.close();
      await installation.close();
    },
  };
}

class ServiceLoad {
  readonly #arena: Arena;
  readonly #entry: ServiceEntry;
  readonly #target: UnderLoad;
  readonly #programs: readonly BenchProgram[];
  readonly #stormed: readonly BenchProgram[];
  readonly #storm: Storm | null;
  readonly #demand = new Demand();
  #answeredOnce = 0;

  constructor(arena: Arena, entry: ServiceEntry, target: UnderLoad, programs: readonly BenchProgram[]) {
    this.#arena = arena;
    this.#entry = entry;
    this.#target = target;
    this.#programs = entry.aimAt?.(programs) ?? programs;
    this.#stormed = programs.slice(0, 1);
    this.#storm = entry.storm === undefined ? null : new Storm();
  }

  async close(): Promise<void> {
    await this.#storm?.close();
  }

  async closed(run: string, seconds: number) {
    const { copies = 1, connections, programsStay: targetsStay = false } = this.#entry;
    const requests = Math.ceil(this.#demand.requests(seconds) / copies);
    const loop = { connections, seconds, targetsStay, counted: answeredDuplicate };
    const { measured, figures } = await closedTurn(this.#arena, this.#target, this.#recipe(run, requests), loop);
    this.#demand.seen(measured.perSecond, measured.ranOut);
    const different =
      copies === 1 ? measured.answered : new Set(stormOrder(requests, copies).subarray(0, measured.answered)).size;
    if (measured.bodiesCounted !== measured.answered - different) {
      const repeated = measured.answered - different;
      throw new Error(
        `${this.#target.name}: ${measured.bodiesCounted} of ${repeated} repeated requests were answered as duplicates`,
      );
    }
    this.#answeredOnce += different;
    return figures;
  }

  async open({ run, ...loop }: OpenTurnRequest) {
    const recipe = this.#recipe(run, Math.floor(loop.perSecond * loop.seconds));
    const storm = await this.#beginStorm(run, loop.seconds);
    const { measured, figures } = await openTurn(this.#arena, this.#target, recipe, loop);
    this.#answeredOnce += measured.answered;
    if (storm === undefined) return figures;
    const { answered, perSecond } = await storm.over;
    this.#answeredOnce += answered;
    return { ...figures, stormPerSecond: perSecond };
  }

  sent(programs: readonly BenchProgram[]) {
    const customers = programs.reduce((sum, { customerKeys }) => sum + customerKeys.length, 0);
    const sent = (traffic: Traffic): number => (this.#entry.traffic === traffic ? this.#answeredOnce : 0);
    return {
      payments: sent("webhook"),
      sales: sent("sale"),
      clicks: customers + sent("click") + sent("link"),
    };
  }

  async #beginStorm(run: string, seconds: number) {
    const connections = this.#entry.storm?.connections ?? 0;
    const recipe = (requests: number) => this.#recipe(`${run}s`, requests, this.#stormed);
    return await this.#storm?.begin({ ports: this.#target.ports, connections, seconds, recipe });
  }

  #recipe(run: string, requests: number, programs = this.#programs): Recipe {
    const { traffic, copies = 1 } = this.#entry;
    return { ...trafficOf(traffic, programs), run, requests, copies };
  }
}

function trafficOf(traffic: Traffic, programs: readonly BenchProgram[]) {
  switch (traffic) {
    case "webhook": {
      const targets = programs.map(({ webhookPath, customerKeys }) => ({ path: webhookPath, customerKeys }));
      return { kind: "webhook", targets, stripeSecret } as const;
    }
    case "sale":
      return { kind: "sale", targets: programs.map(({ key, customerKeys }) => ({ key, customerKeys })) } as const;
    case "click":
      return { kind: "click", targets: programs.map(({ affiliateUrl }) => ({ affiliateUrl })) } as const;
    case "link":
      return { kind: "other", targets: programs.map(({ code }) => linkTarget(code)) } as const;
  }
}
