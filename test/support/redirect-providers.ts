// What this process would send to a provider's API goes to a stand-in, until the answered function is called.
// The service itself has no such switch: nothing in its environment can send an API key anywhere else.
const hosts = [
  "api.stripe.com",
  "(?:sandbox-)?api.paddle.com",
  "(?:sandbox-)?api.polar.sh",
  "(?:live|test).dodopayments.com",
  "api.lemonsqueezy.com",
  "(?:test-)?api.creem.io",
  "api.mollie.com",
  "[a-z0-9-]+.chargebee.com",
  "v3.(?:eu.)?recurly.com",
  "api.razorpay.com",
  "[a-z0-9-]+.myshopify.com",
  "api.revenuecat.com",
];
const apis = new RegExp(`^https://(?:${hosts.join("|").replaceAll(".", String.raw`\.`)})(?=/)`);

export function redirectProviders(standIn: string): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    typeof input === "string" || input instanceof URL
      ? fetch(new URL(input).href.replace(apis, standIn), init)
      : fetch(input, init);
  return () => {
    globalThis.fetch = fetch;
  };
}
