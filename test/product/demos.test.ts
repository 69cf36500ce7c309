// A demo program: two months of a story in the log and the books, at its own times, and hidden once it is removed.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { defaultSettings } from "../../src/core/rules/events/settings/settings.ts";
import { commitHistory } from "../../src/engine/recording/locked-batch.ts";
import { createProgram } from "../../src/product/programs/change.ts";
import { createTestDatabase } from "../support/database.ts";
import { manyPeople, newCompany } from "../support/people.ts";
import { asOwner, fieldOf, refusalOf, startService } from "../support/service.ts";

const db = await createTestDatabase();
const service = await startService(db.url, manyPeople);
afterAll(async () => {
  await service.close();
  await db.drop();
});
const company = await newCompany(service);
const { workspaceId, owner, member, stranger } = company;
const own = `/api/v1/workspaces/${workspaceId}/demos`;
const demoOf = async (): Promise<number> =>
  Number(fieldOf(await service.post(own, {}, { key: owner.token }), "data.program_id"));

describe("a demo program", () => {
  test("has two months of clicks, sales, refunds, paid and waiting payouts, and a closed month, as its log says", async () => {
    const programId = await demoOf();
    const path = `/api/v1/programs/${programId}`;
    const program = await service.request(path, { key: owner.token });
    expect(fieldOf(program, "data")).toMatchObject({ is_demo: true, status: "active" });
    expect(fieldOf(program, "data.name")).toContain("Demo");

    const performance = await service.request(`${path}/performance?period=90d`, { key: owner.token });
    const days = fieldOf(performance, "data.days") as readonly { readonly clicks: number }[];
    expect(days.filter(({ clicks }) => clicks > 0).length).toBeGreaterThan(55);
    const payouts = await service.request(`${path}/payouts`, { key: owner.token });
    const statuses = (fieldOf(payouts, "data") as readonly { readonly status: string }[]).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(["paid", "created"]));
    const [sums] = await asOwner<{
      sales: string;
      renewals: string;
      refunds: string;
      months: string;
      partnerless: string;
    }>(
      db.url,
      `select (select count(*) from sale where program_id = $1) as sales,
              (select count(*) from sale where program_id = $1 and is_recurring) as renewals,
              (select count(*) from refund where program_id = $1) as refunds,
              (select count(*) from closed_month where program_id = $1) as months,
              (select count(*) from sale where program_id = $1 and partner_id is null) as partnerless`,
      [programId],
    );
    expect(Number(sums?.sales)).toBeGreaterThan(50);
    expect(Number(sums?.renewals)).toBeGreaterThan(5);
    expect(Number(sums?.refunds)).toBeGreaterThan(0);
    expect(Number(sums?.months)).toBeGreaterThan(0);
    expect(Number(sums?.partnerless)).toBe(0);
  });

  test("is removed by an owner alone: then nothing lists it, it takes nothing, and its log stays", async () => {
    const programId = await demoOf();
    const path = `/api/v1/programs/${programId}`;
    const remove = (key: string) => service.request(`${path}/demo`, { method: "DELETE", key });
    const countOf = () => asOwner(db.url, "select count(*) from event where program_id = $1", [programId]);
    expect(refusalOf(await remove(member.token))).toBe("403 forbidden");
    expect(refusalOf(await remove(stranger.token))).toBe("404 not_found");
    const [before] = await countOf();
    expect(fieldOf(await remove(owner.token), "data")).toEqual({ removed: true });
    expect(refusalOf(await remove(owner.token))).toBe("404 not_found");
    expect(refusalOf(await service.request(path, { key: owner.token }))).toBe("404 not_found");
    const listed = await service.request("/api/v1/programs?limit=1000", { key: owner.token });
    expect(JSON.stringify(listed.body)).not.toContain(`"program_id":${programId},`);
    const [after] = await countOf();
    expect(Number(after && Object.values(after)[0])).toBe(Number(before && Object.values(before)[0]) + 1);
  });

  test("is the only kind of program that can be removed so", async () => {
    const remove = await service.request(`/api/v1/programs/${company.programId}/demo`, {
      method: "DELETE",
      key: owner.token,
    });
    expect(refusalOf(remove)).toBe("404 not_found");
    expect((await service.request(`/api/v1/programs/${company.programId}`, { key: owner.token })).status).toBe(200);
  });
});

test("a received time is given to the beginning of a log alone", async () => {
  const programId = await createProgram(
    db.database,
    { workspaceId, name: "Real", settings: defaultSettings },
    operator,
  );
  const history = commitHistory(
    db.database,
    programId,
    async () => undefined,
    async (record) => void (await record(new Date(0), [])),
  );
  await expect(history).rejects.toThrow("does not begin here");
});
