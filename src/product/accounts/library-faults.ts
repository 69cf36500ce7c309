// Remembers why the accounts library failed if the database is the cause: the library hides it, so the adapter notes it for the library's
// caller. A temporary fault is then reported as such, even if the database is back by then.
import { AsyncLocalStorage } from "node:async_hooks";
import type { DBTransactionAdapter } from "better-auth/adapters";
import type { AdapterFactory } from "../../access/stored-digests.ts";
import { mayPass } from "../../engine/postgres/faults.ts";

/** Of one call of the library: what the database last said in it that may pass; null where it said nothing such. */
export type FaultNote = { passing: unknown };

const notes = new AsyncLocalStorage<FaultNote>();

export function withFaultNote<Answer>(note: FaultNote, call: () => Promise<Answer>): Promise<Answer> {
  return notes.run(note, call);
}

export function withFaultNotes(factory: AdapterFactory): AdapterFactory {
  return (options) => {
    const adapter = factory(options);
    return { ...noting(adapter), transaction: (run) => noted(adapter.transaction((inner) => run(noting(inner)))) };
  };
}

function noting(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    create: (call) => noted(adapter.create(call)),
    update: (call) => noted(adapter.update(call)),
    incrementOne: (call) => noted(adapter.incrementOne(call)),
    findOne: (call) => noted(adapter.findOne(call)),
    consumeOne: (call) => noted(adapter.consumeOne(call)),
    findMany: (call) => noted(adapter.findMany(call)),
    updateMany: (call) => noted(adapter.updateMany(call)),
    count: (call) => noted(adapter.count(call)),
    delete: (call) => noted(adapter.delete(call)),
    deleteMany: (call) => noted(adapter.deleteMany(call)),
  };
}

async function noted<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    const note = notes.getStore();
    if (note !== undefined && mayPass(error)) note.passing = error;
    throw error;
  }
}
