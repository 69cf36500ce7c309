// Looks up on their chains the payments that only the merchant has asserted so far, and records what is found.
// It asks only nodes the operator named; a payment it cannot decide about stays as asserted as it was, and is asked for
// again until it is a week old. What is found is an event like any other: the fold concludes from it, never this.

import type { PaymentEvidenceRecorded } from "../../core/rules/events/events.ts";
import { type ExpectedTransfer, type Judgement, judgeReceipt, quantity } from "../../core/vocabulary/chain-receipt.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitBatch } from "../../engine/recording/locked-batch.ts";
import { callNode } from "./json-rpc.ts";

/** A transaction that did not appear for so long will not. */
const ageDaysMax = 7;
const salesPerRunMax = 50;
const callsAtOnceMax = 10;
/** For a whole run: a stop of the service waits for it. */
const runMillisecondsMax = 8000;

export type ChainNodes = {
  /** By the CAIP-2 name of the chain. */
  readonly rpcUrls: ReadonlyMap<string, string>;
  readonly confirmationsMin: number;
};

type AssertedSale = {
  readonly program_id: number;
  readonly sale_id: number;
  readonly received_at: Date;
  readonly transaction_id: string;
  readonly chain_transfer: ExpectedTransfer;
};

type Place = Pick<AssertedSale, "received_at" | "program_id" | "sale_id">;

const start: Place = { received_at: new Date(0), program_id: 0, sale_id: 0 };

/** Oldest first from a place on, so that payments which stay undecided never keep the ones behind them waiting. */
const assertedSalesStatement: Statement = {
  name: "asserted_sales",
  text: `select program_id, sale_id, received_at, transaction_id, chain_transfer
           from sale
          where evidence = 'merchant_asserted'
            and received_at > now() - make_interval(days => $1::integer)
            and chain_transfer->>'network' = any($2::text[])
            and chain_transfer->>'pay_to' is not null
            and (received_at, program_id, sale_id) > ($3::timestamptz, $4::bigint, $5::bigint)
          order by received_at, program_id, sale_id
          limit $6`,
};

export type ChainCheck = {
  /** Answers how many payments were decided. Rejects when a chain could not be asked; the other chains were. */
  runOnce(): Promise<number>;
};

export function openChainCheck(database: Database, nodes: ChainNodes): ChainCheck {
  let place = start;
  return {
    async runOnce() {
      const sales = await findAssertedSales(database, [...nodes.rpcUrls.keys()], place);
      place = sales.length < salesPerRunMax ? start : (sales.at(-1) ?? start);
      const signal = AbortSignal.timeout(runMillisecondsMax);
      const byNetwork = Map.groupBy(sales, (sale) => sale.chain_transfer.network);
      const runs = await Promise.allSettled(
        Array.from(byNetwork, ([network, ofNetwork]) => checkNetwork(database, nodes, { network, signal }, ofNetwork)),
      );
      const faults = runs.flatMap((run) => (run.status === "rejected" ? [run.reason as unknown] : []));
      if (faults.length > 0) throw new AggregateError(faults, `${faults.length} chain(s) could not be asked`);
      return runs.reduce((decided, run) => decided + (run.status === "fulfilled" ? run.value : 0), 0);
    },
  };
}

async function findAssertedSales(database: Database, networks: readonly string[], after: Place) {
  return database.withSession((session) =>
    session.query<AssertedSale>(assertedSalesStatement, [
      ageDaysMax,
      networks,
      after.received_at,
      after.program_id,
      after.sale_id,
      salesPerRunMax,
    ]),
  );
}

/** One chain's payments; what was decided before a call failed stays decided. */
async function checkNetwork(
  database: Database,
  nodes: ChainNodes,
  { network, signal }: { readonly network: string; readonly signal: AbortSignal },
  sales: readonly AssertedSale[],
): Promise<number> {
  const ask = (method: string, ...params: readonly unknown[]) =>
    callNode(nodes.rpcUrls.get(network) ?? "", method, params, signal);
  const judge = async (sale: AssertedSale, headBlockNumber: number): Promise<boolean> => {
    const receipt = await ask("eth_getTransactionReceipt", sale.chain_transfer.transaction);
    const seen = { receipt, headBlockNumber };
    const found = evidenceOf(sale, judgeReceipt(seen, sale.chain_transfer, nodes.confirmationsMin));
    return found !== null && record(database, sale, found);
  };
  try {
    const chainId = quantity.parse(await ask("eth_chainId"));
    if (network !== `eip155:${chainId}`) throw new Error(`its node is one of chain ${chainId}`);
    const headBlockNumber = quantity.parse(await ask("eth_blockNumber"));
    let decided = 0;
    for (let index = 0; index < sales.length; index += callsAtOnceMax) {
      const judged = await Promise.allSettled(
        sales.slice(index, index + callsAtOnceMax).map((sale) => judge(sale, headBlockNumber)),
      );
      for (const result of judged) if (result.status === "rejected") throw result.reason;
      decided += judged.filter((result) => result.status === "fulfilled" && result.value).length;
    }
    return decided;
  } catch (error) {
    throw new Error(`${network} could not be asked`, { cause: error });
  }
}

/** Null while the chain does not show it. */
function evidenceOf(
  { transaction_id, chain_transfer }: Pick<AssertedSale, "transaction_id" | "chain_transfer">,
  judgement: Judgement,
): PaymentEvidenceRecorded | null {
  const { network, transaction } = chain_transfer;
  const type = "payment_evidence_recorded";
  switch (judgement.verdict) {
    case "undecided":
      return null;
    case "contradicted": {
      const detail = `${judgement.reason} in block ${judgement.blockNumber}`;
      return { type, transaction_id, evidence: "chain_contradicted", transfer: null, detail };
    }
    case "verified": {
      const transfer = `${network}:${transaction}:log:${judgement.logIndex}`;
      const detail = `log ${judgement.logIndex} in block ${judgement.blockNumber}`;
      return { type, transaction_id, evidence: "chain_verified", transfer, detail };
    }
  }
}

/** Two processes may find the same at the same time: the log takes it once. */
async function record(database: Database, sale: AssertedSale, data: PaymentEvidenceRecorded): Promise<boolean> {
  const dedupKey = `${data.evidence}:${data.transaction_id}`;
  const [result] = await commitBatch(database, [
    {
      event: { programId: sale.program_id, source: "chain", dedupKey, isTest: false, occurredAt: null, data },
      delivery: null,
      keyHash: null,
      keep: "always",
      logged: null,
    },
  ]);
  return result?.kind === "concluded";
}
