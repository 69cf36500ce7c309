// The providers that list what happened and whose API neither makes webhooks nor confirms deliveries: the one list a new one is added to.

import { razorpayList } from "../razorpay.ts";
import type { ListApi } from "./list-api.ts";

const apis: readonly ListApi[] = [razorpayList];

export const listApis: ReadonlyMap<string, ListApi> = new Map(apis.map((api) => [api.provider, api]));
