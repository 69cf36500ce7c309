// One keep-alive connection that sends one request at a time: bytes in, status and body out, nothing allocated in between.
import { connect, type Socket } from "node:net";
import { ResponseReader } from "./response-reader.ts";

const readBytes = 16_384;

export type ConnectionEvents = {
  /** `bytes` from `start` to `end` is the body; gone when the call returns. */
  answered(connection: Connection, status: number, bytes: Buffer, start: number, end: number): void;
  /** It is of no use any more. While nothing was under way this is the server's right and no failure. */
  ended(connection: Connection, wasUnderWay: boolean, error: Error | null): void;
};

export class Connection {
  /** For its owner: when the request under way began to count, and when the last one was answered. */
  startedAt = 0;
  lastUsedAt = 0;

  readonly #socket: Socket;
  #isUnderWay = false;
  #hasEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static open(port: number, events: ConnectionEvents): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader((status, bytes, start, end) => {
        connection.#isUnderWay = false;
        events.answered(connection, status, bytes, start, end);
      });
      const buffer = Buffer.allocUnsafeSlow(readBytes);
      const socket = connect({
        host: "127.0.0.1",
        port,
        noDelay: true,
        // Into one buffer that stays, in place of a new one for every answer.
        onread: {
          buffer,
          callback: (length) => {
            try {
              reader.push(buffer, length);
            } catch (error) {
              socket.destroy(error instanceof Error ? error : new Error(String(error)));
            }
            return true;
          },
        },
      });
      const connection = new Connection(socket);
      let failure: Error | null = null;
      socket.once("error", (error) => {
        failure = error;
        reject(error);
      });
      socket.once("connect", () => resolve(connection));
      socket.once("close", () => {
        connection.#hasEnded = true;
        events.ended(connection, connection.#isUnderWay, failure);
      });
    });
  }

  get isUsable(): boolean {
    return !this.#hasEnded && this.#socket.writable;
  }

  send(request: Buffer): void {
    this.#isUnderWay = true;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }
}
