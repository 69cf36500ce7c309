// A brand with endpoints: programs that sell, endpoints that receivers believe, and waiting until all is sent.
import { z } from "zod";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { loadOperation } from "../../src/product/operation/groups.ts";
import type { OperationName } from "../../src/product/operation/names.ts";
import type { OperationParts } from "../../src/product/operation/operation.ts";
import { openScopedReads } from "../../src/product/reads/scoped-reads.ts";
import { commandsRebuilds } from "../../src/product/replays/rebuilds.ts";
import { usualCaps } from "./caps.ts";
import { importPlaces } from "./import-places.ts";
import {
  asOwner,
  bindCustomer,
  createTestProgram,
  type ProgramAtHand,
  type RunningService,
  secretKey,
} from "./service.ts";
import type { Receiver } from "./webhook-receiver.ts";

export type SellingProgram = ProgramAtHand & { readonly customerKey: string; readonly clickId: string };

export type Outbound = {
  /** As the service's own operations are given. */
  readonly work: OperationParts;
  newProgram(): Promise<SellingProgram>;
  /** Answers its id; the receiver believes it from then on. */
  newEndpoint(program: ProgramAtHand, receiver: Receiver, wish?: object): Promise<number>;
  sell(program: SellingProgram, transactionId: string, amountCents: number): Promise<void>;
  refund(program: ProgramAtHand, transactionId: string, amountCents: number): Promise<void>;
  /** As the operator; rejects with what it is refused for. */
  run(name: OperationName, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** As if the time of what waits there had come. */
  dueNow(endpointId: number): Promise<void>;
  untilPaused(endpointId: number): Promise<void>;
  untilAttempted(endpointId: number, attempts: number): Promise<void>;
  /** The newest. */
  messageOf(endpointId: number): Promise<{ readonly message_no: number }>;
  /** Resolves when nothing waits for the endpoint. */
  settled(program: ProgramAtHand, endpointId: number): Promise<void>;
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const one = z.object({ data: z.record(z.string(), z.unknown()) });

export async function beginOutbound(service: RunningService): Promise<Outbound> {
  const { database } = service;
  const work: OperationParts = {
    ...{ database, reads: openScopedReads(database.kysely), secrets: openSecrets([secretKey]), baseUrl: service.url },
    forgetConnection: () => undefined,
    now: () => Date.now(),
    ...{
      verify: null,
      mailInvitation: null,
      mailApplicant: null,
      sendsMail: false,
      exportFolder: null,
      railUrls: {},
      caps: usualCaps,
      invitationDays: 7,
    },
    checkpointKeys: [],
    imports: importPlaces,
    outbound: { schemes: ["https", "http"], addresses: "any" },
    rebuilds: commandsRebuilds({ database, ownerUrl: service.databaseUrl }),
  };
  const run: Outbound["run"] = async (name, input) =>
    one.parse(await (await loadOperation(name)).run({ ...work, actor: operator }, input)).data;
  const post = async (path: string, body: object, { key }: ProgramAtHand): Promise<void> => {
    const answer = await service.post(path, body, { key });
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${answer.text}`);
  };
  return {
    work,
    run,
    async newProgram() {
      const program = await createTestProgram(database);
      return { ...program, ...(await bindCustomer(service, program, "user-1")) };
    },
    async newEndpoint(program, receiver, wish = {}) {
      const { programId: program_id } = program;
      const made = await run("endpoints.create", { program_id, url: receiver.url, ...wish });
      const endpoint_id = Number(made.endpoint_id);
      const { signing_secret } = await run("endpoints.show-secret", { program_id, endpoint_id });
      receiver.trust(String(signing_secret));
      return endpoint_id;
    },
    sell: ({ customerKey, ...program }, transactionId, amountCents) =>
      post(
        "/api/v1/track/sale",
        { transaction_id: transactionId, amount_cents: amountCents, customer_key: customerKey },
        program,
      ),
    refund: (program, transactionId, amountCents) =>
      post(
        "/api/v1/track/refund",
        {
          transaction_id: transactionId,
          refund_amount_cents: amountCents,
          refund_id: `r-${transactionId}-${amountCents}`,
        },
        program,
      ),
    async dueNow(endpointId) {
      const statements = [
        "update outbound_endpoint set next_attempt_at = null where endpoint_id = $1",
        "update outbound_message set next_attempt_at = now() where status = 'pending' and endpoint_id = $1",
      ];
      for (const sql of statements) await asOwner(service.databaseUrl, sql, [endpointId]);
    },
    async untilPaused(endpointId) {
      const sql = "select 1 from outbound_endpoint where endpoint_id = $1 and status = 'paused'";
      while ((await asOwner(service.databaseUrl, sql, [endpointId])).length === 0) await nextTurn();
    },
    async untilAttempted(endpointId, attempts) {
      const sql = "select count(*)::int as attempts from outbound_attempt where endpoint_id = $1";
      const count = () => asOwner<{ attempts: number }>(service.databaseUrl, sql, [endpointId]);
      while (((await count())[0]?.attempts ?? 0) < attempts) await nextTurn();
    },
    async messageOf(endpointId) {
      const sql = "select max(message_no)::int as message_no from outbound_message where endpoint_id = $1";
      const [found] = await asOwner<{ message_no: number }>(service.databaseUrl, sql, [endpointId]);
      return found ?? { message_no: 0 };
    },
    async settled({ programId }, endpointId) {
      const sql = `select 1 from outbound_endpoint e join program_head h using (program_id)
                    where e.program_id = $1 and e.endpoint_id = $2
                      and (h.projected_seq > e.position
                           or exists (select from outbound_message m
                                       where m.endpoint_id = e.endpoint_id and m.status = 'pending'))`;
      while ((await asOwner(service.databaseUrl, sql, [programId, endpointId])).length > 0) {
        await nextTurn();
      }
    },
  };
}
