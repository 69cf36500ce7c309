// Why the accounts library failed: it answers in its own words and hides what the database said, so the adapter notes it for the
// call. A fault that passes is then answered as one, also where the database has come back meanwhile.
import { AsyncLocalStorage } from "node:async_hooks";
import type { DBTransactionAdapter } from "better-auth/adapters";
import type { AdapterFactory } from "./stored-digests.ts";

/** Of one call; the newest fault stands. */
type Note = { fault: unknown };

const notes = new AsyncLocalStorage<Note>();

/** `faultOf` answers what the database said last, undefined where it has said nothing. */
export function withFaultNote<Answer>(call: (faultOf: () => unknown) => Promise<Answer>): Promise<Answer> {
  const note: Note = { fault: undefined };
  return notes.run(note, () => call(() => note.fault));
}

async function noted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const note = notes.getStore();
    if (note !== undefined) note.fault = error;
    throw error;
  }
}

export function withNotedFaults(factory: AdapterFactory): AdapterFactory {
  return (options) => {
    const adapter = factory(options);
    return {
      ...adapter,
      ...noting(adapter),
      transaction: (run) => noted(() => adapter.transaction((inner) => run({ ...inner, ...noting(inner) }))),
    };
  };
}

function noting(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    findOne: (call) => noted(() => adapter.findOne(call)),
    findMany: (call) => noted(() => adapter.findMany(call)),
    count: (call) => noted(() => adapter.count(call)),
    create: (call) => noted(() => adapter.create(call)),
    update: (call) => noted(() => adapter.update(call)),
    updateMany: (call) => noted(() => adapter.updateMany(call)),
    incrementOne: (call) => noted(() => adapter.incrementOne(call)),
    consumeOne: (call) => noted(() => adapter.consumeOne(call)),
    delete: (call) => noted(() => adapter.delete(call)),
    deleteMany: (call) => noted(() => adapter.deleteMany(call)),
  };
}
