// Deliveries that differ from a signed one in the smallest way: every verifier must refuse all of them.
import type { Delivery } from "../../adapters/adapter.ts";

/** Each byte of the body changed in its lowest and its highest bit, a byte more and a byte less at either end. */
export function* everyByteChanged({ body, headers }: Delivery): Generator<Delivery> {
  for (let index = 0; index < body.length; index += 1) {
    for (const bit of [0x01, 0x80]) {
      const changed = Buffer.from(body);
      changed.writeUInt8(body.readUInt8(index) ^ bit, index);
      yield { body: changed, headers };
    }
  }
  yield { body: body.subarray(1), headers };
  yield { body: body.subarray(0, -1), headers };
  yield { body: Buffer.concat([body, Buffer.from(" ")]), headers };
  yield { body: Buffer.concat([Buffer.from("\uFEFF"), body]), headers };
}

/** Each character of the header changed in its lowest bit and in its case bit. */
export function* everyCharacterChanged({ body, headers }: Delivery, name: string): Generator<Delivery> {
  const value = headers[name] ?? "";
  for (let index = 0; index < value.length; index += 1) {
    for (const bit of [0x01, 0x20]) {
      const character = String.fromCharCode(value.charCodeAt(index) ^ bit);
      yield withHeader({ body, headers }, name, `${value.slice(0, index)}${character}${value.slice(index + 1)}`);
    }
  }
}

export function withHeader({ body, headers }: Delivery, name: string, value: string | undefined): Delivery {
  return { body, headers: { ...headers, [name]: value } };
}
