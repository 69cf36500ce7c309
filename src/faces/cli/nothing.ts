// The hint for an empty list: where else the rows may be waiting, so that they are not taken for lost.
import { z } from "zod";
import type { OperationName } from "../../product/operation/names.ts";
import type { Ask } from "./operation-runner.ts";

type Look = (ask: Ask, input: Readonly<Record<string, unknown>>) => Promise<string | null>;

const rowsLooked = 1000;
const rows = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), next: z.string().nullish() });

const onHold: Look = async (ask, { program_id }) => {
  const answer = await ask("commissions.list", { program_id, limit: rowsLooked });
  const { data, next } = rows(z.object({ stage: z.string(), hold_until: z.string() })).parse(answer);
  const ends = data.filter((row) => row.stage === "pending").map((row) => row.hold_until);
  const first = ends.sort()[0];
  if (first === undefined) return null;
  return `On hold: ${counted(ends.length, next, "commission")}, the first until ${first}. See: svc commissions list --program ${program_id}`;
};

const parked: Look = async (ask, { program_id }) => {
  const { data, next } = rows(z.object({ type: z.string() })).parse(
    await ask("parked.list", { program_id, limit: rowsLooked }),
  );
  if (data.length === 0) return null;
  return `Waiting to be attributed or settled: ${counted(data.length, next, "event")}. See: svc parked list --program ${program_id}`;
};

const invited: Look = async (ask, { workspace_id }) => {
  const { data, next } = rows(z.unknown()).parse(await ask("invitations.list", { workspace_id, limit: rowsLooked }));
  if (data.length === 0) return null;
  return `Not accepted yet: ${counted(data.length, next, "invitation")}. See: svc invitations list --workspace ${workspace_id}`;
};

const applied: Look = async (ask, { program_id }) => {
  const { data, next } = rows(z.unknown()).parse(
    await ask("applications.list", { program_id, status: "pending", limit: rowsLooked }),
  );
  if (data.length === 0) return null;
  return `Asked to become partners: ${counted(data.length, next, "person", "people")}. See: svc applications list --program ${program_id}`;
};

const elsewhere: Partial<Readonly<Record<OperationName, Look>>> = {
  "payouts.preview": onHold,
  "payouts.create": onHold,
  "payouts.list": onHold,
  "sales.list": parked,
  "commissions.list": parked,
  "partners.list": applied,
  "members.list": invited,
};

/** Null if there is no hint, also for callers without the right to see those rows. */
export async function waitsElsewhere(ask: Ask, name: OperationName, input: object): Promise<string | null> {
  const look = elsewhere[name];
  if (look === undefined) return null;
  return look(ask, z.record(z.string(), z.unknown()).parse(input)).catch(() => null);
}

function counted(count: number, next: string | null | undefined, one: string, many = `${one}s`): string {
  const more = next === null || next === undefined ? "" : " or more";
  return `${count}${more} ${count === 1 ? one : many}`;
}
