// Emmett's event store without projections (see emmett-store.ts). Durable at the 200: the event.
import { appendOnce, openStore } from "./emmett-store.ts";
import { readPeerArguments, serveWebhooks, verifying } from "./serve-webhooks.ts";

const peer = readPeerArguments();
const store = await openStore(peer.databaseUrl, []);
serveWebhooks(peer, {
  receive: verifying(peer, (event) => appendOnce(store, event)),
  countQuery: "select count(*)::int4 as count from emt_messages",
});
