// Sessions and transactions against a real server: what is committed, what is not, and what the caller receives.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase, roleIfUsable, withClient } from "../../../src/engine/postgres/database.ts";
import type { PipelinedConnection, Session } from "../../../src/engine/postgres/driver/session.ts";
import { databaseFaultOf, isDatabaseUnavailable } from "../../../src/engine/postgres/faults.ts";
import type { TestDatabase } from "../../support/database.ts";
import { createTestDatabase } from "../../support/database.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
  await asOwner(
    `create table note (id bigint primary key, text text);
     create table reply (note_id bigint references note deferrable initially deferred);
     grant all on note, reply to public`,
  );
});

beforeEach(() => asOwner("truncate note, reply"));

afterAll(() => db.drop());

/** After this a pool closes what it does not use: not the ten seconds of the service, which would be waited for here. */
const idleMilliseconds = 200;

const insertNote = { name: "insert_note", text: "insert into note (id, text) values ($1, $2)" };
const insertReply = { name: "insert_reply", text: "insert into reply (note_id) values ($1)" };
const selectNotes = { name: "select_notes", text: "select id, text from note order by id" };
const selectOne = { name: "select_one", text: "select 1 as one" };
const divideByZero = { name: "divide_by_zero", text: "select 1 / 0" };
const selectPid = { name: "select_pid", text: "select pg_backend_pid() as pid" };

const writeNote = (session: Session, id: number) => session.query(insertNote, [id, `note ${id}`]);
const asOwner = (text: string) => withClient(db.url, (client) => client.query(text));
const notes = async () => (await asOwner("select id from note order by id")).rows.map((row: { id: number }) => row.id);
const onOneConnection = <T>(run: (connection: PipelinedConnection) => Promise<T>): Promise<T> =>
  db.database.withRecorders(({ writes }) => run(writes));
const terminate = (pid: number | undefined) => asOwner(`select pg_terminate_backend(${pid}, 5000)`);

describe("a transaction", () => {
  test("is committed with everything sent in it, awaited or not", async () => {
    const seen = await db.database.transaction(async (session) => {
      await writeNote(session, 1);
      const own = await session.query(selectNotes, []);
      void writeNote(session, 2);
      void writeNote(session, 3);
      return own;
    });
    expect(seen).toEqual([{ id: 1, text: "note 1" }]);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  test("sends its statements without waiting for answers", async () => {
    let answers = 0;
    await db.database.transaction((session) => {
      for (const id of [1, 2, 3]) void writeNote(session, id).then(() => answers++);
      return Promise.resolve(expect(answers).toBe(0));
    });
    expect(answers).toBe(3);
  });

  test("leaves nothing when a statement in the middle fails, and reports the first failure", async () => {
    const attempt = db.database.transaction(async (session) => {
      void writeNote(session, 1);
      void session.query(divideByZero, []);
      await writeNote(session, 2);
    });
    await expect(attempt).rejects.toMatchObject({ code: "22012", where: "statement divide_by_zero" });
    expect(await notes()).toEqual([]);
  });

  test("is not committed when only the last, unawaited statement fails", async () => {
    const attempt = db.database.transaction(async (session) => {
      await writeNote(session, 1);
      void writeNote(session, 1);
    });
    await expect(attempt).rejects.toMatchObject({ code: "23505" });
    expect(await notes()).toEqual([]);
  });

  test("is rolled back even when its code swallows a statement's failure", async () => {
    const attempt = db.database.transaction(async (session) => {
      await writeNote(session, 1);
      await session.query(divideByZero, []).catch(() => "swallowed");
    });
    await expect(attempt).rejects.toMatchObject({ code: "22012" });
    expect(await notes()).toEqual([]);
  });

  test("is rolled back when its code throws, and reports that error", async () => {
    const attempt = db.database.transaction(async (session) => {
      await writeNote(session, 1);
      throw new Error("changed my mind");
    });
    await expect(attempt).rejects.toThrow("changed my mind");
    expect(await notes()).toEqual([]);
  });

  test("is rolled back when a statement could not even be sent", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const unsendable = [
      (session: Session) => session.query(insertNote, [2, circular]),
      (session: Session) => session.query({ name: insertNote.name, text: "select 2" }, []),
    ];
    for (const send of unsendable) {
      const attempt = db.database.transaction((session) => {
        void writeNote(session, 1);
        void send(session);
        return Promise.resolve();
      });
      await expect(attempt).rejects.toThrow(/circular structure|name of another statement/);
      expect(await notes()).toEqual([]);
    }
    await db.database.transaction((session) => writeNote(session, 7));
    expect(await notes()).toEqual([7]);
  });

  test("is rejected when COMMIT fails", async () => {
    const attempt = db.database.transaction(async (session) => {
      await writeNote(session, 1);
      await session.query(insertReply, [404]);
    });
    await expect(attempt).rejects.toMatchObject({ code: "23503" });
    expect(await notes()).toEqual([]);
  });

  test("refuses statements that come after its end", async () => {
    let escaped: Session | undefined;
    await db.database.transaction((session) => {
      escaped = session;
      return Promise.resolve();
    });
    await expect(escaped?.query(selectOne, [])).rejects.toThrow('"select_one" was sent after its session had ended.');
  });

  test("keeps apart from others that run at the same time, more of them than there are connections", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    const outcomes = await Promise.allSettled(
      ids.map((id) =>
        db.database.transaction(async (session) => {
          void writeNote(session, id);
          if (id % 2 === 0) void session.query(divideByZero, []);
          await session.query(selectOne, []);
        }),
      ),
    );
    const committed = ids.filter((_, index) => outcomes[index]?.status === "fulfilled");
    expect(committed).toEqual(ids.filter((id) => id % 2 === 1));
    expect(await notes()).toEqual(committed);
  });
});

