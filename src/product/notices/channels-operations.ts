// Notice channels of a program, for owners: any chat tool that accepts Slack's incoming webhooks.
import { z } from "zod";
import { id, name as nameField, oneOf } from "../../core/vocabulary/fields.ts";
import { channelKindsDefault, noticeKinds } from "../../core/vocabulary/notice-kinds.ts";
import { faultOfUrl, type OutboundPolicy } from "../../files/addresses.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  type Call,
  defineCreation,
  defineOperation,
  inProgram,
  type Operation,
  onlyId,
  programId,
} from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import {
  addChannel,
  channelsPerProgramMax,
  channelTestsPerHour,
  removeChannel,
  testChannel,
  updateChannel,
} from "./channels.ts";
import { type ChannelLine, channelLine, channelStatuses, findChannel, listChannels } from "./list.ts";

const path = "/programs/:program_id/notice-channels";
const table = ["channel_id", "name", "host", "status", "kinds"] as const;
const channel_id = id("The channel's id");
const secondsPerHour = 3_600;

const name = nameField("Its name here, such as #affiliates");
const url = z.string().max(2048).meta({
  description: "The incoming webhook that the chat tool gave out: by https, at a public address. It is kept encrypted",
});
const kinds = z
  .array(oneOf(noticeKinds, "A kind of notice"))
  .min(1)
  .max(noticeKinds.length)
  .optional()
  .meta({
    description: "Its notices; all but the daily digest by default",
    flag: { name: "kind", placeholder: "kind" },
  });

export const operations: readonly Operation[] = [
  defineCreation({
    name: "notice-channels.add",
    description: `At most ${channelsPerProgramMax} of a program.`,
    access: inProgram("settings"),
    http: {
      method: "post",
      path,
      status: 201,
      example: { name: "#affiliates", url: "https://hooks.chat.example/services/T000/B000/XXXX" },
    },
    errors: ["idempotency_key_reused"],
    command: {
      example: "notice-channels add --program 1 --name '#affiliates' --url https://hooks.chat.example/services/XXXX",
    },
    table,
    input: { program_id: programId, name, url, kinds },
    output: answerOf(channelLine),
    make: async (call, { program_id, kinds: chosen, ...given }, once) => {
      requireAddress(given.url, call.outbound);
      const channel = { programId: program_id, ...given, kinds: chosen ?? channelKindsDefault };
      const made = await addChannel(call.database, call.secrets, channel, call.actor, once);
      if (made === undefined) throw new Refusal("not_found", `There is no program ${program_id}.`);
      if (made !== "full") return made;
      throw new Refusal(
        "invalid_request",
        `A program has at most ${channelsPerProgramMax} channels: remove one first.`,
      );
    },
    madeBefore: onlyId,
    answer: async (call, channelId, { program_id }) => ({ data: await readChannel(call, program_id, channelId) }),
  }),
  defineOperation({
    name: "notice-channels.update",
    description:
      "Omitted fields do not change. `status: active` resumes a channel that was paused because its tool refused it.",
    access: inProgram("settings"),
    http: { method: "patch", path: `${path}/:channel_id`, example: { kinds: ["first_sale", "weekly_digest"] } },
    command: { example: "notice-channels update --program 1 --channel 1 --kind first_sale --kind weekly_digest" },
    changes: true,
    table,
    input: {
      program_id: programId,
      channel_id,
      name: name.optional(),
      url: url.optional(),
      kinds,
      status: oneOf(channelStatuses, "Whether it gets notices").optional(),
    },
    output: answerOf(channelLine),
    run: async (call, { program_id, channel_id, ...given }) => {
      if (Object.values(given).every((value) => value === undefined)) {
        throw refuseFields([{ field: "", message: "Send at least one field that is to change." }]);
      }
      if (given.url !== undefined) requireAddress(given.url, call.outbound);
      const change = {
        programId: program_id,
        channelId: channel_id,
        name: given.name ?? null,
        url: given.url ?? null,
        kinds: given.kinds ?? null,
        status: given.status ?? null,
      };
      if (!(await updateChannel(call.database, call.secrets, change, call.actor))) noChannel(program_id, channel_id);
      return { data: await readChannel(call, program_id, channel_id) };
    },
  }),
  defineOperation({
    name: "notice-channels.remove",
    description: "Pending messages to it are discarded.",
    access: inProgram("settings"),
    http: { method: "delete", path: `${path}/:channel_id` },
    command: { example: "notice-channels remove --program 1 --channel 1" },
    changes: true,
    input: { program_id: programId, channel_id },
    output: answerOf(
      z.strictObject({
        channel_id: id("The channel"),
        status: z.literal("removed").meta({ description: "It is gone" }),
      }),
    ),
    run: async ({ database, secrets, actor }, { program_id, channel_id }) => {
      const which = { programId: program_id, channelId: channel_id };
      if (!(await removeChannel(database, secrets, which, actor))) noChannel(program_id, channel_id);
      return { data: { channel_id, status: "removed" as const } };
    },
  }),
  defineOperation({
    name: "notice-channels.test",
    description: `It is sent in the background; notices.list shows the result. At most ${channelTestsPerHour} of a program in an hour.`,
    access: inProgram("settings"),
    http: { method: "post", path: `${path}/:channel_id/test` },
    command: { example: "notice-channels test --program 1 --channel 1" },
    changes: true,
    input: { program_id: programId, channel_id },
    output: answerOf(z.strictObject({ notice_id: id("The notice that is sent") })),
    run: async ({ database, actor }, { program_id, channel_id }) => {
      const made = await testChannel(database, { programId: program_id, channelId: channel_id }, actor);
      if (made === "full") {
        const most = `A program's channels are tested at most ${channelTestsPerHour} times an hour.`;
        throw new Refusal("rate_limited", most, { retryAfterSeconds: secondsPerHour });
      }
      return { data: { notice_id: made ?? noChannel(program_id, channel_id) } };
    },
  }),
  defineProgramList({
    name: "notice-channels.list",
    description: "Removed ones are not among them.",
    access: inProgram("settings"),
    http: { method: "get", path },
    row: channelLine,
    table,
    filters: {},
    example: "notice-channels list --program 1",
    read: (db, programId, page) => listChannels(db, programId, page),
  }),
];

function requireAddress(url: string, policy: OutboundPolicy): void {
  const fault = faultOfUrl(url, policy);
  if (fault !== null) throw refuseFields([{ field: "url", message: `${fault}.` }]);
}

async function readChannel({ reads, actor }: Call, programId: number, channelId: number): Promise<ChannelLine> {
  const found = await reads.ofProgram(actor, programId, "settings", (db) => findChannel(db, programId, channelId));
  return found ?? noChannel(programId, channelId);
}

function noChannel(programId: number, channelId: number): never {
  throw new Refusal("not_found", `Program ${programId} has no channel ${channelId}.`);
}
