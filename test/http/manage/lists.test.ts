// The lists of a program over HTTP: pages that stay stable, filters, and all of it as CSV however much it is.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000" });
const { owner, member, programId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

const get = (path: string): Promise<Answer> => service.request(path, { key: member.token });

const firstSaleAt = "2026-01-01T00:00:00Z";

/** Sales straight into the book: what is read here is not how they got there. */
function addSales(from: number, to: number, more: { readonly customerKey?: string } = {}): Promise<unknown> {
  return asOwner(
    testDatabase.url,
    `insert into sale (program_id, sale_id, transaction_id, amount_cents, refunded_cents, currency, status, source, customer_key,
                       partner_id, click_id, clicked_at, sale_type, is_recurring, received_at)
     select $1, n, 'transaction-' || n, 1000 + n, 0, 'USD', case when n % 2 = 0 then 'recorded' else 'refunded' end, 'api',
            coalesce($4, 'customer-' || n), 1 + n % 3, 'click', now(), 'payment', false, $5::timestamptz + n * interval '1 hour'
       from generate_series($2::bigint, $3::bigint) n`,
    [programId, from, to, more.customerKey ?? null, firstSaleAt],
  );
}

/** A sale's time is its event's, and its partner is one of the program: that is how they are found. */
async function addEventsAndPartners(to: number): Promise<void> {
  const asked = [
    "alter table event disable trigger event_is_append_only",
    `update event set received_at = '${firstSaleAt}'`,
    `insert into event (program_id, seq, id, type, schema_version, source, is_test, received_at, data, prev_hash, hash)
     select h.program_id, n, n, 'sale_reported', 1, 'api', false, '${firstSaleAt}'::timestamptz + n * interval '1 hour', '{}', '', ''
       from program_head h, generate_series(h.seq + 1, ${to}) n`,
    `update program_head set seq = ${to}, projected_seq = ${to}`,
    `insert into partner (program_id, partner_id, name, code, status, joined_at)
     select program_id, n, 'Partner', 'code-' || n, 'active', now() from program, generate_series(1, 3) n`,
  ];
  for (const statement of asked) await asOwner(testDatabase.url, statement);
}
await addEventsAndPartners(250);
await addSales(1, 250);

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (answer: Answer): Row[] => fieldOf(answer, "data") as Row[];

describe("a list", () => {
  test("has every row that stays on exactly one page, though others are added meanwhile", async () => {
    const seen: unknown[] = [];
    let cursor = "";
    for (let page = 0; ; page += 1) {
      const answer = await get(`${program}/sales?limit=40${cursor}`);
      seen.push(...rowsOf(answer).map(({ sale_id }) => sale_id));
      if (page === 2) await addSales(251, 260);
      const next = fieldOf(answer, "next");
      if (next === null) break;
      cursor = `&cursor=${String(next)}`;
    }
    expect(seen).toEqual(Array.from({ length: 260 }, (_, index) => index + 1));
  });

  test("is filtered by what it can be filtered by, together", async () => {
    const query =
      "status=recorded&partner_id=2&from=2026-01-03T00:00:00Z&before=2026-01-05T00:00:00%2B00:00&limit=1000";
    const rows = rowsOf(await get(`${program}/sales?${query}`));
    const expected = Array.from({ length: 48 }, (_, hour) => 48 + hour).filter((n) => n % 2 === 0 && 1 + (n % 3) === 2);
    expect(rows.map(({ sale_id }) => sale_id)).toEqual(expected);
    expect(rowsOf(await get(`${program}/sales?customer_key=customer-7`))).toHaveLength(1);
    expect(rowsOf(await get(`${program}/events?source=operator&is_test=false&outcome=recorded`))).toHaveLength(1);
    expect(rowsOf(await get(`${program}/events?is_test=true`))).toEqual([]);
  });

  test("is refused for what it does not know, with every fault named", async () => {
    const answer = await get(`${program}/sales?limit=0&stauts=recorded&partner_id=x&from=yesterday&format=xml`);
    expect(refusalOf(answer)).toBe("400 invalid_request");
    const fields = fieldOf(answer, "error.details.fields") as { field: string }[];
    expect(fields.map(({ field }) => field).toSorted()).toEqual(["format", "from", "limit", "partner_id", "stauts"]);
    expect(refusalOf(await get(`${program}/sales?limit=10&limit=20`))).toBe("400 invalid_request");
    expect(refusalOf(await get(`${program}/sales?limit=1001`))).toBe("400 invalid_request");
  });

  test("takes no cursor but its own", async () => {
    const next = fieldOf(await get(`${program}/sales?limit=1`), "next");
    expect(refusalOf(await get(`${program}/fees?cursor=${String(next)}`))).toBe("400 invalid_request");
    expect(refusalOf(await get(`${program}/sales?cursor=made-up`))).toBe("400 invalid_request");
    expect(refusalOf(await get(`${program}/sales?format=csv&cursor=made-up`))).toBe("400 invalid_request");
  });
});

describe("a CSV", () => {
  test("has a line of names and a line for each row, as JSON has them", async () => {
    const answer = await get(`${program}/sales?format=csv&customer_key=customer-7`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="sales-of-program-${programId}.csv"`);
    const [names = "", values = "", end] = answer.text.split("\r\n");
    const [row = {}] = rowsOf(await get(`${program}/sales?customer_key=customer-7`));
    expect(names.split(",").toSorted()).toEqual(Object.keys(row).toSorted());
    expect(values.split(",")).toEqual(names.split(",").map((name) => String(row[name] ?? "")));
    expect(end).toBe("");
  });

  test("that is only asked about is not read", async () => {
    const answer = await service.request(`${program}/sales?format=csv`, { key: member.token, method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type"), answer.text]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "",
    ]);
  });

  test("quotes what would break it, and lets no text become a formula", async () => {
    const nasty = ['a,b"c', "line\nbreak", "=HYPERLINK(1)", "+1", "-1+2", "@x", "\tx"];
    for (const [index, customerKey] of nasty.entries()) await addSales(1000 + index, 1000 + index, { customerKey });
    const { text } = await get(`${program}/sales?format=csv`);
    expect(text).toContain(',"a,b""c",');
    expect(text).toContain(',"line\nbreak",');
    expect(text).toContain(`,"'\tx",`);
    for (const formula of ["=HYPERLINK(1)", "+1", "-1+2", "@x"]) {
      expect(text).toContain(`,'${formula},`);
      expect(text).not.toContain(`,${formula},`);
    }
  });

  test("of very many rows comes in pieces, complete and in order", async () => {
    await addSales(10_001, 60_000);
    const response = await fetch(`${service.url}${program}/sales?format=csv`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(response.headers.get("content-length")).toBeNull();
    const text = await response.text();
    const ids = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => Number(line.split(",")[0]))
      .filter((id) => id > 10_000);
    expect(ids).toEqual(Array.from({ length: 50_000 }, (_, index) => 10_001 + index));
  });

  test("breaks off when its reader is taken out of the workspace, and never looks whole", async () => {
    const response = await fetch(`${service.url}${program}/sales?format=csv`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await asOwner(
      testDatabase.url,
      "delete from workspace_member m using account_user u where u.id = m.user_id and u.email = $1",
      [member.email],
    );
    const readOn = async (): Promise<void> => {
      for (;;) {
        const piece = await reader?.read();
        if (piece?.done !== false) return;
      }
    };
    await expect(readOn()).rejects.toThrow("terminated");
    expect(service.logged.filter((line) => line.includes("a request failed"))).toEqual([]);
    expect((await service.request(program, { key: owner.token })).status).toBe(200);
  });
});
