// The example shop on a free port, joined to a running service. Browsers know it by any name below shop.test, and the service
// as track.svc.test, so that pages and service are different sites as they are in life.
import type { AddressInfo } from "node:net";
import type { Pay } from "../../examples/shop/payments.ts";
import { createShop } from "../../examples/shop/shop.ts";
import type { RunningService } from "./service.ts";

export type OpenShop = {
  /** Of a page; `host` is the first part of the name. */
  url(path: string, host?: string): string;
  /** The same as browsers trust it without https. */
  trustedUrl(path: string): string;
  readonly trackerUrl: string;
  close(): Promise<void>;
};

export type ShopSettings = { readonly programId: number; readonly asksConsent?: boolean; readonly pay?: Pay };

export async function openShop(service: RunningService, settings: ShopSettings): Promise<OpenShop> {
  const trackerUrl = `${browserUrl(service)}/js/svc-tracker.js`;
  const shop = createShop({ trackerUrl, asksConsent: false, pay: payNothing, ...settings });
  const server = shop.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    trackerUrl,
    url: (path, host = "www") => `http://${host}.shop.test:${port}${path}`,
    trustedUrl: (path) => `http://www.shop.localhost:${port}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The service's address as a browser of the tests knows it. */
export function browserUrl(service: RunningService): string {
  return `http://track.svc.test:${new URL(service.url).port}`;
}

const payNothing: Pay = async ({ thanksUrl }) => thanksUrl;
