// A file's bytes in UTF-8, without a byte order mark. Spreadsheets write UTF-16 too, and say so by its mark.

export type Source = AsyncIterable<Uint8Array>;

const markBytes = 3;
const utf8Mark = [0xef, 0xbb, 0xbf];
const utf16Marks = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

export async function* utf8Of(source: Source): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of source) {
    let bytes = chunk;
    if (head !== null) {
      head = Buffer.concat([head, chunk]);
      if (head.length < markBytes) continue;
      decoder = decoderOf(head);
      bytes = withoutMark(head);
      head = null;
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }), "utf8");
  }
  if (head !== null) yield withoutMark(head);
}

function decoderOf(head: Buffer): TextDecoder | null {
  const found = utf16Marks.find(({ mark }) => begins(head, mark));
  return found === undefined ? null : new TextDecoder(found.encoding);
}

/** A decoder takes its own mark away. */
function withoutMark(head: Buffer): Buffer {
  return begins(head, utf8Mark) ? head.subarray(utf8Mark.length) : head;
}

function begins(head: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, index) => head[index] === byte);
}
