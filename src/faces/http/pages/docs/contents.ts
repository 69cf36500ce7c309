// What /docs shows, in the order of its contents: files of this repository, each under an address of its own.
export type DocsEntry = {
  /** Below /docs/; empty for its first page. */
  readonly slug: string;
  /** From the root of the repository. */
  readonly file: string;
  /** As the contents name it; the page's own heading may be longer. */
  readonly words: string;
};

export type DocsSection = { readonly title: string; readonly entries: readonly DocsEntry[] };

const page = (slug: string, words: string): DocsEntry => ({ slug, file: `docs/${slug}.md`, words });

export const docsSections: readonly DocsSection[] = [
  {
    title: "Start",
    entries: [
      { slug: "", file: "docs/README.md", words: "Overview" },
      page("quickstart", "Quickstart"),
      page("concepts", "Concepts"),
      page("by-hand", "By the command line"),
    ],
  },
  {
    title: "Integrate",
    entries: [
      page("tracker", "The tracker"),
      { slug: "sdk", file: "sdk/README.md", words: "JavaScript" },
      { slug: "sdk-python", file: "sdk/python/README.md", words: "Python" },
      { slug: "sdk-php", file: "sdk/php/README.md", words: "PHP" },
      { slug: "example-shop", file: "examples/shop/README.md", words: "Example shop" },
      page("webhooks", "Webhooks out"),
      page("agents", "Agents and MCP"),
      page("terms", "Terms: groups, tiers and caps"),
      page("codes-and-links", "Codes and links"),
      page("partners", "What partners see"),
    ],
  },
  {
    title: "Providers",
    entries: [
      page("providers", "What each reports"),
      page("connect", "Connect by API key"),
      page("providers/stripe", "Stripe"),
      page("providers/paddle", "Paddle"),
      page("providers/polar", "Polar"),
      page("providers/dodo", "Dodo"),
      page("providers/lemonsqueezy", "Lemon Squeezy"),
      page("providers/creem", "Creem"),
      page("providers/sepay", "SePay"),
      page("providers/payos", "payOS"),
      page("providers/apipay", "apipay"),
      page("providers/x402", "x402"),
      page("providers/razorpay", "Razorpay"),
      page("providers/revenuecat", "RevenueCat"),
      page("providers/shopify", "Shopify"),
      page("providers/mollie", "Mollie"),
      page("providers/chargebee", "Chargebee"),
      page("providers/recurly", "Recurly"),
      page("providers/other", "Any other"),
    ],
  },
  {
    title: "Operate",
    entries: [
      page("import", "Taking over another tool"),
      page("declared", "Programs in a file"),
      page("install", "Ways to install"),
      page("accounts", "Accounts and workspaces"),
      page("single-sign-on", "Single sign-on"),
      page("brand-command-line", "Command line for brands"),
      page("looking-into", "Looking into a program"),
      page("reconcile", "Reconciling"),
      page("replay", "Replay"),
      page("payouts", "Payouts and statements"),
      page("rails", "Paying by a provider"),
      page("tax", "Tax details and reports"),
      page("balance", "Balance"),
      page("reports", "Reporting tools"),
      page("exports", "Exports by the day"),
      page("notices", "Notices"),
      page("key-rotation", "Replacing keys"),
      page("secret-rotation", "Retiring a secret"),
      page("postgresql", "Your own PostgreSQL"),
      page("deploy", "Deploy"),
      page("scale", "Scale"),
      page("upgrade", "Upgrade"),
      page("stability", "What stays stable"),
      page("backup", "Backup and restore"),
      page("watching", "Monitoring"),
      page("clock", "Clocks"),
      page("security", "Security"),
      page("proof", "Proof"),
      page("privacy", "Personal data"),
      page("archive", "Archived clicks"),
    ],
  },
  {
    title: "Reference",
    entries: [
      { slug: "api-description", file: "docs/api.md", words: "API description" },
      page("configuration", "Configuration"),
      page("rights", "Rights"),
      page("faults", "Faults"),
      page("reliability", "Reliability"),
      page("benchmarks", "Benchmarks"),
      { slug: "architecture", file: "ARCHITECTURE.md", words: "Architecture" },
      { slug: "decisions", file: "docs/decisions/README.md", words: "Decisions" },
      { slug: "contributing", file: "CONTRIBUTING.md", words: "Contributing" },
      page("releasing", "Releasing"),
      { slug: "console-code", file: "console/README.md", words: "Code of the console" },
    ],
  },
];

/** Folders whose pages are reached from a page of the contents, by their own names. */
export const docsFolders: readonly string[] = ["docs/decisions"];

/** Folders of pictures that pages show. */
export const docsPictureFolders: readonly string[] = ["docs/benchmarks", "docs/pictures"];
