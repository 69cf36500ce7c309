// Creates the two ends of one connection, for two other processes. The creator reads neither. Nothing listens afterwards, so no one else
// can connect.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function socketPair(): Promise<readonly [Socket, Socket]> {
  const folder = await mkdtemp(join(tmpdir(), "svc-"));
  const server = createServer({ pauseOnConnect: true });
  try {
    const path = join(folder, "pair");
    server.listen(path);
    await once(server, "listening");
    const accepted: Promise<Socket[]> = once(server, "connection");
    const near = connect(path);
    near.pause();
    await once(near, "connect");
    const [far] = await accepted;
    if (far === undefined) throw new Error("a connection came without its socket");
    return [near, far];
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
