// The providers whose deliveries this installation understands, by name: which adapters there are is ingest's to know.
import { adaptersByProvider } from "../../adapters/registry.ts";

export const providers: readonly string[] = [...adaptersByProvider.keys()].sort();
