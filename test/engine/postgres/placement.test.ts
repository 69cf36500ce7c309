// What is asked about several programs, in one database and on several machines.
import { expect, test } from "vitest";
import { severalMachines } from "../../../src/engine/postgres/citus/several-machines.ts";
import { oneDatabase, oneShard } from "../../../src/engine/postgres/one-database.ts";
import { type Answering, type Question, worded } from "../../../src/engine/postgres/placement.ts";

type Item = { readonly programId: number; readonly seq: number };

const items: readonly Item[] = [
  { programId: 10, seq: 1 },
  { programId: 9, seq: 2 },
  { programId: 10, seq: 3 },
];

const events: Question<Item, string> = {
  programOf: ({ programId }) => programId,
  ofAll: async (session, all) => {
    await session.query({ name: "of_all", text: "" }, [all.map(({ seq }) => seq)]);
    return ["all"];
  },
  ofOne: async (session, programId, own) => {
    await session.query({ name: "of_one", text: "" }, [programId, own.map(({ seq }) => seq)]);
    return [`of ${programId}`];
  },
};

/** Answers once released. */
function recording() {
  const sent: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const session: Answering = {
    query({ name }, values) {
      sent.push([name, ...values]);
      return promise;
    },
  };
  return { sent, session, release: () => resolve([]) };
}

test.each([oneDatabase, oneShard])("in one database one statement asks about all programs", async (placement) => {
  const { sent, session, release } = recording();
  const answer = placement.ask(session, events, items);
  expect(sent).toEqual([["of_all", [1, 2, 3]]]);
  release();
  expect(await answer).toEqual(["all"]);
});

test("on several machines each program is asked about once, in order, before anything is answered", async () => {
  const { sent, session, release } = recording();
  const answer = severalMachines.ask(session, events, items);
  expect(sent).toEqual([
    ["of_one", 9, [2]],
    ["of_one", 10, [1, 3]],
  ]);
  release();
  expect(await answer).toEqual(["of 9", "of 10"]);
});

test("a statement names its programs on several machines alone, under a name of its own", () => {
  const wording = worded((naming) => ({
    name: "found",
    text: ["select 1 from k join event e using (id) where true", ...naming("e.program_id", "$1")].join(" and "),
  }));
  const plain = { name: "found", text: "select 1 from k join event e using (id) where true" };
  expect(oneDatabase.wording(wording)).toEqual(plain);
  expect(oneShard.wording(wording)).toEqual(plain);
  expect(severalMachines.wording(wording)).toEqual({
    name: "found_spread",
    text: `${plain.text} and e.program_id = any($1)`,
  });
});
