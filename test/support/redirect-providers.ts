// Loaded before a process of a test: what it would send to a provider's API goes to the stand-in named in PROVIDER_STAND_IN.
// The service itself has no such switch: nothing in its environment can send an API key anywhere else.
const standIn = process.env.PROVIDER_STAND_IN ?? "";
const apis = /^https:\/\/(?:api\.stripe\.com|(?:sandbox-)?api\.paddle\.com)(?=\/)/;
const { fetch } = globalThis;

globalThis.fetch = (input, init) => fetch(new URL(String(input)).href.replace(apis, standIn), init);
