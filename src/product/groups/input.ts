// How a call names a group of partners.
import { z } from "zod";
import { groupIdPattern, groupIdRule } from "../../core/rules/events/group-events.ts";
import { rule } from "../../core/vocabulary/fields.ts";

export const groupId = z
  .string(rule(groupIdRule))
  .regex(groupIdPattern, rule(groupIdRule))
  .meta({ description: "The group's id; `default` always exists", examples: ["gold"] });
