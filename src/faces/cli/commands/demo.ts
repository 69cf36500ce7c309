// svc demo: shows the whole way on the running service, from signed deliveries and calls to sales, commissions and fees,
// and holds the books against the figures that are right, to the cent. It may be run any number of times.
import { openKeptSecrets } from "../../../access/secrets/kept-secrets.ts";
import { readClientConfig } from "../../../config/config.ts";
import type { Command } from "../command.ts";
import { type Context, withContext } from "../context.ts";
import { type DemoBooks, readBooks } from "../demo/expected-books.ts";
import { DemoFailed, openServiceClient, requireService } from "../demo/service-client.ts";
import { makeSetting } from "../demo/setting.ts";
import { tellStory } from "../demo/short-story.ts";
import { type Output, tableOf } from "../output.ts";
import { findServiceUrl } from "../remote/service-address.ts";
import { untilStopped } from "../service/until-stopped.ts";

export const command: Command = {
  example: "demo",
  flags: {},
  execute: async (_options, shell) => {
    const serviceUrl = findServiceUrl(readClientConfig(shell.env));
    await untilStopped(shell.stop, () => requireService(serviceUrl));
    return withContext({ shell, migrates: false, makes: false }, (context) => runDemo(context, serviceUrl));
  },
};

async function runDemo({ config, database, db, say }: Context, serviceUrl: string): Promise<Output> {
  const setting = await makeSetting(database, await openKeptSecrets(database, config.secretKeys.reveal()));
  const { programId, connectionId } = setting;
  say(`Service at ${serviceUrl}. Made program ${programId}, its partner Anna and Stripe connection ${connectionId}.\n`);
  await tellStory({ service: openServiceClient(serviceUrl), setting, say }).catch((error: unknown) => {
    if (!(error instanceof DemoFailed) || error.code !== "unknown_link") throw error;
    const message = `The service at ${serviceUrl} does not know the new program: it runs on another database.`;
    throw new DemoFailed(message, { cause: error });
  });

  const books = await readBooks(db, programId);
  const wrong = books.checks.filter((check) => check.expected !== check.found);
  const { sales, commissions, fees, checks } = books;
  const answer: Output = {
    json: {
      service_url: serviceUrl,
      program_id: programId,
      sales,
      commissions,
      fees,
      checks,
      is_right: wrong.length === 0,
    },
    text: () => [tablesOf(books), ...(wrong.length === 0 ? [resultOf(books, programId)] : [])].join("\n"),
  };
  if (wrong.length === 0) return answer;
  const faults = wrong.map((check) => `${check.what} is ${check.found ?? "missing"} and should be ${check.expected}`);
  return { ...answer, failure: `The books are wrong: ${faults.join("; ")}.` };
}

function tablesOf({ sales, commissions, fees }: DemoBooks): string {
  return [
    "\nSales",
    tableOf(sales, ["sale_id", "what", "amount_cents", "refunded_cents", "currency", "status", "came_from"]),
    "\nCommissions",
    tableOf(commissions, ["commission_id", "what", "amount_cents", "currency", "status", "came_from"]),
    "\nPlatform fees",
    tableOf(fees, ["fee_id", "what", "amount_cents", "currency", "came_from"]),
    "",
  ].join("\n");
}

function resultOf({ sales, checks, eventCount }: DemoBooks, programId: number): string {
  return (
    `Right to the cent: ${sales.length} sales with their commissions and fees from ${eventCount} events, ` +
    `${checks.length} figures checked. Look around: svc events list --program ${programId}`
  );
}
