// Reads what another service answered, as far as it may fill memory.

/** The answer was longer than the caller takes. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";

  constructor(bytesMax: number) {
    super(`the answer has more than ${bytesMax} bytes`);
  }
}

/** As UTF-8. Throws `AnswerTooLong` as soon as more than `bytesMax` bytes have come. */
export async function readAnswerText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new AnswerTooLong(bytesMax);
  }
  return Buffer.concat(chunks).toString("utf8");
}
