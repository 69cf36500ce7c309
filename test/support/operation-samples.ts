// For every operation that can be called over HTTP, an input that succeeds when one who may call it does. A new operation without
// one does not compile.
import { recordOf } from "../../src/faces/cli/output.ts";
import type { OperationName } from "../../src/product/operation/names.ts";
import type { TradingCompany } from "./trading-company.ts";

/** Creates again what the call would use up. */
type Sample = (company: TradingCompany) => object | Promise<object>;

/** Has no HTTP: only the command line reaches it. */
const operatorsAlone: null = null;

const because = { reason: "a test of ours" };
const ofProgram: Sample = ({ programId }) => ({ program_id: programId });
const ofPartner: Sample = ({ programId, partnerId }) => ({ program_id: programId, partner_id: partnerId });
const ofNewPayout: Sample = async ({ programId, newPayout }) => ({
  program_id: programId,
  payout_id: await newPayout(),
});
const ofNewCommission = async ({ programId, newCommission }: TradingCompany) => ({
  program_id: programId,
  commission_ids: [await newCommission()],
  ...because,
});
const ofNewConnection: Sample = async ({ programId, make }) => {
  const connection = { program_id: programId, provider: "stripe", signing_secret: "whsec_0123456789" };
  return { program_id: programId, connection_id: await make("connections.add", connection, "connection_id") };
};
const withApiKey: Sample = async (company) => ({ ...(await ofNewConnection(company)), api_key: "rk_live_example" });
const ofConnectionWithApiKey: Sample = async (company) => {
  const { api_key, ...which } = recordOf(await withApiKey(company));
  await company.make("connections.set-api-key", { ...which, api_key }, "connection_id");
  return which;
};
const newEndpoint: Sample = async ({ programId, make }) => {
  const endpoint = { program_id: programId, url: "https://shop.example/webhooks" };
  return { program_id: programId, endpoint_id: await make("endpoints.create", endpoint, "endpoint_id") };
};
const endpoints = new WeakMap<TradingCompany, object>();
/** One for all: a program has only so many. Paused, nothing is sent while it is looked at. */
const ofEndpoint: Sample = async (company) => {
  const endpoint = await (endpoints.get(company) ?? newEndpoint(company));
  endpoints.set(company, endpoint);
  await company.make("endpoints.pause", endpoint, "endpoint_id");
  return endpoint;
};
const ofMessage: Sample = async (company) => {
  const which = await ofEndpoint(company);
  return { ...which, message_no: await company.make("endpoints.test", which, "message_no") };
};
const newChannel: Sample = async ({ programId, make }) => {
  const channel = { program_id: programId, name: "#affiliates", url: "https://hooks.chat.example/services/1" };
  return { program_id: programId, channel_id: await make("notice-channels.add", channel, "channel_id") };
};
const channels = new WeakMap<TradingCompany, object>();
/** One for all, as of endpoints. */
const ofChannel: Sample = async (company) => {
  const channel = await (channels.get(company) ?? newChannel(company));
  channels.set(company, channel);
  return channel;
};
const s3 = {
  ...{ list: "sales", target: "s3", endpoint: "https://s3.example", bucket: "acme-reports" },
  ...{ access_key_id: "AKIAEXAMPLE", secret_access_key: "secret" },
};
const newExport: Sample = async ({ programId, make }) => {
  const export_id = await make("exports.create", { program_id: programId, ...s3 }, "export_id");
  return { program_id: programId, export_id };
};
const ofPolicy: Sample = async ({ programId, make }) => {
  const which = { program_id: programId, product_id: "pro" };
  await make("policies.set", { ...which, commission: { type: "percentage", rate_bps: 100 } }, "from_event_id");
  return which;
};

const ofGroup: Sample = async ({ programId, make }) => {
  const which = { program_id: programId, group_id: "silver" };
  await make("groups.set", which, "from_event_id");
  return which;
};
const ofTerms: Sample = async (company) => {
  const which = await ofGroup(company);
  await company.make("terms.set", { ...which, commission: { type: "percentage", rate_bps: 100 } }, "from_event_id");
  return which;
};

