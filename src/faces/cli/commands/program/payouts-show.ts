// svc payouts show: one payout and what it pays for, page by page.

import { loadOperation } from "../../../../product/operation/groups.ts";
import { pageInput } from "../../../../product/operation/list-operation.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput, recordOf } from "../../output.ts";

const items = await loadOperation("payouts.items");
const { flags, names } = flagsOf(items);

export const command = defineAskingCommand({
  example: "payouts show 42 --program 1",
  names,
  flags,
  argument: "payout",
  run: async (ask, given) => {
    const input = inputOf(names, given);
    const ofPayout = Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(pageInput, name)));
    const payout = await ask("payouts.show", ofPayout);
    const listed = answerOutput(await ask(items, input), items.table ?? items.list?.columns ?? null);
    return {
      json: { ...recordOf(payout.data), items: listed.json },
      text: () => `${answerOutput(payout, null).text()}\n${listed.text()}`,
    };
  },
});
