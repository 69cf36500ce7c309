// Takes out of a random history what the front door would refuse before the projector sees it: calls of a program that is not
// active.
import type { Step } from "../support/operator.ts";

export function reportable(steps: readonly Step[]): Step[] {
  let isActive = true;
  return steps.filter((step) => {
    if ("do" in step) return true;
    const { data, source } = step;
    if (data.type === "program_changed" && data.status !== null) isActive = data.status === "active";
    const isCall = source === undefined || source === "api" || source === "browser";
    return isActive || !isCall;
  });
}