const withNewBonus = ({ programId, nextNumber }: Pick<Parameters<Sample>[0], "programId" | "nextNumber">) => ({
  ...{ program_id: programId, bonus_id: `bonus-${nextNumber()}`, metric: "sales", at_least: 10, period: "month" },
  ...{ amount_cents: 5000, currency: "USD" },
});
const withNewCoupon: Sample = ({ programId, partnerId, nextNumber }) => ({
  program_id: programId,
  partner_id: partnerId,
  code: `ANNA${nextNumber()}`,
});
const ofNewCoupon: Sample = async (company) => {
  const coupon = await withNewCoupon(company);
  await company.make("coupons.add", coupon, "partner_id");
  return coupon;
};

const ofNewApplication: Sample = async ({ programId, newApplication }) => ({
  program_id: programId,
  application_id: await newApplication(),
});
const withEmail: Sample = async (company) => ({ ...(await ofPartner(company)), email: "anna@partners.example" });
const ofPartnerWithEmail: Sample = async (company) => {
  await company.make("partners.set-email", await withEmail(company), "partner_id");
  return ofPartner(company);
};
/** Which need not be there: each flag has an answer of its own. */
const ofFlag: Sample = ({ programId }) => ({
  ...{ program_id: programId, flag_ids: ["42-own_email-2"], reason: "the partner's own order" },
});
/** Of a partner whose payouts go where another one's go. */
const ofNewFlag: Sample = async (company) => {
  const { programId: program_id, partnerId: partner_id } = company;
  const saleId = await company.newCommission();
  const other = { name: "Other", code: `other-${company.nextNumber()}` };
  const otherId = await company.make("partners.add", { program_id, ...other }, "partner_id");
  for (const id of [partner_id, otherId]) {
    await company.make("recipients.set", { program_id, partner_id: id, ...recipient }, "partner_id");
  }
  return { program_id, flag_id: `${saleId}-shared_payout-${partner_id}` };
};
const ofNewPlan: Sample = async ({ newPlan }) => ({ run_id: (await newPlan()).run_id });

const ofWorkspace: Sample = ({ workspaceId }) => ({ workspace_id: workspaceId });

const paypalOf: Sample = ({ programId }) => ({
  ...{ program_id: programId, rail: "paypal", sandbox: true },
  ...{ client_id: "client", client_secret: "secret" },
});

const recipient = { email: "anna@example.com", name: "Anna" };

