// What a file declares of a program besides its settings: for each kind of thing the list that shows it, the operations that make,
// change and remove it, and which fields say which one is meant. The fields themselves are those of the operations' inputs.
import { z } from "zod";
import { couponOfCode } from "../../../core/rules/coupon-name.ts";
import { defaultGroupId } from "../../../core/rules/events/group-events.ts";
import { kindOfUrl } from "../../../product/endpoints/url.ts";
import type { OperationName } from "../../../product/operation/names.ts";
import type { JsonRecord } from "../output.ts";

export const sectionNames = ["groups", "policies", "terms", "coupons", "endpoints", "connections"] as const;
export type SectionName = (typeof sectionNames)[number];

/** A call of an operation; the program's id is added where it is made. */
export type DeclaredCall = {
  readonly operation: OperationName;
  readonly input: JsonRecord;
  /** What is still to be done with what was made. */
  readonly next?: (made: JsonRecord) => DeclaredCall;
};

/** As a file writes it, with partners by their codes. */
export type Item = JsonRecord;

/** An item as the operations take it: with the partner's id where the file has its code. */
export type Section = {
  readonly noun: string;
  readonly list: OperationName;
  /** The operation whose input an item is. */
  readonly made: OperationName;
  /** Fields of its input that a file does not have. */
  readonly without: readonly string[];
  /** They say which one is meant: of one with others, another is made. */
  readonly identity: readonly string[];
  /** Only used when it is made. */
  readonly onlyWhenMade: readonly string[];
  /** Whether several may have the same identity: then the first in the file is the first there is, and so on. */
  readonly mayRepeat: boolean;
  /** Of a row: false where another section has it. */
  readonly holds: (row: JsonRecord) => boolean;
  /** Fields of a row that another of its fields says. */
  readonly leavesOut?: (row: JsonRecord) => readonly string[];
  /** Fields that a row has under another name. */
  readonly more?: (row: JsonRecord) => Item;
  /** Equal for the same thing. */
  readonly keyOf: (item: Item) => string;
  readonly make: (item: JsonRecord) => DeclaredCall;
  readonly change: (row: JsonRecord, changed: JsonRecord) => DeclaredCall;
  /** Null where it cannot be removed. */
  readonly remove: ((row: JsonRecord) => DeclaredCall) | null;
};

const all = (): boolean => true;
const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const keyBy =
  (...fields: readonly string[]) =>
  (item: Item): string =>
    fields
      .map((field) => text(item[field]))
      .filter((part) => part !== "")
      .join(" ");

const scopeOf = ({ partner_id, group_id, product_id }: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries({ partner_id, group_id, product_id }).filter(([, value]) => value != null));

const connectionMade = z.object({ connection_id: z.int() });

export const sections: Readonly<Record<SectionName, Section>> = {
  groups: {
    noun: "group",
    list: "groups.list",
    made: "groups.set",
    // Its connection's id is of one installation.
    without: ["partner_discount"],
    identity: ["group_id"],
    onlyWhenMade: [],
    mayRepeat: false,
    // The default group is always there: one that was never set is nothing that was made.
    holds: ({ group_id, from_event_id, commission }) =>
      group_id !== defaultGroupId || from_event_id !== null || commission !== null,
    keyOf: keyBy("group_id"),
    make: (input) => ({ operation: "groups.set", input }),
    change: ({ group_id }, changed) => ({ operation: "groups.set", input: { group_id, ...changed } }),
    remove: null,
  },
  policies: {
    noun: "policy",
    list: "policies.list",
    made: "policies.set",
    without: [],
    identity: ["product_id"],
    onlyWhenMade: [],
    mayRepeat: false,
    holds: all,
    keyOf: keyBy("product_id"),
    make: (input) => ({ operation: "policies.set", input }),
    change: ({ product_id }, changed) => ({ operation: "policies.set", input: { product_id, ...changed } }),
    remove: ({ product_id }) => ({ operation: "policies.remove", input: { product_id } }),
  },
  terms: {
    noun: "terms",
    list: "terms.list",
    made: "terms.set",
    without: ["partner_id"],
    identity: ["partner", "group_id", "product_id"],
    onlyWhenMade: [],
    mayRepeat: false,
    // A group's own are in the group, and a product's are its policy.
    holds: ({ scope }) => scope !== "group" && scope !== "product",
    keyOf: keyBy("partner", "group_id", "product_id"),
    make: (input) => ({ operation: "terms.set", input }),
    change: (row, changed) => ({ operation: "terms.set", input: { ...scopeOf(row), ...changed } }),
    remove: (row) => ({ operation: "terms.remove", input: scopeOf(row) }),
  },
  coupons: {
    noun: "coupon",
    list: "coupons.list",
    made: "coupons.add",
    without: ["partner_id"],
    identity: ["code"],
    onlyWhenMade: [],
    mayRepeat: false,
    holds: all,
    keyOf: ({ code }) => couponOfCode(text(code)).slice("code:".length),
    make: (input) => ({ operation: "coupons.add", input }),
    change: ({ code, partner_id }, changed) => ({
      operation: changed.partner_id === undefined ? "coupons.add" : "coupons.move",
      input: { code, partner_id, ...changed },
    }),
    remove: ({ code }) => ({ operation: "coupons.remove", input: { code } }),
  },
  endpoints: {
    noun: "endpoint",
    list: "endpoints.list",
    made: "endpoints.create",
    without: ["partner_id", "since", "credentials"],
    identity: ["url", "partner", "method"],
    onlyWhenMade: ["kind", "credentials_env"],
    mayRepeat: true,
    holds: all,
    leavesOut: ({ kind, url }) => (kind === "sqs" && kindOfUrl(text(url)) !== "sqs" ? [] : ["kind"]),
    more: ({ kind }): Item => (kind === "postback_get" ? { method: "get" } : {}),
    keyOf: ({ method, ...item }) => keyBy("url", "partner", "method")({ ...item, ...(method === "get" && { method }) }),
    make: (input) => ({ operation: "endpoints.create", input }),
    change: ({ endpoint_id }, changed) => ({ operation: "endpoints.update", input: { endpoint_id, ...changed } }),
    remove: ({ endpoint_id }) => ({ operation: "endpoints.remove", input: { endpoint_id } }),
  },
  connections: {
    noun: "connection",
    list: "connections.list",
    made: "connections.add",
    without: ["signing_secret", "signing_secrets", "api_key"],
    identity: ["provider", "livemode"],
    onlyWhenMade: ["store", "signing_secret_env", "api_key_env"],
    mayRepeat: true,
    holds: all,
    keyOf: ({ provider, livemode }) => `${text(provider)}${livemode === false ? " test" : ""}`,
    make: ({ status, ...input }) => ({
      operation: "connections.add",
      input,
      ...(status === "disabled" && {
        next: (made) => ({
          operation: "connections.update" as const,
          input: { connection_id: connectionMade.parse(made).connection_id, status },
        }),
      }),
    }),
    change: ({ connection_id }, changed) => ({ operation: "connections.update", input: { connection_id, ...changed } }),
    remove: ({ connection_id }) => ({ operation: "connections.remove", input: { connection_id } }),
  },
};
