// Passwords are hashed in tests as the service hashes them, but with the least work: each hash takes a tenth of a second of a
// processor otherwise, and the tests make hundreds. A hash that asks for less work than the service owes its users fails.
// Processes that a test starts know nothing of this.
import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** As better-auth asks for: 32 MB and about 50 ms. */
const owed = { N: 16_384, r: 16, p: 1 } as const;
const least = { N: 2, r: 1, p: 1 } as const;

type Done = (error: Error | null, key: Buffer) => void;

const { scrypt } = crypto;

function cheapScrypt(password: BinaryLike, salt: BinaryLike, length: number, asked: ScryptOptions, done: Done): void {
  for (const [name, atLeast] of Object.entries(owed)) {
    const value = asked[name as keyof typeof owed] ?? 0;
    if (value < atLeast) throw new Error(`A password is hashed with ${name}=${value}, less than ${atLeast}.`);
  }
  scrypt(password, salt, length, { ...asked, ...least }, done);
}

// Each file of a worker comes by here.
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt });
  syncBuiltinESMExports();
}
