// PostgreSQL's hash of a bigint (hashint8), by which Citus distributes rows: Bob Jenkins' final mix of one 32-bit word
// (https://github.com/postgres/postgres/blob/REL_15_STABLE/src/common/hashfn.c).

const wordBits = 32n;
/** The golden ratio, the four bytes hashed, and PostgreSQL's own constant. */
const initial = (0x9e3779b9 + 4 + 3_923_095) | 0;

/** As a signed 32-bit number, which shards' ranges are in. */
export function hashBigint(value: number): number {
  const bits = BigInt(value);
  const low = Number(BigInt.asIntN(32, bits));
  const high = Number(BigInt.asIntN(32, bits >> wordBits));
  return mix(low ^ (value >= 0 ? high : ~high));
}

function mix(word: number): number {
  let [a, b, c] = [(initial + word) | 0, initial, initial];
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
