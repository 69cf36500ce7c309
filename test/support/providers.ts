// What the adapters' contract suite must know of each provider: how it signs and how its fixtures are delivered.
// It follows from the adapter's own definition where the provider signs in a way that several share; a way of its own is
// described in own-signatures.ts, one entry for each form it has.
import type { Adapter } from "../../adapters/adapter.ts";
import { adapters } from "../../adapters/registry.ts";
import { ownSignatures } from "./own-signatures.ts";
import { sharedSignature } from "./shared-signatures.ts";
import type { SignatureDescription } from "./signature-description.ts";

export type ProviderDescription = SignatureDescription & {
  /** Shown in the tests' names. */
  readonly name: string;
  readonly provider: string;
  readonly adapter: Adapter;
};

export const providerDescriptions: readonly ProviderDescription[] = adapters.flatMap(describe);

function describe(adapter: Adapter): ProviderDescription[] {
  const { provider, signing } = adapter;
  if (signing.family !== "own") {
    return [{ name: provider, provider, adapter, ...sharedSignature(provider, signing) }];
  }
  const forms = Object.entries(ownSignatures[provider] ?? {});
  if (forms.length === 0) throw new Error(`${provider} signs in a way of its own: describe it in own-signatures.ts`);
  return forms.map(([form, description]) => ({
    name: forms.length === 1 ? provider : `${provider} (${form})`,
    provider,
    adapter,
    ...description,
  }));
}
