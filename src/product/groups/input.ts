// How a call names a group of partners.
import { z } from "zod";
import { groupIdPattern, groupIdRule } from "../../core/rules/events/group-events.ts";
import { rule } from "../../core/vocabulary/fields.ts";

export const groupId = z
  .string(rule(groupIdRule))
  .regex(groupIdPattern, rule(groupIdRule))
  .meta({ description: "The group, as its program names it; `default` is always there", examples: ["gold"] });
