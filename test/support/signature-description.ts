// What the adapters' contract suite must know of a way in which deliveries are signed.
import type { Delivery } from "../../adapters/adapter.ts";

/** One way in which a provider's deliveries are signed. */
export type SignatureDescription = {
  /** Two different valid secrets. */
  readonly secrets: readonly [string, string];
  /** Delivers the body with one signature per secret, if the provider can present several; else with the first's. */
  sign(body: Buffer, secrets: readonly string[], atSeconds: number): Delivery;
  /** The headers without any one of which a delivery is not signed. */
  readonly neededHeaders: readonly string[];
  readonly timestamped: boolean;
  readonly presentsSeveral: boolean;
  /** Every delivery that differs from this one in the smallest way the signature covers. */
  tampered(delivery: Delivery): Iterable<Delivery>;
  /** The same delivery with signatures that cannot be signatures at all. */
  malformed(delivery: Delivery): Iterable<Delivery>;
};
