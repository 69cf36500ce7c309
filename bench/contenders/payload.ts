// The body every delivery of the bench has, once: for what is measured without HTTP.
import { makeRequests } from "../load/requests.ts";

export function onePayload(): Buffer {
  const target = { path: "/", customerKeys: ["customer-1"] };
  const recipe = { kind: "webhook", targets: [target], stripeSecret: "none", run: "one", requests: 1 } as const;
  const [request] = makeRequests(recipe, 0);
  if (request === undefined) throw new Error("no request was made");
  return request.subarray(request.indexOf("\r\n\r\n") + 4);
}
