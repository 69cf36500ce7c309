// The options of a client, held against their rules once, when it is made: a bad one throws there and never in a call.
// The key is kept out of everything that is printed or thrown.
import type { SvcWarning } from "./results.ts";

/** Where `npm start` of the service listens. Nothing leaves the machine by a forgotten option, and every result says so. */
export const apiUrlByDefault = "http://127.0.0.1:8080";
const timeoutMsByDefault = 10_000;
const maxRetriesByDefault = 2;
const maxRetryDelayMsByDefault = 10_000;

/** The longest a timer can wait, in every runtime. */
const timerMsMax = 2_147_483_647;
const maxRetriesMax = 10;

export type FetchRequest = {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
};

/** As much of a Response as is read here. */
export type FetchResponse = {
  readonly status: number;
  readonly statusText?: string;
  readonly headers?: { get(name: string): string | null };
  json(): Promise<unknown>;
};

/** The global `fetch` is one, and so is that of undici, node-fetch or a service binding. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

export type SvcOptions = {
  /** The program API key (`aff_…`). Never in code that reaches a browser. */
  readonly apiKey: string;
  /** The service's address, such as `https://track.example.com`. By default `http://127.0.0.1:8080`. */
  readonly apiUrl?: string | undefined;
  /** Instead of the global `fetch`; required in environments without one. */
  readonly fetch?: Fetch | undefined;
  /** How long one attempt may take. 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a safe call is retried. 2 by default; 0 never retries. */
  readonly maxRetries?: number | undefined;
  /** The longest wait before a retry. Asked to wait longer, a call returns the answer instead. 10,000 by default. */
  readonly maxRetryDelayMs?: number | undefined;
  /** Receives each warning of each answer. By default each code is written to the console once. */
  readonly onWarning?: ((warning: SvcWarning) => void) | undefined;
  /** A browser shows the key to anyone. Only for tests in a simulated one. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
};

export type Settings = {
  readonly apiKey: string;
  readonly apiUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryDelayMs: number;
  readonly onWarning: (warning: SvcWarning) => void;
};

export function readOptions(options: SvcOptions): Settings {
  if (options.dangerouslyAllowBrowser !== true && isBrowser()) {
    throw new Error("Svc holds the program API key and must not run in a browser: use loadSvc of @svc/sdk there.");
  }
  return {
    apiKey: readKey(options.apiKey),
    apiUrl: readUrl(options.apiUrl ?? apiUrlByDefault),
    fetch: readFetch(options.fetch),
    timeoutMs: readWhole("timeoutMs", options.timeoutMs ?? timeoutMsByDefault, [1, timerMsMax]),
    maxRetries: readWhole("maxRetries", options.maxRetries ?? maxRetriesByDefault, [0, maxRetriesMax]),
    maxRetryDelayMs: readWhole("maxRetryDelayMs", options.maxRetryDelayMs ?? maxRetryDelayMsByDefault, [0, timerMsMax]),
    onWarning: options.onWarning ?? warnOnce(),
  };
}

/** Workers and servers have no document. */
function isBrowser(): boolean {
  return "window" in globalThis && "document" in globalThis;
}

/** No prefix is asked for: keys issued before there was one still work. */
function readKey(apiKey: unknown): string {
  if (typeof apiKey !== "string" || apiKey === "") throw new TypeError("Svc needs apiKey, the program API key.");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey holds a space, a line break or a special character.");
  return apiKey;
}

function readUrl(apiUrl: string): string {
  const url = parseUrl(apiUrl);
  const isPlain = url !== null && !/[?#]/.test(apiUrl) && url.username === "" && url.password === "";
  if (!isPlain || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TypeError("apiUrl must be an http or https address without query and credentials.");
  }
  return url.href.replace(/\/+$/, "");
}

/** `URL.parse` came after Node 18. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The global one is looked up at each call: frameworks and tests replace it. Called as a method it would be refused. */
function readFetch(custom: Fetch | undefined): Fetch {
  if (custom !== undefined) return (url, request) => custom(url, request);
  if (typeof globalThis.fetch !== "function") throw new TypeError("There is no global fetch here: give Svc a fetch.");
  return (url, request) => globalThis.fetch(url, request);
}

function readWhole(name: string, value: number, [min, max]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} must be a whole number from ${min} to ${max}.`);
}

function warnOnce(): (warning: SvcWarning) => void {
  const said = new Set<string>();
  return ({ code, message, rotate_by }) => {
    if (said.has(code)) return;
    said.add(code);
    // biome-ignore lint/suspicious/noConsole: a key about to be refused must not go unnoticed without a listener.
    console.warn(`[svc] ${code}: ${message}${rotate_by === undefined ? "" : ` (by ${rotate_by})`}`);
  };
}
