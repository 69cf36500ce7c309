// Every address of the console. Pages are loaded when they are first opened; a row's sheet is a child of its list.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { servicePath } from "./api/client.ts";
import { programsQuery, queryClient, sessionQuery } from "./api/queries.ts";
import { readSearch, type Search, writeSearch } from "./api/search.ts";
import { goToSignIn } from "./api/session.ts";
import { modeName } from "./mode.ts";
import { ErrorPage, NotFoundPage } from "./shell/error-page.tsx";
import { lastProgramId } from "./shell/last-program.ts";
import { Layout } from "./shell/layout.tsx";

const root = createRootRoute({
  validateSearch: (search: Search): Search => search,
  search: { middlewares: [retainSearchParams([modeName])] },
  beforeLoad: async ({ location }) => {
    if ((await queryClient.ensureQueryData(sessionQuery)) !== null) return;
    goToSignIn(location.href);
    // The page is on its way out.
    await new Promise(() => undefined);
  },
  component: Layout,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async () => {
    const { data } = await queryClient.ensureQueryData(programsQuery);
    const [first] = data;
    if (first === undefined) throw redirect({ to: "/new-program" });
    const last = data.find(({ program_id }) => program_id === lastProgramId());
    const programId = (last ?? first).program_id;
    throw redirect({ to: "/programs/$programId/overview", params: { programId } });
  },
});

const newProgram = createRoute({
  getParentRoute: () => root,
  path: "/new-program",
  component: lazyRouteComponent(() => import("./pages/start/new-program-page.tsx"), "NewProgramPage"),
});

const program = createRoute({
  getParentRoute: () => root,
  path: "/programs/$programId",
  params: {
    parse: ({ programId }) => ({ programId: Number(programId) }),
    stringify: ({ programId }) => ({ programId: String(programId) }),
  },
});

