// pg's client, which times out on disconnect: one that is frozen, or behind a way that passes nothing, never
// says it, and our process could not end either.
import { Client, type ClientConfig } from "pg";

const goodbyeMilliseconds = 1000;

export class LeavingClient extends Client {
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const late = setTimeout(() => this.connection.stream.destroy(), goodbyeMilliseconds);
    this.connection.once("end", () => clearTimeout(late));
    return callback === undefined ? super.end() : super.end(callback);
  }
}

/** For a pool: pg's own bound is that of waiting for a free connection, which may well take longer than making one. */
export function clientWithin(connectMilliseconds: number): typeof LeavingClient {
  return class extends LeavingClient {
    constructor(config?: string | ClientConfig) {
      super(typeof config === "object" ? { ...config, connectionTimeoutMillis: connectMilliseconds } : config);
    }
  };
}
