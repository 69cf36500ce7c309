// The providers whose deliveries are confirmed over their API: the one list a new one is added to. A test holds it against what the
// adapters say.
import { chargebeeReadBack } from "./chargebee.ts";
import { mollieReadBack } from "./mollie.ts";
import type { ReadBackApi } from "./read-back-api.ts";
import { recurlyReadBack } from "./recurly.ts";

const apis: readonly ReadBackApi[] = [mollieReadBack, chargebeeReadBack, recurlyReadBack];

export const readBackApis: ReadonlyMap<string, ReadBackApi> = new Map(apis.map((api) => [api.provider, api]));
