// A cheap load generator: pre-signed deliveries over keep-alive connections, closed loop.
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";

export type Delivery = { readonly body: Buffer; readonly signature: string };

/** Stripe deliveries of different payments, each signed now; `run` keeps their ids apart from other rounds'. */
export function signedDeliveries(payload: string, count: number, run: string, secret: string): Delivery[] {
  const timestamp = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => {
    const body = Buffer.from(payload.replaceAll(/(?<=_)0{10,}/g, `${run}${index}`));
    const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
    return { body, signature: `t=${timestamp},v1=${digest}` };
  });
}

export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number };

/** Sends every delivery once over `connections` connections; anything but a 200 ends the run. */
export async function measure(url: string, deliveries: readonly Delivery[], connections: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    for (let delivery = deliveries[next++]; delivery !== undefined; delivery = deliveries[next++]) {
      const startedAt = performance.now();
      await send(url, agent, delivery);
      milliseconds.push(performance.now() - startedAt);
    }
  }
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  milliseconds.sort((a, b) => a - b);
  const at = (share: number): number => milliseconds[Math.floor((milliseconds.length - 1) * share)] ?? 0;
  return { perSecond: deliveries.length / seconds, p50: at(0.5), p99: at(0.99) };
}

function send(url: string, agent: Agent, { body, signature }: Delivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      "stripe-signature": signature,
    };
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    call.on("error", reject);
    call.end(body);
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
