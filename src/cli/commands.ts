// Every command of the command line, in the order its help shows them.
import type { Command } from "./command.ts";
import { clicksList } from "./commands/clicks-list.ts";
import { commissionsList } from "./commands/commissions-list.ts";
import { connectionsAdd } from "./commands/connections-add.ts";
import { connectionsList } from "./commands/connections-list.ts";
import { customersList } from "./commands/customers-list.ts";
import { demo } from "./commands/demo.ts";
import { disputesClose } from "./commands/disputes-close.ts";
import { disputesList } from "./commands/disputes-list.ts";
import { eventsList } from "./commands/events-list.ts";
import { feesList } from "./commands/fees-list.ts";
import { keysRegenerate } from "./commands/keys-regenerate.ts";
import { leadsList } from "./commands/leads-list.ts";
import { migrate } from "./commands/migrate.ts";
import { parkedList } from "./commands/parked-list.ts";
import { partnersAdd } from "./commands/partners-add.ts";
import { partnersList } from "./commands/partners-list.ts";
import { partnersUpdate } from "./commands/partners-update.ts";
import { policiesList } from "./commands/policies-list.ts";
import { policiesRemove } from "./commands/policies-remove.ts";
import { policiesSet } from "./commands/policies-set.ts";
import { programsCreate } from "./commands/programs-create.ts";
import { programsList } from "./commands/programs-list.ts";
import { programsUpdate } from "./commands/programs-update.ts";
import { refundsList } from "./commands/refunds-list.ts";
import { salesAccept } from "./commands/sales-accept.ts";
import { salesList } from "./commands/sales-list.ts";
import { serve } from "./commands/serve.ts";
import { status } from "./commands/status.ts";
import { trackingLogList } from "./commands/tracking-log-list.ts";
import { workspacesCreate } from "./commands/workspaces-create.ts";
import { workspacesList } from "./commands/workspaces-list.ts";

export const commands: readonly Command[] = [
  serve,
  migrate,
  demo,
  status,
  workspacesCreate,
  workspacesList,
  programsCreate,
  programsUpdate,
  programsList,
  keysRegenerate,
  partnersAdd,
  partnersUpdate,
  partnersList,
  policiesSet,
  policiesRemove,
  policiesList,
  connectionsAdd,
  connectionsList,
  eventsList,
  salesList,
  salesAccept,
  commissionsList,
  feesList,
  refundsList,
  disputesList,
  disputesClose,
  customersList,
  clicksList,
  leadsList,
  parkedList,
  trackingLogList,
];
