// pg's client, which does not wait for ever for a server's goodbye: one that is frozen, or behind a way that passes nothing, never
// says it, and our process could not end either.
import { Client } from "pg";

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
