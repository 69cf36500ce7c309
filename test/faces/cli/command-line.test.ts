// The command line as its users meet it: processes of their own on a real database, exit codes, and what they print.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeIn } from "../../../src/access/secrets/sealed-places.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Run, runSvc } from "../../support/svc.ts";

const secretKey = "only-for-tests-only-for-tests-only";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const environment = () => ({ DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey, SVC_BASE_URL: "https://svc.example" });
const svc = (line: string, input?: string): Promise<Run> =>
  runSvc(line.split(" "), { env: environment(), ...(input === undefined ? {} : { input }) });

/** The one JSON document a command that succeeded has printed. */
async function answerOf(line: string, input?: string) {
  const run = await svc(`${line} --json`, input);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(run.stdout);
}

async function makeProgram(): Promise<number> {
  const { workspace_id } = await answerOf("workspaces create --name Acme");
  return (await answerOf(`programs create --workspace ${workspace_id} --name Shop`)).program_id;
}

describe("svc", () => {
  test("sets a program up, from its workspace to its webhook address", async () => {
    const { workspace_id } = await answerOf("workspaces create --name Acme");
    const settings = "--attribution-window-days 30 --commission-rate-bps 1500 --commission-duration-months 12";
    const program = await answerOf(`programs create --workspace ${workspace_id} --name Shop ${settings}`);
    expect(program).toMatchObject({
      workspace_id,
      name: "Shop",
      status: "active",
      attribution_window_days: 30,
      hold_period_days: 15,
      platform_fee_bps: 350,
      commission: { type: "percentage", rate_bps: 1500, duration_months: 12 },
    });

    const id = program.program_id;
    const key = await answerOf(`keys regenerate --program ${id}`);
    expect(key.api_token).toMatch(/^aff_/);
    expect(key.api_token_masked).toBe(`aff_••••${key.api_token.slice(-4)}`);
    const { data: programs } = await answerOf(`programs list --workspace ${workspace_id}`);
    expect(programs).toEqual([{ ...program, api_token_masked: key.api_token_masked }]);

    const partner = await answerOf(`partners add --program ${id} --name Anna --code anna`);
    expect(partner).toMatchObject({ name: "Anna", code: "anna", status: "active" });
    await answerOf(`partners update --program ${id} --partner ${partner.partner_id} --status inactive`);
    expect((await answerOf(`partners list --program ${id}`)).data).toEqual([{ ...partner, status: "inactive" }]);

    const { at_provider, ...connection } = await answerOf(
      `connections add --program ${id} --provider stripe --secret whsec_from_flag`,
    );
    expect(at_provider).toBeNull();
    expect(connection.webhook_url).toBe(`https://svc.example/webhooks/stripe/${connection.connection_id}`);
    expect((await answerOf(`connections list --program ${id}`)).data).toEqual([connection]);

    const { data: events } = await answerOf(`events list --program ${id}`);
    expect(events.map((event: { seq: number; type: string }) => [event.seq, event.type])).toEqual([
      [1, "program_created"],
      [2, "partner_joined"],
      [3, "partner_changed"],
    ]);
    expect(await answerOf(`status --program ${id}`)).toMatchObject({ partner_count: 1, connection_count: 1 });
  });

  test("changes what is given and leaves the rest", async () => {
    const id = await makeProgram();
    const flat = "--commission-type flat --commission-amount-cents 500 --commission-currency EUR";
    const before = await answerOf(`programs update --program ${id} ${flat} --hold-period-days 0`);
    const after = await answerOf(`programs update --program ${id} --commission-duration-months 0 --name Store`);
    expect(after).toEqual({ ...before, name: "Store", commission: { ...before.commission, duration_months: 0 } });
  });

  test("keeps a product's own terms until they are removed", async () => {
    const id = await makeProgram();
    const policy = await answerOf(`policies set --program ${id} --product prod_1 --commission-rate-bps 3000`);
    expect((await answerOf(`policies list --program ${id}`)).data).toMatchObject([policy]);
    await answerOf(`policies remove --program ${id} --product prod_1`);
    expect((await answerOf(`policies list --program ${id}`)).data).toEqual([]);
    expect(await svc(`policies remove --program ${id} --product prod_1`)).toMatchObject({ code: 1, stdout: "" });
  });

  test("takes signing secrets from stdin, keeps them encrypted and never shows them", async () => {
    const id = await makeProgram();
    const add = `connections add --program ${id} --provider stripe --secret - --test-mode`;
    const connection = await answerOf(add, "whsec_first_one\nwhsec_second_one\n");
    expect(connection).toMatchObject({ livemode: false, secret_count: 2 });
    const rows = await withClient(db.url, async (client) => {
      const text = "select secrets_encrypted as sealed from connection where connection_id = $1";
      return (await client.query<{ sealed: Buffer[] }>(text, [connection.connection_id])).rows;
    });
    const sealed = rows[0]?.sealed ?? [];
    expect(Buffer.concat(sealed).toString("latin1")).not.toContain("whsec_");
    expect(
      sealed.map((secret) =>
        openSecrets([secretKey]).decrypt(placeIn("connection", Number(connection.connection_id)), secret),
      ),
    ).toEqual(["whsec_first_one", "whsec_second_one"]);
    expect((await svc(`connections list --program ${id}`)).stdout).not.toContain("whsec_");
    expect(await svc(add, "1\n")).toMatchObject({ code: 2, stdout: "" });
    expect(await svc(add, "whsec_one_of_three\nwhsec_two_of_three\nwhsec_three\n")).toMatchObject({ code: 2 });
  });

  test("shows people a table, without what a terminal would obey", async () => {
    const id = await makeProgram();
    await runSvc(["partners", "add", "--program", String(id), "--name", "Ann\u200Ba", "--code", "ann"], {
      env: environment(),
    });
    const { code, stdout } = await svc(`partners list --program ${id}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/│ partner_id │ name +│ code │ status +│ group_id +│ joined_at/);
    expect(stdout).toContain("Ann\uFFFDa");
    expect((await svc(`sales list --program ${id}`)).stdout).toBe("Nothing.\n");
  });

  test("pages through a list by its cursor", async () => {
    const id = await makeProgram();
    for (const code of ["page-a", "page-b", "page-c"]) {
      await answerOf(`partners add --program ${id} --name ${code} --code ${code}`);
    }
    const first = await answerOf(`partners list --program ${id} --limit 2`);
    const second = await answerOf(`partners list --program ${id} --limit 2 --cursor ${first.next}`);
    const codes = [...first.data, ...second.data].map((partner: { code: string }) => partner.code);
    expect(codes).toEqual(["page-a", "page-b", "page-c"]);
    expect(second.next).toBeNull();
    expect(await svc(`sales list --program ${id} --cursor ${first.next}`)).toMatchObject({
      code: 2,
      stderr: "--cursor is not one that this list has given. See: svc sales list --help\n",
    });
  });

  test.concurrent.each([
    ["sales list --program 999999", "There is no program 999999."],
    ["keys regenerate --program 999999", "There is no program 999999."],
    ["status --program 999999", "There is no program 999999."],
    ["programs update --program 999999 --name Shop", "There is no program 999999."],
    ["partners add --program 999999 --name Anna --code nobody", "There is no program 999999."],
    ["connections add --program 999999 --provider stripe --secret whsec_nobody", "There is no program 999999."],
    ["programs create --workspace 999999 --name Shop", "There is no workspace 999999."],
  ])("fails with one line and exit code 1: %s", async (line, says) => {
    expect(await svc(line)).toEqual({ code: 1, stdout: "", stderr: `${says}\n` });
    const { stderr, ...run } = await svc(`${line} --json`);
    expect(run).toEqual({ code: 1, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      data: null,
      error: { status: 404, name: "NotFoundError", code: "not_found", message: says, details: {} },
    });
  });

  test.concurrent.each(["status --cluster", "programs isolate --program 1"])(
    "says that there is no cluster, and how there is one: %s",
    async (line) => {
      const says = "This installation is not spread over a Citus cluster. To spread it: svc migrate --citus";
      expect(await svc(line)).toEqual({ code: 1, stdout: "", stderr: `${says}\n` });
    },
  );

  test.concurrent.each([
    ["", "A command is missing. See: svc --help"],
    ["programs", "A command is missing. See: svc programs --help"],
    ["programs destroy", "unknown command 'destroy'. See: svc programs --help"],
    ["sales list", "--program is required. See: svc sales list --help"],
    ["status --cluster --program 1", "--cluster takes no other flag. See: svc status --help"],
    ["sales list --program 0", "--program must be an id: a positive whole number. See: svc sales list --help"],
    [
      "sales list --program 1 --limit 1001",
      "--limit must be a whole number from 1 to 1000. See: svc sales list --help",
    ],
    ["sales list --program 1 --satus x", "unknown option '--satus'. Did you mean --status? See: svc sales list --help"],
    [
      "programs create --workspace 1 --name Shop --attribution-window-days 366",
      "--attribution-window-days must be a whole number from 1 to 365. See: svc programs create --help",
    ],
  ])("answers wrong usage with one line and exit code 2: %s", async (line, says) => {
    const run = await runSvc(line === "" ? [] : line.split(" "), { env: environment() });
    expect(run).toEqual({ code: 2, stdout: "", stderr: `${says}\n` });
  });

  test("says all faults of the configuration, and a database it cannot reach, in one line", async () => {
    const faulty = await runSvc(["programs", "list"], { env: { PORT: "x", LOG_LEVEL: "loud" } });
    expect(faulty).toMatchObject({ code: 1, stdout: "" });
    expect(faulty.stderr).toMatch(/^The configuration has faults: PORT must .*\. LOG_LEVEL must .*\.\n$/);
    const env = { DATABASE_URL: "postgres://svc:hush@127.0.0.1:1/svc", SVC_SECRET_KEYS: secretKey };
    expect(await runSvc(["programs", "list"], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "The database cannot be reached: the database at 127.0.0.1:1 refuses connections: nothing listens there, or not for this machine.\n",
    });
  });

  test("migrates a new database before the first command, whichever that is", async () => {
    const name = `${new URL(db.url).pathname.slice(1)}_new`;
    const url = new URL(db.url);
    url.pathname = `/${name}`;
    await withClient(db.url, (client) => client.query(`create database ${name}`));
    try {
      const env = { ...environment(), DATABASE_URL: url.href };
      const created = await runSvc(["workspaces", "create", "--name", "First", "--json"], { env });
      expect(created).toEqual({ code: 0, stdout: '{"workspace_id":1,"name":"First"}\n', stderr: "" });
      const again = await runSvc(["migrate", "--json"], { env });
      expect(again).toEqual({ code: 0, stdout: '{"migrated":[],"repaired":[],"missing":[]}\n', stderr: "" });
    } finally {
      await withClient(db.url, (client) => client.query(`drop database ${name}`));
    }
  });

  test("ends at Ctrl-C, with its database closed", async () => {
    const id = await makeProgram();
    const run = await withClient(db.url, async (client) => {
      const text = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      const waiting = () => withClient(db.url, async (other) => (await other.query(text)).rows.length);
      await client.query("begin");
      await client.query("select from program_head where program_id = $1 for update", [id]);
      const { promise: interruptWhen, resolve: interrupt } = Promise.withResolvers<void>();
      const line = `keys regenerate --program ${id}`;
      // In this process: a signal to another one may come behind the end of the lock.
      const interrupted = runSvc(line.split(" "), { env: environment(), interruptWhen });
      await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
      interrupt();
      await client.query("rollback");
      return interrupted;
    });
    expect(run).toEqual({ code: 130, stdout: "", stderr: "Interrupted.\n" });
  });
});
