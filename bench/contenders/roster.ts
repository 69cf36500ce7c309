// Who takes part in the race of signed deliveries, and what each is.
import type { Forked } from "./forked.ts";

export const peers: readonly Forked[] = [
  {
    name: "stripe-sync-engine",
    packageName: "@supabase/stripe-sync-engine",
    about: "the projected row is durable, the delivery itself is not kept",
    file: "peers/stripe-sync-engine.ts",
    keeps: true,
  },
  {
    name: "emmett-append",
    packageName: "@event-driven-io/emmett-postgresql",
    about: "the event is durable",
    file: "peers/emmett-append.ts",
    keeps: true,
  },
  {
    name: "emmett-projection",
    packageName: "@event-driven-io/emmett-postgresql",
    about: "with an inline SQL projection: event and row are durable",
    file: "peers/emmett-projection.ts",
    keeps: true,
  },
  {
    name: "message-db",
    packageName: "@eventide/message-db",
    about: "the message is durable",
    file: "peers/message-db.ts",
    keeps: true,
  },
  {
    name: "graphile-worker",
    packageName: "graphile-worker",
    about: "the job is durable, no worker runs",
    file: "peers/graphile-worker.ts",
    keeps: true,
  },
  {
    name: "pg-boss",
    packageName: "pg-boss",
    about: "the job is durable, no worker runs",
    file: "peers/pg-boss.ts",
    keeps: true,
  },
];

export const bareLimit: Forked = {
  name: "bare-limit",
  about: "Express, signature check, group commit of the bytes into one table: no fold, no books, no order, no chain",
  file: "limits/bare-limit.ts",
  keeps: true,
};

export const verifyOnly: Forked = {
  name: "verify-only",
  about: "Express and signature check; nothing is durable",
  file: "limits/verify-only.ts",
  keeps: false,
};

export const singleRows = "single-rows";
export const copiedRows = "copied-rows";
