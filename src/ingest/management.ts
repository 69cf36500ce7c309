// What people may change, each on behalf of somebody: programs, partners, policies, keys and connections.
// Whether they may is asked in the transaction that does it. Whoever offers these to people (HTTP, agents) hands in who asks,
// and cannot leave it out.

import {
  addConnection,
  type ConnectionChange,
  changeConnection,
  type NewConnection,
  removeConnection,
} from "../access/connections.ts";
import type { Directory } from "../access/directory.ts";
import type { Once } from "../access/idempotency.ts";
import { AccessRefused, type Actor } from "../access/permission.ts";
import { regenerateKey } from "../access/program-keys.ts";
import type { Secrets } from "../access/secrets.ts";
import type { CommissionTerms, Settings } from "../core/settings.ts";
import type { Database } from "../db/database.ts";
import { addPartner, changePartner, changeProgram, createProgram, setPolicy } from "./configuration.ts";

type Status = "active" | "inactive";

export type ProgramChange = {
  readonly name: string | null;
  readonly status: Status | null;
  readonly settings: Partial<Settings>;
};

export type PartnerChange = { readonly name: string | null; readonly status: Status | null };

/** With `once` the change is made once: see `claimOnce`. All reject with `AccessRefused` where the actor may not, and with `ConfigurationRefused` where it cannot be. */
export type Management = {
  /** Answers the program's id. */
  createProgram(
    actor: Actor,
    program: { readonly workspaceId: number; readonly name: string; readonly settings: Partial<Settings> },
    once?: Once | null,
  ): Promise<number>;
  changeProgram(actor: Actor, programId: number, change: ProgramChange): Promise<void>;
  /** For owners. Answers the new key, this once. */
  regenerateKey(actor: Actor, programId: number): Promise<string>;
  /** Answers the partner's id. */
  addPartner(
    actor: Actor,
    programId: number,
    partner: { readonly name: string; readonly code: string },
    once?: Once | null,
  ): Promise<number>;
  changePartner(actor: Actor, programId: number, partnerId: number, change: PartnerChange): Promise<void>;
  /** Null removes the policy: the program's own terms count again. */
  setPolicy(actor: Actor, programId: number, productId: string, commission: CommissionTerms | null): Promise<void>;
  /** For owners. Answers the connection's id. */
  addConnection(
    actor: Actor,
    programId: number,
    connection: Omit<NewConnection, "programId">,
    once?: Once | null,
  ): Promise<number>;
  /** For owners. */
  changeConnection(actor: Actor, change: ConnectionChange): Promise<void>;
  /** For owners. */
  removeConnection(actor: Actor, programId: number, connectionId: number): Promise<void>;
};

export function openManagement(
  database: Database,
  secrets: Secrets,
  directory: Pick<Directory, "forgetConnection">,
): Management {
  return {
    createProgram: (actor, program, once) => createProgram(database, program, actor, once),
    changeProgram: (actor, programId, change) => changeProgram(database, programId, change, actor),
    async regenerateKey(actor, programId) {
      return (await regenerateKey(database, programId, actor)) ?? refuseProgram(programId);
    },
    addPartner: (actor, programId, partner, once) => addPartner(database, { programId, ...partner }, actor, once),
    changePartner: (actor, programId, partnerId, change) =>
      changePartner(database, { programId, partnerId, ...change }, actor),
    setPolicy: (actor, programId, productId, commission) =>
      setPolicy(database, { programId, productId, commission }, actor),
    async addConnection(actor, programId, connection, once) {
      const added = await addConnection(database, secrets, { programId, ...connection }, actor, once);
      return added ?? refuseProgram(programId);
    },
    async changeConnection(actor, change) {
      const isChanged = await changeConnection(database, secrets, change, actor);
      directory.forgetConnection(change.connectionId);
      if (!isChanged) refuseConnection(change.connectionId);
    },
    async removeConnection(actor, programId, connectionId) {
      const isRemoved = await removeConnection(database, { programId, connectionId }, actor);
      directory.forgetConnection(connectionId);
      if (!isRemoved) refuseConnection(connectionId);
    },
  };
}

function refuseProgram(programId: number): never {
  throw new AccessRefused("not_found", `There is no program ${programId}.`);
}

function refuseConnection(connectionId: number): never {
  throw new AccessRefused("not_found", `The program has no connection ${connectionId}.`);
}