const overview = createRoute({
  getParentRoute: () => program,
  path: "overview",
  component: lazyRouteComponent(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
});

const integration = createRoute({
  getParentRoute: () => program,
  path: "integration",
  component: lazyRouteComponent(() => import("./pages/integration/integration-page.tsx"), "IntegrationPage"),
});

const events = createRoute({
  getParentRoute: () => program,
  path: "events",
  component: lazyRouteComponent(() => import("./pages/events/events-page.tsx"), "EventsPage"),
});

const event = createRoute({
  getParentRoute: () => events,
  path: "$eventId",
  component: lazyRouteComponent(() => import("./pages/events/event-sheet.tsx"), "EventSheet"),
});

const sales = createRoute({
  getParentRoute: () => program,
  path: "sales",
  component: lazyRouteComponent(() => import("./pages/sales/sales-page.tsx"), "SalesPage"),
});

const sale = createRoute({
  getParentRoute: () => sales,
  path: "$saleId",
  component: lazyRouteComponent(() => import("./pages/sales/sale-sheet.tsx"), "SaleSheet"),
});

const customers = createRoute({
  getParentRoute: () => program,
  path: "customers",
  component: lazyRouteComponent(() => import("./pages/customers/customers-page.tsx"), "CustomersPage"),
});

const customer = createRoute({
  getParentRoute: () => customers,
  path: "$customerKey",
  component: lazyRouteComponent(() => import("./pages/customers/customer-sheet.tsx"), "CustomerSheet"),
});

const providerCustomer = createRoute({
  getParentRoute: () => customers,
  path: "provider/$providerCustomerId",
  component: lazyRouteComponent(() => import("./pages/customers/customer-sheet.tsx"), "ProviderCustomerSheet"),
});

const inbox = createRoute({
  getParentRoute: () => program,
  path: "inbox",
  component: lazyRouteComponent(() => import("./pages/inbox/inbox-page.tsx"), "InboxPage"),
});

const disputes = createRoute({
  getParentRoute: () => program,
  path: "disputes",
  component: lazyRouteComponent(() => import("./pages/disputes/disputes-page.tsx"), "DisputesPage"),
});

const flags = createRoute({
  getParentRoute: () => program,
  path: "flags",
  component: lazyRouteComponent(() => import("./pages/flags/flags-page.tsx"), "FlagsPage"),
});

const flag = createRoute({
  getParentRoute: () => flags,
  path: "$flagId",
  component: lazyRouteComponent(() => import("./pages/flags/flag-sheet.tsx"), "FlagSheet"),
});

const commissions = createRoute({
  getParentRoute: () => program,
  path: "commissions",
  component: lazyRouteComponent(() => import("./pages/commissions/commissions-page.tsx"), "CommissionsPage"),
});

const payouts = createRoute({
  getParentRoute: () => program,
  path: "payouts",
  component: lazyRouteComponent(() => import("./pages/payouts/payouts-page.tsx"), "PayoutsPage"),
});

const reconcilePayouts = createRoute({
  getParentRoute: () => program,
  path: "payouts/reconcile",
  component: lazyRouteComponent(() => import("./pages/payouts/reconcile-page.tsx"), "ReconcilePage"),
});

const adjustments = createRoute({
  getParentRoute: () => program,
  path: "adjustments",
  component: lazyRouteComponent(() => import("./pages/adjustments/adjustments-page.tsx"), "AdjustmentsPage"),
});

const newPayouts = createRoute({
  getParentRoute: () => payouts,
  path: "new",
  component: lazyRouteComponent(() => import("./pages/payouts/new-payouts-sheet.tsx"), "NewPayoutsSheet"),
});

const payout = createRoute({
  getParentRoute: () => payouts,
  path: "$payoutId",
  component: lazyRouteComponent(() => import("./pages/payouts/payout-sheet.tsx"), "PayoutSheet"),
});

const statements = createRoute({
  getParentRoute: () => program,
  path: "statements",
  component: lazyRouteComponent(() => import("./pages/statements/statements-page.tsx"), "StatementsPage"),
});

const balance = createRoute({
  getParentRoute: () => program,
  path: "balance",
  component: lazyRouteComponent(() => import("./pages/balance/balance-page.tsx"), "BalancePage"),
});

const replay = createRoute({
  getParentRoute: () => program,
  path: "replay",
  component: lazyRouteComponent(() => import("./pages/replay/replay-page.tsx"), "ReplayPage"),
});

const replayRun = createRoute({
  getParentRoute: () => program,
  path: "replay/$runId",
  component: lazyRouteComponent(() => import("./pages/replay/run-page.tsx"), "RunPage"),
});

const newForecast = createRoute({
  getParentRoute: () => program,
  path: "forecasts",
  component: lazyRouteComponent(() => import("./pages/forecasts/new-forecast-page.tsx"), "NewForecastPage"),
});

const forecast = createRoute({
  getParentRoute: () => program,
  path: "forecasts/$runId",
  component: lazyRouteComponent(() => import("./pages/forecasts/forecast-page.tsx"), "ForecastPage"),
});

const proof = createRoute({
  getParentRoute: () => program,
  path: "proof",
  component: lazyRouteComponent(() => import("./pages/proof/proof-page.tsx"), "ProofPage"),
});

const webhooks = createRoute({
  getParentRoute: () => program,
  path: "webhooks",
  component: lazyRouteComponent(() => import("./pages/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const endpoint = createRoute({
  getParentRoute: () => program,
  path: "webhooks/$endpointId",
  params: {
    parse: ({ endpointId }) => ({ endpointId: Number(endpointId) }),
    stringify: ({ endpointId }) => ({ endpointId: String(endpointId) }),
  },
  component: lazyRouteComponent(() => import("./pages/webhooks/endpoint-page.tsx"), "EndpointPage"),
});

const message = createRoute({
  getParentRoute: () => endpoint,
  path: "$messageNo",
  params: {
    parse: ({ messageNo }) => ({ messageNo: Number(messageNo) }),
    stringify: ({ messageNo }) => ({ messageNo: String(messageNo) }),
  },
  component: lazyRouteComponent(() => import("./pages/webhooks/message-sheet.tsx"), "MessageSheet"),
});

const partners = createRoute({
  getParentRoute: () => program,
  path: "partners",
  component: lazyRouteComponent(() => import("./pages/partners/partners-page.tsx"), "PartnersPage"),
});

const newPartner = createRoute({
  getParentRoute: () => partners,
  path: "new",
  component: lazyRouteComponent(() => import("./pages/partners/new-partner-sheet.tsx"), "NewPartnerSheet"),
});

const partner = createRoute({
  getParentRoute: () => partners,
  path: "$partnerId",
  component: lazyRouteComponent(() => import("./pages/partners/partner-sheet.tsx"), "PartnerSheet"),
});

const exports = createRoute({
  getParentRoute: () => program,
  path: "exports",
  component: lazyRouteComponent(() => import("./pages/exports/exports-page.tsx"), "ExportsPage"),
});

const imports = createRoute({
  getParentRoute: () => program,
  path: "imports",
  component: lazyRouteComponent(() => import("./pages/imports/imports-page.tsx"), "ImportsPage"),
});

const importOf = createRoute({
  getParentRoute: () => imports,
  path: "$importId",
  params: {
    parse: ({ importId }) => ({ importId: Number(importId) }),
    stringify: ({ importId }) => ({ importId: String(importId) }),
  },
  component: lazyRouteComponent(() => import("./pages/imports/import-sheet.tsx"), "ImportSheet"),
});

const settingsStart = createRoute({
  getParentRoute: () => program,
  path: "settings",
  beforeLoad: ({ params, location }) => {
    if (!/settings\/?$/.test(location.pathname)) return;
    throw redirect({ to: "/programs/$programId/settings/$part", params: { ...params, part: "program" } });
  },
});

const settings = createRoute({
  getParentRoute: () => settingsStart,
  path: "$part",
  component: lazyRouteComponent(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
});

const tree = root.addChildren([
  home,
  newProgram,
  program.addChildren([
    overview,
    integration,
    events.addChildren([event]),
    sales.addChildren([sale]),
    customers.addChildren([customer, providerCustomer]),
    inbox,
    disputes,
    commissions,
    flags.addChildren([flag]),
    payouts.addChildren([newPayouts, payout]),
    reconcilePayouts,
    adjustments,
    statements,
    balance,
    replay,
    replayRun,
    newForecast,
    forecast,
    proof,
    webhooks,
    endpoint.addChildren([message]),
    partners.addChildren([newPartner, partner]),
    imports.addChildren([importOf]),
    exports,
    settingsStart.addChildren([settings]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: servicePath === "" ? "/" : servicePath,
  defaultPreload: "intent",
  defaultPendingMs: 300,
  scrollRestoration: true,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
});

declare module "@tanstack/react-router" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: it adds to the router's own.
  interface Register {
    router: typeof router;
  }
}
