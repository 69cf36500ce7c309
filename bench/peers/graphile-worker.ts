// graphile-worker 0.18.0: a job for each event, added by the SQL function of its guide ("Adding jobs through SQL"), called with a prepared
// statement and the body as received. Its `addJob` calls the same function without preparing it and serializes the JSON again: three
// quarters of the rate. Durable at the 200: the job. No worker runs, so the backlog grows, in its favor: nothing is fetched, worked or
// deleted. The job's key is the event's id, in the mode `unsafe_dedupe`: a duplicate finds the job and adds none, until the job is worked
// and deleted; a later one is a second job. Without a key every duplicate is, and adding takes 1.6 times as long: that mode has a shorter
// path through the function.
import { makeWorkerUtils } from "graphile-worker";
import { Pool } from "pg";
import { readPeerArguments, serveWebhooks, verifying } from "./serve-webhooks.ts";

const connectionsMax = 10;
const addJob = {
  name: "add_job",
  text: `select from graphile_worker.add_job(
           'stripe_event', payload => $1::json, job_key => $2::text, job_key_mode => 'unsafe_dedupe')`,
};

const peer = readPeerArguments();
const utils = await makeWorkerUtils({ connectionString: peer.databaseUrl });
await utils.migrate();
await utils.release();
const pool = new Pool({ connectionString: peer.databaseUrl, max: connectionsMax });
serveWebhooks(peer, {
  receive: verifying(peer, async (event, body) => {
    await pool.query({ ...addJob, values: [body.toString(), event.id] });
  }),
  countQuery: "select count(*)::int4 as count from graphile_worker.jobs",
});
