// Every command of the command line, in the order its help shows them.
import type { Command } from "./command.ts";
import { agentKeysCreate } from "./commands/agent-keys-create.ts";
import { agentKeysList } from "./commands/agent-keys-list.ts";
import { agentKeysRevoke } from "./commands/agent-keys-revoke.ts";
import { clicksList } from "./commands/clicks-list.ts";
import { commissionsList } from "./commands/commissions-list.ts";
import { connectionsAdd } from "./commands/connections-add.ts";
import { connectionsList } from "./commands/connections-list.ts";
import { connectionsRemove } from "./commands/connections-remove.ts";
import { connectionsSetApiKey } from "./commands/connections-set-api-key.ts";
import { connectionsUpdate } from "./commands/connections-update.ts";
import { customersList } from "./commands/customers-list.ts";
import { deliveriesList } from "./commands/deliveries-list.ts";
import { deliveriesRetry } from "./commands/deliveries-retry.ts";
import { deliveriesShow } from "./commands/deliveries-show.ts";
import { demo } from "./commands/demo.ts";
import { disputesClose } from "./commands/disputes-close.ts";
import { disputesList } from "./commands/disputes-list.ts";
import { eventsList } from "./commands/events-list.ts";
import { feesList } from "./commands/fees-list.ts";
import { keysFlag } from "./commands/keys-flag.ts";
import { keysRegenerate } from "./commands/keys-regenerate.ts";
import { keysReport } from "./commands/keys-report.ts";
import { keysUnflag } from "./commands/keys-unflag.ts";
import { leadsList } from "./commands/leads-list.ts";
import { logSetAside } from "./commands/log-set-aside.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { membersAdd } from "./commands/members-add.ts";
import { membersList } from "./commands/members-list.ts";
import { membersRemove } from "./commands/members-remove.ts";
import { migrate } from "./commands/migrate.ts";
import { parkedList } from "./commands/parked-list.ts";
import { parkedRelease } from "./commands/parked-release.ts";
import { partnersAdd } from "./commands/partners-add.ts";
import { partnersLink } from "./commands/partners-link.ts";
import { partnersList } from "./commands/partners-list.ts";
import { partnersRevokeLinks } from "./commands/partners-revoke-links.ts";
import { partnersUpdate } from "./commands/partners-update.ts";
import { payoutsCancel } from "./commands/payouts-cancel.ts";
import { payoutsCreate } from "./commands/payouts-create.ts";
import { payoutsExport } from "./commands/payouts-export.ts";
import { payoutsList } from "./commands/payouts-list.ts";
import { payoutsMarkPaid } from "./commands/payouts-mark-paid.ts";
import { payoutsMarkReturned } from "./commands/payouts-mark-returned.ts";
import { payoutsPreview } from "./commands/payouts-preview.ts";
import { payoutsShow } from "./commands/payouts-show.ts";
import { policiesList } from "./commands/policies-list.ts";
import { policiesRemove } from "./commands/policies-remove.ts";
import { policiesSet } from "./commands/policies-set.ts";
import { programsCreate } from "./commands/programs-create.ts";
import { programsList } from "./commands/programs-list.ts";
import { programsUpdate } from "./commands/programs-update.ts";
import { recipientsList } from "./commands/recipients-list.ts";
import { recipientsRemove } from "./commands/recipients-remove.ts";
import { recipientsSet } from "./commands/recipients-set.ts";
import { reconcile } from "./commands/reconcile.ts";
import { refundsList } from "./commands/refunds-list.ts";
import { replay } from "./commands/replay.ts";
import { replayApply } from "./commands/replay-apply.ts";
import { replayDiscard } from "./commands/replay-discard.ts";
import { replayList } from "./commands/replay-list.ts";
import { replayShow } from "./commands/replay-show.ts";
import { salesAccept } from "./commands/sales-accept.ts";
import { salesList } from "./commands/sales-list.ts";
import { serve } from "./commands/serve.ts";
import { statementsShow } from "./commands/statements-show.ts";
import { status } from "./commands/status.ts";
import { testClick } from "./commands/test-click.ts";
import { testLead } from "./commands/test-lead.ts";
import { testSale } from "./commands/test-sale.ts";
import { trackingLogList } from "./commands/tracking-log-list.ts";
import { verify } from "./commands/verify.ts";
import { verifyIntegration } from "./commands/verify-integration.ts";
import { workspacesCreate } from "./commands/workspaces-create.ts";
import { workspacesList } from "./commands/workspaces-list.ts";

export const commands: readonly Command[] = [
  serve,
  migrate,
  demo,
  status,
  login,
  logSetAside,
  logout,
  testClick,
  testLead,
  testSale,
  verifyIntegration,
  workspacesCreate,
  workspacesList,
  membersAdd,
  membersRemove,
  membersList,
  programsCreate,
  programsUpdate,
  programsList,
  keysRegenerate,
  keysFlag,
  keysUnflag,
  keysReport,
  agentKeysCreate,
  agentKeysRevoke,
  agentKeysList,
  partnersAdd,
  partnersUpdate,
  partnersList,
  partnersLink,
  partnersRevokeLinks,
  policiesSet,
  policiesRemove,
  policiesList,
  connectionsAdd,
  connectionsUpdate,
  connectionsRemove,
  connectionsList,
  connectionsSetApiKey,
  eventsList,
  salesList,
  salesAccept,
  commissionsList,
  payoutsPreview,
  payoutsCreate,
  payoutsExport,
  payoutsMarkPaid,
  payoutsCancel,
  payoutsMarkReturned,
  payoutsList,
  payoutsShow,
  recipientsSet,
  recipientsRemove,
  recipientsList,
  statementsShow,
  feesList,
  refundsList,
  disputesList,
  disputesClose,
  customersList,
  clicksList,
  leadsList,
  parkedList,
  parkedRelease,
  trackingLogList,
  deliveriesList,
  deliveriesShow,
  deliveriesRetry,
  reconcile,
  replay,
  replayApply,
  replayShow,
  replayList,
  replayDiscard,
  verify,
];
