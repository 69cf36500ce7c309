// The generator's reader of answers: the answers are the same however the bytes are split.
import { describe, expect, test } from "vitest";
import { ResponseReader } from "../../bench/load/response-reader.ts";

type Read = { readonly status: number; readonly body: string };

const withLength = 'HTTP/1.1 200 OK\r\nX-Content-Length-Max: 5\r\ncontent-LENGTH: 11\r\n\r\n{"ok":true}';
const inChunks =
  "HTTP/1.1 503 Service Unavailable\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
const withoutBody = "HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n";
const empty = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";

const stream = Buffer.from(withLength + inChunks + withoutBody + empty + withLength);
const answers: readonly Read[] = [
  { status: 200, body: '{"ok":true}' },
  { status: 503, body: "5\r\n0\r\n\r\n\r\n3\r\nabc\r\n0\r\n\r\n" },
  { status: 204, body: "" },
  { status: 400, body: "" },
  { status: 200, body: '{"ok":true}' },
];

/** The pieces come one after the other in the same buffer, as a socket hands them over. */
function read(pieces: readonly Buffer[]): Read[] {
  const found: Read[] = [];
  const reader = new ResponseReader((status, bytes, start, end) => {
    found.push({ status, body: bytes.toString("latin1", start, end) });
  });
  const buffer = Buffer.alloc(stream.length);
  for (const piece of pieces) {
    piece.copy(buffer);
    reader.push(buffer, piece.length);
    buffer.fill("x");
  }
  return found;
}

describe("answers are read whole", () => {
  test("when they come at once", () => {
    expect(read([stream])).toEqual(answers);
  });

  test("when they are cut in two at any byte", () => {
    for (let at = 1; at < stream.length; at += 1) {
      expect(read([stream.subarray(0, at), stream.subarray(at)]), `cut at ${at}`).toEqual(answers);
    }
  });

  test("when every byte arrives separately", () => {
    expect(read([...stream].map((byte) => Buffer.from([byte])))).toEqual(answers);
  });
});

test("an answer that does not say how long it is, is an error and no endless wait", () => {
  expect(() => read([Buffer.from("HTTP/1.1 200 OK\r\nDate: today\r\n\r\n")])).toThrow(/neither its length/);
});
