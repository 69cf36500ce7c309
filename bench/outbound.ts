// Endpoints for a program under load, and a receiver of their messages: in a process of its own, as receivers are.
import { operator } from "../src/access/permission.ts";
import { createEndpoint } from "../src/product/endpoints/change.ts";
import { type ChildServer, startServer } from "./child-server.ts";
import type { BenchInstallation } from "./installation.ts";

/** Receivers are on this machine. */
export const receiversAllowed = { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" };

export async function openEndpoints(
  { database, secrets }: BenchInstallation,
  programIds: readonly number[],
  perProgram: number,
): Promise<ChildServer> {
  const receiver = await startServer(new URL("receiver.ts", import.meta.url));
  for (const programId of programIds) {
    for (let number = 0; number < perProgram; number++) {
      const endpoint = {
        ...({
          programId,
          partnerId: null,
          kind: "webhook",
          payload: "full",
          description: null,
          position: null,
          credentials: null,
        } as const),
        url: `http://127.0.0.1:${receiver.port}/${programId}/${number}`,
        eventTypes: ["sale.recorded"],
      };
      await createEndpoint(database, secrets, endpoint, operator);
    }
  }
  return receiver;
}
