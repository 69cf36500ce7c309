// Payloads by the million, read by the adapters in this process: none may throw, regardless of what is signed, and what they read must be within
// the bounds that no later code checks.
import { factSchema } from "../../src/core/vocabulary/facts.ts";
import { providerDescriptions } from "../support/providers.ts";
import { Chance } from "./chance.ts";
import { payloadsOf, signed } from "./deliveries.ts";
import { drawMutation, type Known, mutated } from "./mutations.ts";
import { jsonOf, type Tree } from "./tree.ts";

const known: Known = { texts: ["user-1", "clk_1", "1", "2"], numbers: [1, 2] };
const mutationsMax = 6;

/** What is wrong, in words. */
export function readPayloads(seed: number, count: number): string[] {
  const wrong: string[] = [];
  const forms = providerDescriptions.map((form) => ({ ...form, payloads: payloadsOf(form.provider) }));
  for (let number = 0; number < count; number += 1) {
    const chance = new Chance(seed, number);
    const form = chance.oneOf(forms);
    let tree: Tree = chance.oneOf(form.payloads);
    for (let more = 1 + chance.below(mutationsMax); more > 0; more -= 1)
      tree = mutated(tree, drawMutation(chance), known);
    const body = Buffer.from(jsonOf(tree));
    try {
      const delivery = signed(form, body, form.secrets[0], 1_760_000_000, `msg_${number}`);
      form.adapter.verify(delivery, [form.secrets[0]], 1_760_000_000);
      const { verdict } = form.adapter.normalise(delivery, {
        clientReference: chance.isOneIn(2) ? "customer_key" : null,
      });
      if (verdict.kind === "fact" && !factSchema.safeParse(verdict.fact).success) {
        wrong.push(
          `${form.name} reads more than is allowed: ${JSON.stringify(verdict.fact).slice(0, 1_000)} of ${body}`,
        );
      }
    } catch (error) {
      wrong.push(
        `${form.name} throws ${error instanceof Error ? error.stack : String(error)} of ${body.subarray(0, 3_000)}`,
      );
    }
  }
  return wrong;
}
