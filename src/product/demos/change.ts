// Demo programs. One is created with its whole story in one transaction, so there is all of it or nothing; the story's received times
// are in the past, which `commitHistory` allows to the beginning of a log alone. One that is removed is hidden and takes nothing more;
// its log and its books stay, as those of every program.
import { randomBytes } from "node:crypto";
import { type Actor, requireProgramRight, requireWorkspaceRight } from "../../access/permission.ts";
import { putNewKey } from "../../access/program-keys.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import { defaultSettings } from "../../core/rules/events/settings/settings.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import { clickIdRandomBytes, makeClickId } from "../../core/vocabulary/click-id.ts";
import { createHead } from "../../engine/log/heads.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitBatch, commitHistory, type RecordAt } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";
import { approveCommissions } from "../commissions/approvals.ts";
import { createPayouts, markPayoutPaid } from "../payouts/change.ts";
import { claimCode, lockWorkspace, nextProgramId } from "../programs/change.ts";
import { closeMonths } from "../statements/month-closing.ts";
import { type DemoPartner, demoDays, demoName, demoPartners, type Reported, tellDemo } from "./story.ts";

const dayMilliseconds = 86_400_000;
const markBytes = 4;

const settings = {
  ...defaultSettings,
  platform_fee_bps: 350,
  hold_period_days: 14,
  commission: { type: "percentage", rate_bps: 2000, duration_months: 12 },
} as const;

const addDemoStatement: Statement = {
  name: "add_demo_program",
  text: "insert into demo_program (program_id) values ($1)",
};

const removeDemoStatement: Statement = {
  name: "remove_demo_program",
  text: "update demo_program set removed_at = now() where program_id = $1 and removed_at is null returning program_id",
};

type NewDemo = { readonly workspaceId: number; readonly now: Date };

/** For owners, since payouts are. Answers the program's id. */
export async function createDemo(
  database: Database,
  secrets: Pick<Secrets, "hashEmail">,
  { workspaceId, now }: NewDemo,
  actor: Actor,
): Promise<number> {
  const programId = await nextProgramId(database);
  const mark = randomBytes(markBytes).toString("hex");
  const by = authorText(actor);
  const begin = async (session: Session): Promise<void> => {
    await requireWorkspaceRight(session, actor, workspaceId, "settings");
    await lockWorkspace(session, workspaceId);
    await createHead(session, programId);
    putNewKey(session, programId);
    void session.query(addDemoStatement, [programId]);
  };
  await commitHistory(database, programId, begin, async (record, session) => {
    const start = new Date(now.getTime() - (demoDays - 1) * dayMilliseconds);
    const partners = await beginProgram(record, session, { programId, workspaceId, mark, start, by });
    const newClickId = () => makeClickId(programId, randomBytes(clickIdRandomBytes));
    const days = tellDemo(partners, { mark, newClickId, hashEmail: secrets.hashEmail });
    for (const [day, reported] of days.entries()) {
      const receivedAt = new Date(start.getTime() + day * dayMilliseconds);
      if (reported.length > 0)
        await record(
          receivedAt,
          reported.map((one) => reportedBy(programId, one)),
        );
    }
  });
  await settle(database, programId, actor);
  return programId;
}

type Beginning = {
  readonly programId: number;
  readonly workspaceId: number;
  readonly mark: string;
  readonly start: Date;
  readonly by: string;
};

async function beginProgram(
  record: RecordAt,
  session: Session,
  { programId, workspaceId, mark, start, by }: Beginning,
): Promise<DemoPartner[]> {
  const name = `${demoName} ${programId}`;
  await record(start, [
    configured(programId, { type: "program_created", workspace_id: workspaceId, name, settings }, by),
  ]);
  const partners = demoPartners.map((partner) => ({ ...partner, code: `demo-${mark}-${partner.code}` }));
  const joined = await record(
    start,
    partners.map(({ name, code }) => configured(programId, { type: "partner_joined", name, code }, by)),
  );
  return joined.map((result, index) => {
    const partner = partners[index];
    if (partner === undefined || result.kind !== "concluded" || result.eventId === null) {
      throw new Error("a demo's partner was not recorded");
    }
    claimCode(session, { code: partner.code, programId, partnerId: result.eventId });
    return { partnerId: result.eventId, code: partner.code, clicksADay: partner.clicksADay };
  });
}

/** What the service does by itself in time, at once; of the payouts that this makes one is paid. */
async function settle(database: Database, programId: number, actor: Actor): Promise<void> {
  await closeMonths(database);
  await approveCommissions(database);
  const request = { partnerId: null, currency: null, minimumCents: 1, onlyWithRecipient: false };
  const { payoutIds } = await createPayouts(database, programId, request, actor);
  const [first] = payoutIds;
  if (first === undefined) return;
  await markPayoutPaid(database, { programId, payoutId: first, method: "wise", reference: "DEMO-1" }, actor);
}

function configured(programId: number, data: EventData, by: string): Submission {
  return submissionOf({ programId, source: "operator", data, by });
}

function reportedBy(programId: number, { source, data }: Reported): Submission {
  return submissionOf({ programId, source, data });
}

function submissionOf(event: Pick<Submission["event"], "programId" | "source" | "data" | "by">): Submission {
  return {
    event: { ...event, dedupKey: null, isTest: false, occurredAt: null },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}

/** For owners. False where it is no demo, or removed already. */
export async function removeDemo(database: Database, programId: number, actor: Actor): Promise<boolean> {
  let isRemoved = false;
  const inactive = { type: "program_changed", name: null, status: "inactive", settings: {} } as const;
  try {
    await commitBatch(database, [configured(programId, inactive, authorText(actor))], {
      before: async (session) => {
        await requireProgramRight(session, actor, programId, "settings");
        isRemoved = (await session.query(removeDemoStatement, [programId])).length > 0;
        if (!isRemoved) throw new NotADemo();
      },
    });
  } catch (error) {
    if (!(error instanceof NotADemo)) throw error;
  }
  return isRemoved;
}

/** Thrown to record nothing. */
class NotADemo extends Error {}
