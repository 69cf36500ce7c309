// One question to VIES, the register of VAT ids of the European Union: https://ec.europa.eu/taxation_customs/vies/#/technical-information.
// The id is in the body and in no address, answer or error. What does not say clearly whether the id is valid is no answer.

import { z } from "zod";
import type { VatId } from "../../core/vocabulary/money/vat-id.ts";
import { readAnswerText } from "../../limits/answer-text.ts";

const timeoutMilliseconds = 10_000;
const answerBytesMax = 65_536;

/** `unavailable`: the register of this member state did not answer. `unreachable`: VIES did not. */
export type ViesAnswer = "valid" | "invalid" | "unavailable" | "unreachable";

const answerSchema = z.object({ countryCode: z.string(), vatNumber: z.string(), valid: z.boolean() });

export async function askVies(url: string, { prefix, number }: VatId, stop?: AbortSignal): Promise<ViesAnswer> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await fetch(`${url}/check-vat-number`, {
      method: "POST",
      redirect: "error",
      signal: stop === undefined ? timeout : AbortSignal.any([stop, timeout]),
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({ countryCode: prefix, vatNumber: number }),
    });
    const answer = answerSchema.safeParse(parsed(await readAnswerText(response, answerBytesMax))).data;
    if (response.status !== 200 || answer === undefined) return "unavailable";
    if (answer.countryCode !== prefix || answer.vatNumber !== number) return "unavailable";
    return answer.valid ? "valid" : "invalid";
  } catch {
    return "unreachable";
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