export const samples: Readonly<Record<OperationName, Sample | null>> = {
  "accounts.link": operatorsAlone,
  "accounts.unlink": async ({ newMember }) => ({ email: await newMember() }),
  "accounts.reset-factor": async ({ newMember }) => ({ email: await newMember() }),
  "operators.list": () => ({}),
  "operators.remove": async ({ newOperator }) => ({ email: await newOperator() }),
  "workspaces.create": operatorsAlone,
  "workspaces.list": () => ({}),
  "workspaces.require-factor": ({ workspaceId }) => ({ workspace_id: workspaceId, required: false }),
  // New members are invited by mail, which this service does not send.
  "members.add": async ({ workspaceId, newMember }) => ({
    workspace_id: workspaceId,
    email: await newMember(),
    role: "owner",
  }),
  "members.remove": async (company) => ({ workspace_id: company.workspaceId, email: await company.newMember() }),
  "members.reset-factor": async (company) => ({
    workspace_id: company.workspaceId,
    email: await company.newMember(),
  }),
  "members.list": ofWorkspace,
  "invitations.list": ofWorkspace,
  "invitations.cancel": async ({ workspaceId, make, nextNumber }) => {
    const which = { workspace_id: workspaceId, email: `invited-${nextNumber()}@acme.test` };
    await make("members.add", { ...which, role: "member" }, "workspace_id");
    return which;
  },
  "programs.create": ({ workspaceId }) => ({ name: "New", workspace_id: workspaceId }),
  "programs.update": ({ otherProgramId }) => ({ program_id: otherProgramId, name: "Renamed" }),
  "programs.show": ofProgram,
  "programs.list": () => ({}),
  "programs.status": ofProgram,
  "programs.readiness": ofProgram,
  "programs.verify": ofProgram,
  "programs.performance": ofProgram,
  "programs.overview": ofProgram,
  "demos.create": ofWorkspace,
  "demos.remove": async ({ workspaceId, make }) => ({
    program_id: await make("demos.create", { workspace_id: workspaceId }, "program_id"),
  }),
  "keys.show": ofProgram,
  "keys.regenerate": ({ otherProgramId }) => ({ program_id: otherProgramId }),
  "keys.flag": ({ otherProgramId }) => ({ program_id: otherProgramId, deadline: "2099-01-01T00:00:00Z" }),
  "keys.unflag": async ({ otherProgramId, make }) => {
    const which = { program_id: otherProgramId };
    await make("keys.regenerate", which, "program_id").catch(() => undefined);
    await make("keys.flag", { ...which, deadline: "2099-01-01T00:00:00Z" }, "program_id");
    return which;
  },
  "keys.report": () => ({}),
  "agent-keys.create": ({ workspaceId }) => ({ workspace_id: workspaceId, scopes: ["programs:read"] }),
  "agent-keys.revoke": async ({ workspaceId, make }) => ({
    agent_key_id: await make(
      "agent-keys.create",
      { workspace_id: workspaceId, scopes: ["programs:read"] },
      "agent_key_id",
    ),
  }),
  "agent-keys.list": ofWorkspace,
  "tokens.create": ({ workspaceId }) => ({ workspace_id: workspaceId, name: "Reports", role: "viewer" }),
  "tokens.revoke": async ({ workspaceId, make }) => ({
    workspace_id: workspaceId,
    token_id: await make("tokens.create", { workspace_id: workspaceId, name: "Reports", role: "viewer" }, "token_id"),
  }),
  "tokens.list": ofWorkspace,
  "partners.add": ({ programId, nextNumber }) => ({ program_id: programId, name: "Ben", code: `ben-${nextNumber()}` }),
  "partners.update": async ({ programId, make, nextNumber }) => {
    const partner = { program_id: programId, name: "Cleo", code: `cleo-${nextNumber()}` };
    return {
      program_id: programId,
      partner_id: await make("partners.add", partner, "partner_id"),
      status: "inactive",
    };
  },
  "partners.show": ofPartner,
  "partners.activity": ofPartner,
  "partners.list": ofProgram,
  "partners.link": ofPartner,
  "partners.revoke-links": ofPartner,
  "partners.set-email": withEmail,
  "partners.remove-email": ofPartnerWithEmail,
  "partners.show-email": ofPartnerWithEmail,
  "applications.list": ofProgram,
  "applications.approve": ofNewApplication,
  "applications.decline": ofNewApplication,
  "policies.set": ({ programId }) => ({
    program_id: programId,
    product_id: "pro",
    commission: { type: "percentage", rate_bps: 2500 },
  }),
  "policies.remove": ofPolicy,
  "policies.show": ofPolicy,
  "policies.list": ofProgram,
  "groups.set": ({ programId }) => ({ program_id: programId, group_id: "gold", name: "Gold", hold_period_days: 7 }),
  "groups.show": ofGroup,
  "groups.list": ofProgram,
  "bonuses.add": withNewBonus,
  "bonuses.list": ofProgram,
  "bonuses.stop": async (company) => {
    const bonus = withNewBonus(company);
    await company.make("bonuses.add", bonus, "from_event_id");
    return { program_id: bonus.program_id, bonus_id: bonus.bonus_id };
  },
  "bonuses.progress": ofPartner,
  "mails.preview": ({ programId }) => ({ program_id: programId, mail: "approved" }),
  "agreements.show": ofProgram,
  "agreements.publish": ({ programId }) => ({ program_id: programId, text: "Partners do not bid on our name." }),
  "agreements.end": ofProgram,
  "partners.ban": async (company) => ({ ...(await ofPartner(company)), reason: "paid_ads", unpaid: "forfeit" }),
  "partners.unban": ofPartner,
  "partners.recruiter": async ({ programId: program_id, partnerId, make, nextNumber }) => {
    const recruit = { program_id, name: "Recruit", code: `recruit-${nextNumber()}` };
    return { program_id, partner_id: await make("partners.add", recruit, "partner_id"), recruited_by: partnerId };
  },
  "partners.move": async (company) => ({ ...(await ofPartner(company)), ...(await ofGroup(company)) }),
  "terms.set": async (company) => ({ ...(await ofGroup(company)), commission: { type: "percentage", rate_bps: 2500 } }),
  "terms.remove": ofTerms,
  "terms.list": ofProgram,
  "terms.show": ofPartner,
  "imports.start": async ({ programId, nextNumber }) => ({
    program_id: programId,
    tool: "csv",
    csv: `partner_code,partner_name\nimported-${nextNumber()},Anna\n`,
    is_applied: true,
  }),
  "imports.list": ofProgram,
  "imports.show": async ({ programId, make }) => {
    const file = { program_id: programId, tool: "csv", csv: "partner_code,partner_name\nshown,Anna\n" };
    return { program_id: programId, import_id: await make("imports.start", file, "import_id") };
  },
  "coupons.list": ofProgram,
  "coupons.add": withNewCoupon,
  "coupons.create": (company) => company.newDiscount(),
  "coupons.move": ofNewCoupon,
  "coupons.remove": async (company) => {
    const { partner_id: _, ...coupon } = { partner_id: 0, ...(await ofNewCoupon(company)) };
    return coupon;
  },
  "connections.add": ({ programId }) => ({
    program_id: programId,
    provider: "stripe",
    signing_secret: "whsec_0123456789",
  }),
  "connections.update": async (company) => ({ ...(await ofNewConnection(company)), status: "disabled" }),
  "connections.remove": ofNewConnection,
  "connections.set-api-key": withApiKey,
  "connections.remove-api-key": ofConnectionWithApiKey,
  "connections.show": ofNewConnection,
  "connections.list": ofProgram,
  "endpoints.create": ({ programId }) => ({ program_id: programId, url: "https://shop.example/webhooks" }),
  "endpoints.update": async (company) => ({ ...(await ofEndpoint(company)), payload: "thin" }),
  "endpoints.remove": newEndpoint,
  "endpoints.show": ofEndpoint,
  "endpoints.list": ofProgram,
  "endpoints.show-secret": ofEndpoint,
  "endpoints.rotate-secret": ofEndpoint,
  "endpoints.test": ofEndpoint,
  "endpoints.pause": ofEndpoint,
  "endpoints.resume": ofEndpoint,
  "endpoints.redeliver": async (company) => ({ ...(await ofEndpoint(company)), since: "2026-01-01" }),
  "messages.list": ofEndpoint,
  "messages.show": ofMessage,
  "messages.redeliver": ofMessage,
  "notices.show": ofProgram,
  "notices.set": ({ programId }) => ({ program_id: programId, on: ["daily_digest"], off: ["first_sale"] }),
  "notices.list": ofProgram,
  "notice-channels.add": ({ programId }) => ({
    program_id: programId,
    name: "#affiliates",
    url: "https://hooks.chat.example/services/1",
  }),
  "notice-channels.update": async (company) => ({ ...(await ofChannel(company)), kinds: ["first_sale"] }),
  "notice-channels.remove": newChannel,
  "notice-channels.test": ofChannel,
  "notice-channels.list": ofProgram,
  "exports.create": ({ programId }) => ({ program_id: programId, ...s3 }),
  "exports.remove": newExport,
  "exports.run": newExport,
  "exports.list": ofProgram,
  "exports.runs": ofProgram,
  "events.list": ofProgram,
  "events.show": ({ programId, deliveryId }) => ({ program_id: programId, event_id: deliveryId }),
  "payments.story": async (company) => ({
    program_id: company.programId,
    transaction_id: await company.newSale(),
  }),
  "sales.list": ofProgram,
  "sales.accept": async ({ programId, newContradiction }) => ({
    program_id: programId,
    transaction_id: await newContradiction(),
    reason: "paid by bank transfer",
  }),
  "attributions.set": async ({ programId, partnerId, newParked }) => ({
    program_id: programId,
    event_id: await newParked(),
    partner_id: partnerId,
    ...because,
  }),
  "attributions.remove": async ({ programId, newSale }) => ({
    program_id: programId,
    transaction_id: await newSale(),
    ...because,
  }),
  "attributions.undo": async ({ programId, partnerId, newParked, make }) => {
    const which = { program_id: programId, event_id: await newParked(), ...because };
    await make("attributions.set", { ...which, partner_id: partnerId }, "decision_id");
    return which;
  },
  "attributions.list": ofProgram,
  "commissions.list": ofProgram,
  "commissions.hold": ofNewCommission,
  "commissions.release": async (company) => {
    const which = await ofNewCommission(company);
    await company.run("commissions.hold", which);
    return which;
  },
  "commissions.approve": ofNewCommission,
  "flags.list": ofProgram,
  "flags.show": ofNewFlag,
  "flags.count": ofProgram,
  "flags.resolve": async (company) => ({ ...(await ofFlag(company)), as: "fine" }),
  "flags.reopen": ofFlag,
  "adjustments.list": ofProgram,
  "payouts.preview": ofProgram,
  "payouts.create": ({ programId }) => ({ program_id: programId, currency: "EUR" }),
  "payouts.preflight": ofProgram,
  "payouts.approve": ofNewPayout,
  "payouts.refuse": async (company) => ({ ...(await ofNewPayout(company)), reason: "The sales are under review" }),
  "payouts.limit": ({ programId }) => ({ program_id: programId, currency: "EUR", payout_limit_cents: 500_000 }),
  "payouts.schedules": ofProgram,
  "payouts.schedule": ({ programId }) => ({
    program_id: programId,
    currency: "EUR",
    day_of_month: 15,
    minimum_cents: 5_000,
  }),
  "payouts.unschedule": ({ programId }) => ({ program_id: programId, currency: "EUR" }),
  "payouts.export": ({ programId }) => ({ program_id: programId, tool: "wise", currency: "USD" }),
  "payouts.record-results": async ({ programId, newPayout }) => ({
    program_id: programId,
    tool: "bank",
    csv: `payout_id,status\n${await newPayout()},completed\n`,
    apply: true,
  }),
  "payouts.mark-paid": ofNewPayout,
  "payouts.cancel": ofNewPayout,
  "payouts.mark-returned": async (company) => {
    const which = await ofNewPayout(company);
    await company.make("payouts.mark-paid", which, "payout_id");
    return which;
  },
  "payouts.send": async (company) => {
    await company.run("rails.set", await paypalOf(company));
    await company.run("rails.choose", { program_id: company.programId, rail: "paypal" });
    return { program_id: company.programId, currency: "EUR" };
  },
  "payouts.watch": ofProgram,
  "payouts.story": ofNewPayout,
  "payouts.attention": ofProgram,
  "payouts.reconcile": async (company) => {
    await company.run("rails.set", await paypalOf(company));
    return { program_id: company.programId, date: "2026-11-26", rail: "paypal" };
  },
  "payouts.mark-failed": async (company) => {
    await company.run("rails.set", await paypalOf(company));
    await company.run("rails.choose", { program_id: company.programId, rail: "paypal" });
    await company.run("recipients.set", { ...(await ofPartner(company)), ...recipient });
    const which = { program_id: company.programId, payout_id: await company.newPayout() };
    await company.run("payouts.send", { program_id: company.programId, payout_ids: [which.payout_id] });
    return { ...which, reason: "not in PayPal's activity" };
  },
  "rails.list": ofProgram,
  "rails.set": (company) => paypalOf(company),
  "rails.choose": ({ programId }) => ({ program_id: programId, rail: "file" }),
  "rails.remove": async (company) => {
    // The program's own may have payouts on their way.
    const elsewhere = { program_id: company.otherProgramId, rail: "paypal" };
    await company.run("rails.set", { ...(await paypalOf(company)), ...elsewhere });
    return elsewhere;
  },
  "payouts.list": ofProgram,
  "payouts.show": ofNewPayout,
  "payouts.items": ofNewPayout,
  "recipients.set": async (company) => ({ ...(await ofPartner(company)), ...recipient }),
  "recipients.remove": async (company) => {
    const which = await ofPartner(company);
    await company.make("recipients.set", { ...which, ...recipient }, "partner_id");
    return which;
  },
  "recipients.list": ofProgram,
  "tax.list": ofProgram,
  "tax.report": ({ programId }) => ({ program_id: programId, year: 2026, report: "1099-nec" }),
  "tax.remove": async (company) => {
    const which = await ofPartnerWithEmail(company);
    await company.giveTaxDetails();
    return which;
  },
  "invoices.list": ofProgram,
  "invoices.consents": ofProgram,
  "invoices.pdf": async ({ programId, newInvoice }) => ({ program_id: programId, number: await newInvoice() }),
  "invoices.erase": async ({ programId, partnerId, newInvoice }) => {
    await newInvoice();
    return { program_id: programId, partner_id: partnerId, before: "2100-01-01" };
  },
  "statements.show": ({ programId }) => ({ program_id: programId, month: new Date().toISOString().slice(0, 7) }),
  "balance.show": ofProgram,
  "balance.partners": ofProgram,
  "fees.list": ofProgram,
  "refunds.list": ofProgram,
  "disputes.list": ofProgram,
  "disputes.close": async ({ programId, newDispute }) => ({
    program_id: programId,
    ...(await newDispute()),
    result: "won",
  }),
  "customers.list": ofProgram,
  "customers.story": async (company) => {
    await company.newSale();
    return { program_id: company.programId, customer_key: "user-1" };
  },
  "people.export": ({ programId }) => ({ program_id: programId, customer_key: "customer-of-nobody" }),
  // Of no other test.
  "people.erase": async (company) => ({
    program_id: company.programId,
    customer_key: `erased-${company.nextNumber()}`,
    ...because,
  }),
  "clicks.list": ofProgram,
  "leads.list": ofProgram,
  "parked.release": async ({ programId, newParked }) => ({
    program_id: programId,
    event_id: await newParked(),
    reason: "a test of ours",
  }),
  "parked.show": async ({ programId, newParked }) => ({ program_id: programId, event_id: await newParked() }),
  "parked.list": ofProgram,
  "tracking-log.list": ofProgram,
  "audit.list": ofProgram,
  "access-changes.list": ofProgram,
  "inbox.list": ofProgram,
  "inbox.retry": ofProgram,
  "search.find": () => ({ query: "anna" }),
  "deliveries.list": ofProgram,
  "replays.plan": ofProgram,
  "replays.list": ofProgram,
  "replays.show": ofNewPlan,
  "replays.rows": ofNewPlan,
  "replays.apply": async ({ newPlan }) => {
    const { run_id, plan_hash } = await newPlan();
    return { run_id, plan_hash, reason: "a rule was wrong" };
  },
  "replays.discard": ofNewPlan,
  "forecasts.start": ({ programId }) => ({
    program_id: programId,
    commission: { type: "flat", amount_cents: 500, currency: "USD" },
  }),
  "forecasts.show": async ({ programId, newForecast }) => ({ program_id: programId, run_id: await newForecast() }),
  "verifications.start": ofProgram,
  "verifications.show": async ({ newVerification }) => ({ run_id: await newVerification() }),
  "checkpoints.list": ofProgram,
  "checkpoints.show": async ({ programId, newCheckpoint }) => ({
    program_id: programId,
    number: await newCheckpoint(),
  }),
  "checkpoints.key": ofProgram,
  "log.list": ofProgram,
  "alarms.list": ofProgram,
  "alarms.acknowledge": async ({ programId, newAlarm }) => ({
    program_id: programId,
    alarm_id: await newAlarm(),
    ...because,
  }),
  "deliveries.show": ({ programId, deliveryId }) => ({ program_id: programId, delivery: String(deliveryId) }),
};

export async function sampleOf(name: OperationName, company: TradingCompany): Promise<object> {
  const sample = samples[name];
  if (sample === null) throw new Error(`${name} is the operator's alone`);
  return sample(company);
}

/** Changes of a program that are an owner's, one by one. */
export const termsOfOwners = [
  { commission: { type: "percentage", rate_bps: 10_000, duration_months: null } },
  { hold_period_days: 0 },
  { cookie_window_days: 365 },
  { attribution_window_days: 365 },
  { lead_auth: "any" },
  { lead_settlement: "click" },
  { site_url: "https://elsewhere.example" },
  { link_hosts: ["elsewhere.example"] },
  { link_domain: "go.elsewhere.example" },
  { partner_sign_up: "open" },
  { coupon_precedence: "coupon" },
  { status: "inactive" },
] as const;
