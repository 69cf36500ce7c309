// A worker's side of the primary's messages.
import cluster from "node:cluster";
import { Socket } from "node:net";
import { readToWorker, type Start, type ToPrimary } from "./control.ts";
import type { Peers } from "./peers.ts";

export type Primary = {
  readonly started: Promise<Start>;
  readonly close: Promise<void>;
  readonly drain: Promise<void>;
  /** Connections that come from now on are theirs. */
  linkTo(peers: Peers): void;
  send(message: ToPrimary): void;
};

/** Set for workers: what runs this process may be a cluster of its own. */
export const workerMark = { WORKER_OF_SVC: "yes" };

/** Null where this process is no worker of ours. */
export function openPrimary(env: NodeJS.ProcessEnv): Primary | null {
  const { worker } = cluster;
  if (worker === undefined || env.WORKER_OF_SVC !== workerMark.WORKER_OF_SVC) return null;
  const started = Promise.withResolvers<Start>();
  const close = Promise.withResolvers<void>();
  const drain = Promise.withResolvers<void>();
  let peers: Peers | null = null;
  const send = (message: ToPrimary): void => {
    if (worker.isConnected()) worker.send(message);
  };
  worker.on("message", (given: unknown, handle: unknown) => {
    const message = readToWorker(given);
    if (message?.kind === "start") started.resolve(message);
    if (message?.kind === "close") close.resolve();
    if (message?.kind === "drain") drain.resolve();
    if (message?.kind === "ping") send({ kind: "pong" });
    if (message?.kind === "link" && handle instanceof Socket) peers?.add(message.place, handle);
  });
  send({ kind: "here" });
  return {
    started: started.promise,
    close: close.promise,
    drain: drain.promise,
    linkTo: (given) => {
      peers = given;
    },
    send,
  };
}
