// The terms that a forecast supposes, and the log with them in it: set when the period begins, or when their partner or group begins, and
// not changed within the period. Everything else of the log stays as it is.
import type { Event, PolicyScope } from "../../core/rules/events/events.ts";
import type { CommissionTerms } from "../../core/rules/events/settings/terms.ts";
import type { Substitute } from "../../engine/books/project-slices.ts";
import type { Beginning } from "./period-read.ts";

export type Supposed = {
  /** Names nothing where the terms are the program's own. */
  readonly scope: PolicyScope;
  readonly commission: CommissionTerms;
};

/** `from` is the period's first event. */
export function withSupposed(supposed: Supposed, from: number, beginning: Beginning): Substitute {
  return (event) => {
    const actual = event.id < from ? [event] : withoutChangesOf(supposed.scope, event);
    if (event.id !== beginning.event_id) return actual;
    const set = setBy(supposed, event);
    return beginning.is_before ? [set, ...actual] : [...actual, set];
  };
}

/** It has the id of the event that it is set with, since terms count from an event's id. */
function setBy({ scope, commission }: Supposed, { program_id, id, is_test, received_at }: Event): Event {
  const data = isOfProgram(scope)
    ? ({ type: "program_changed", name: null, status: null, settings: { commission } } as const)
    : ({ type: "policy_set", ...scope, commission } as const);
  return { program_id, id, source: "operator", is_test, occurred_at: null, received_at, data };
}

function withoutChangesOf(scope: PolicyScope, event: Event): readonly Event[] {
  const { data } = event;
  if (data.type === "program_changed" && isOfProgram(scope)) {
    const { commission: _, ...settings } = data.settings;
    return [{ ...event, data: { ...data, settings } }];
  }
  const isPolicy = data.type === "policy_set" || data.type === "policy_removed";
  return isPolicy && isSameScope(data, scope) ? [] : [event];
}

export function isOfProgram({ product_id, partner_id, group_id }: PolicyScope): boolean {
  return product_id === null && partner_id === undefined && group_id === undefined;
}

function isSameScope(one: PolicyScope, other: PolicyScope): boolean {
  return one.product_id === other.product_id && one.partner_id === other.partner_id && one.group_id === other.group_id;
}