describe("a lost connection", () => {
  test("in the middle of a transaction rejects it as unavailable, and the next one works", async () => {
    const attempt = db.database.transaction(async (session) => {
      const [row] = await session.query<{ pid: number }>(selectPid, []);
      void writeNote(session, 1);
      await terminate(row?.pid);
      await writeNote(session, 2);
    });
    await expect(attempt).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await notes()).toEqual([]);
    await db.database.transaction((session) => writeNote(session, 3));
    expect(await notes()).toEqual([3]);
  });

  test("under a statement that is running rejects it as unavailable", async () => {
    const sleeping = db.database.withSession(async (session) => {
      const [row] = await session.query<{ pid: number }>(selectPid, []);
      const answer = session.query({ name: "sleep", text: "select pg_sleep(60)" }, []);
      await terminate(row?.pid);
      await answer;
    });
    await expect(sleeping).rejects.toSatisfy(isDatabaseUnavailable);
  });

  test("while idle in a pool, or in use by Kysely, affects no one else", async () => {
    await db.database.withSession((session) => session.query(selectOne, []));
    const sleeping = sql`select pg_sleep(60)`.execute(db.database.kysely);
    const rejected = expect(sleeping).rejects.toSatisfy(isDatabaseUnavailable);
    await expect
      .poll(
        async () =>
          (
            await asOwner(
              "select from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'",
            )
          ).rowCount,
      )
      .toBe(1);
    await asOwner(
      `select pg_terminate_backend(pid, 5000)
         from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await rejected;
    expect(await db.database.withSession((session) => session.query(selectOne, []))).toEqual([{ one: 1 }]);
    expect((await sql`select 1 as one`.execute(db.database.kysely)).rows).toEqual([{ one: 1 }]);
  });

  test("and a server that is not there are unavailable; a broken rule is not", async () => {
    const nowhere = openDatabase({ url: "postgres://127.0.0.1:1/none", connectionsMax: 2, applicationName: "test" });
    await expect(nowhere.withSession((session) => session.query(selectOne, []))).rejects.toSatisfy(
      isDatabaseUnavailable,
    );
    await expect(sql`select 1`.execute(nowhere.kysely)).rejects.toSatisfy(isDatabaseUnavailable);
    await nowhere.close();
    const broken = await asOwner("select 1 / 0").catch((error: unknown) => error);
    expect(isDatabaseUnavailable(broken)).toBe(false);
  });
});

describe("a session", () => {
  test("without a transaction cannot write", async () => {
    const attempt = db.database.withSession((session) => writeNote(session, 1));
    await expect(attempt).rejects.toMatchObject({ code: "25006" });
  });

  test("reads PostgreSQL's types exactly", async () => {
    const read = (text: string) =>
      db.database.withSession((session) =>
        session.query({ name: `read ${text}`, text: `select ${text} as value` }, []),
      );
    const value = async (text: string) => (await read(text))[0]?.value;

    expect(await value("9007199254740991::bigint")).toBe(Number.MAX_SAFE_INTEGER);
    expect(await value("array[1, null, 3]::bigint[]")).toEqual([1, null, 3]);
    expect(await value("'2026-01-31 12:00:00.123+02'::timestamptz")).toEqual(new Date("2026-01-31T10:00:00.123Z"));
    expect(await value("'\\x00ff'::bytea")).toEqual(Buffer.from([0, 255]));
    expect(await value("'{\"a\": [1]}'::jsonb")).toEqual({ a: [1] });
    await expect(read("9007199254740993::bigint")).rejects.toThrow("does not fit");
  });

  test("takes the role it was given, if there is one to take", async () => {
    expect(await roleIfUsable(db.url, "svc_nobody_made_this")).toBeNull();
    expect(await roleIfUsable(db.url, "pg_monitor")).toBe("pg_monitor");
    // Options in the address are kept, and do not take the place of ours.
    const url = `${db.url}?options=-c%20lock_timeout%3D7s`;
    const monitored = openDatabase({ url, connectionsMax: 2, applicationName: "test", role: "pg_monitor" });
    const whoAmI = {
      name: "who_am_i",
      text: "select current_user::text as name, current_setting('lock_timeout') as lock_timeout",
    };
    expect(await monitored.transaction((session) => session.query(whoAmI, []))).toEqual([
      { name: "pg_monitor", lock_timeout: "7s" },
    ]);
    await monitored.close();
  });
});

describe("the two connections that record", () => {
  const open = async (): Promise<number[]> => {
    const text = "select pid from pg_stat_activity where application_name = 'recording' order by pid";
    return (await asOwner(text)).rows.map((row: { pid: number }) => row.pid);
  };
  /** While both are in use. */
  const recordingPids = (own: Database): Promise<number[]> =>
    own.withRecorders(async ({ writes, reads }) => {
      const select = (session: Session) => session.query<{ pid: number }>(selectPid, []);
      const rows = await Promise.all([writes.transaction(select), reads.pieces(select)]);
      return rows.flatMap(([row]) => row?.pid ?? 0).sort((a, b) => a - b);
    });
  const withOwn = async (use: (own: Database) => Promise<void>): Promise<void> => {
    const own = openDatabase({ url: db.url, connectionsMax: 8, applicationName: "recording", idleMilliseconds });
    await use(own).finally(() => own.close());
    // A server process ends a moment after its connection.
    await expect.poll(open).toEqual([]);
  };

  test("stay open through a long pause, when all others are closed", { timeout: 30_000 }, () =>
    withOwn(async (own) => {
      const recording = await recordingPids(own);
      await own.withSession((session) => session.query(selectPid, []));
      expect(await open()).toHaveLength(3);
      await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBeLessThan(3);
      expect(await open()).toEqual(recording);
    }),
  );

  test("are never taken by anything else, however much there is of it", () =>
    withOwn(async (own) => {
      const recording = await recordingPids(own);
      const elsewhere = await Promise.all(
        Array.from({ length: 20 }, () => own.withSession((session) => session.query<{ pid: number }>(selectPid, []))),
      );
      expect(elsewhere.flat().filter(({ pid }) => recording.includes(pid))).toEqual([]);
      expect(await recordingPids(own)).toEqual(recording);
    }));
});

describe("transactions in a row on one connection", () => {
  test("begin without waiting for the one before, and see what it wrote", async () => {
    const seen = await onOneConnection(async (connection) => {
      const order: string[] = [];
      const first = connection.transaction((session) => writeNote(session, 11)).then(() => order.push("first"));
      const second = connection
        .transaction((session) => session.query<{ id: number }>(selectNotes, []))
        .then((rows) => order.push(`second saw ${rows.some(({ id }) => id === 11)}`));
      await Promise.all([first, second]);
      return order;
    });
    expect(seen).toEqual(["first", "second saw true"]);
  });

  test("fail one by one", async () => {
    const settled = await onOneConnection((connection) =>
      Promise.allSettled([
        connection.transaction((session) => writeNote(session, 12)),
        connection.transaction(async (session) => {
          void writeNote(session, 13);
          void session.query(divideByZero, []);
          void writeNote(session, 14);
        }),
        connection.transaction(() => Promise.reject(new Error("thought better of it"))),
        connection.transaction((session) => writeNote(session, 15)),
      ]),
    );
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(await notes()).toEqual([12, 15]);
  });

  test.each(["commit", "rollback"])("give the connection up where a %s failed before it ran", async (ending) => {
    const isBroken = await onOneConnection(async (connection) => {
      const end = async (session: Session) => {
        void writeNote(session, 16);
        if (ending === "rollback") throw new Error("thought better of it");
      };
      const forget = { name: `forget_${ending}`, text: `deallocate ${ending}` };
      await Promise.allSettled([connection.transaction(end)]);
      // On a cluster a piece ends by a COMMIT as well, so that the first of the two fails there.
      await Promise.allSettled([connection.piece((session) => session.query(forget, []))]);
      if (!connection.isBroken) await expect(connection.transaction(end)).rejects.toThrow();
      return connection.isBroken;
    });
    expect(isBroken).toBe(true);
    await onOneConnection((connection) => connection.piece((session) => writeNote(session, 17)));
    expect(await notes()).toContain(17);
  });
});

describe("a piece", () => {
  const insertAll = (session: Session, ids: readonly number[]) => {
    for (const id of ids) void writeNote(session, id);
    return ids.length;
  };

  test("is committed as a whole, and answered after that", async () => {
    const written = await onOneConnection(async (connection) => {
      const count = await connection.piece((session) => insertAll(session, [21, 22]));
      return { count, notes: await notes() };
    });
    expect(written).toEqual({ count: 2, notes: [21, 22] });
  });

  test("leaves nothing where one of its statements fails, and the next one starts fresh", async () => {
    const settled = await onOneConnection((connection) =>
      Promise.allSettled([
        connection.piece((session) => insertAll(session, [23])),
        connection.piece((session) => insertAll(session, [24, 23, 25])),
        connection.piece((session) => {
          void writeNote(session, 26);
          void session.query(divideByZero, []);
        }),
        connection.transaction(async (session) => void insertAll(session, [27])),
        connection.piece((session) => insertAll(session, [28])),
      ]),
    );
    expect(settled.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect(settled[1]).toMatchObject({ reason: { code: "23505", where: expect.stringContaining("insert_note") } });
    expect(await notes()).toEqual([23, 27, 28]);
  });

  test("is rejected when its commit fails, behind all its statements", async () => {
    await onOneConnection(async (connection) => {
      const failing = connection.piece((session) => {
        void writeNote(session, 29);
        void session.query(insertReply, [404]);
      });
      await expect(failing).rejects.toMatchObject({ code: "23503" });
      expect(connection.isBroken).toBe(false);
      await connection.piece((session) => insertAll(session, [30]));
    });
    expect(await notes()).toEqual([30]);
  });

  test("is not sent when one of its statements cannot be, and the connection stays whole", async () => {
    await onOneConnection(async (connection) => {
      const thrown = connection.piece((session) => {
        void writeNote(session, 31);
        throw new Error("thought better of it");
      });
      await expect(thrown).rejects.toThrow("thought better of it");
      expect(connection.isBroken).toBe(false);
      const unsendable = connection.piece((session) => {
        void writeNote(session, 32);
        void session.query({ name: insertNote.name, text: "select 2" }, []);
      });
      await expect(unsendable).rejects.toThrow("name of another statement");
    });
    expect(await notes()).toEqual([]);
  });

  test("whose connection is lost is rejected as unavailable", async () => {
    const lost = onOneConnection(async (connection) => {
      const [row] = await connection.pieces((session) => session.query<{ pid: number }>(selectPid, []));
      const sleeping = connection.piece((session) => {
        void writeNote(session, 33);
        void session.query({ name: "sleep_in_piece", text: "select pg_sleep(60)" }, []);
      });
      await Promise.all([sleeping, terminate(row?.pid)]);
    });
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await notes()).toEqual([]);
  });
});

describe("pieces", () => {
  test("are each a transaction by themselves", async () => {
    const attempt = onOneConnection((connection) =>
      connection.pieces(async (session) => {
        await writeNote(session, 41);
        void writeNote(session, 42);
        await session.query(divideByZero, []);
      }),
    );
    await expect(attempt).rejects.toMatchObject({ code: "22012" });
    expect(await notes()).toEqual([41]);
  });
});

describe("statements that are sent together", () => {
  test("are prepared again after a failure prevented it", async () => {
    await onOneConnection(async (connection) => {
      const fresh = { name: "fresh", text: "select 1 as one" };
      const failing = connection.transaction(async (session) => {
        void session.query(divideByZero, []);
        await session.query(fresh, []);
      });
      await expect(failing).rejects.toThrow("division by zero");
      expect(await connection.transaction((session) => session.query(fresh, []))).toEqual([{ one: 1 }]);
    });
  });

  test("conflict with a piece before that failed before it prepared them", async () => {
    await onOneConnection(async (connection) => {
      const fresh = { name: "fresh_behind", text: "select 1 as one" };
      const failing = connection.piece((session) => {
        void session.query(divideByZero, []);
        void session.query(fresh, []);
      });
      const behind = connection.piece((session) => void session.query(fresh, []));
      await expect(failing).rejects.toThrow("division by zero");
      await expect(behind).rejects.toSatisfy((error) => databaseFaultOf(error) === "conflict");
      expect(await connection.transaction((session) => session.query(fresh, []))).toEqual([{ one: 1 }]);
    });
  });

  test("name the one that failed", async () => {
    const attempt = db.database.transaction(async (session) => {
      void writeNote(session, 16);
      void session.query(divideByZero, []);
      await session.query(selectOne, []);
    });
    await expect(attempt).rejects.toMatchObject({ where: expect.stringContaining(`statement ${divideByZero.name}`) });
  });

  test("keep their rows apart, also where one of them cannot be read", async () => {
    const beyond = { name: "beyond_2_53", text: "select 9007199254740993::bigint as value" };
    const none = { name: "no_rows", text: "select 1 as one where false" };
    const settled: PromiseSettledResult<object[]>[] = [];
    const attempt = db.database.withSession(async (session) => {
      const together = [selectOne, beyond, none].map((statement) => session.query(statement, []));
      settled.push(...(await Promise.allSettled(together)));
    });
    await expect(attempt).rejects.toThrow(RangeError);
    expect(settled).toMatchObject([{ value: [{ one: 1 }] }, { reason: expect.any(RangeError) }, { value: [] }]);
  });
});
