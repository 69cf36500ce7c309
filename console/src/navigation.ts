// The pages of a program: one line for each entry, by group, in the order of the side navigation.
import {
  ChartLine,
  FileDown,
  FileText,
  Flag,
  Gavel,
  HandCoins,
  Handshake,
  Import,
  Inbox,
  type LucideIcon,
  Plug,
  RotateCw,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  ShoppingCart,
  Sigma,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";

export type Entry = {
  /** Behind /programs/{id}. */
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** In the bottom bar of a phone, which holds four and the sheet of all. */
  readonly isInBar?: boolean;
  /** Shows how many events failed or wait there, or how many flags are open. */
  readonly count?: "inbox" | "flags";
  /** What its open row is called where one is; its id if left out. */
  readonly row?: string;
};

/** Without a title its entries need none. */
export type Group = { readonly id: string; readonly title: string | null; readonly entries: readonly Entry[] };

export const groups: readonly Group[] = [
  {
    id: "program",
    title: "Program",
    entries: [
      { path: "overview", label: "Overview", icon: ChartLine, isInBar: true },
      { path: "inbox", label: "Inbox", icon: Inbox, isInBar: true, count: "inbox" },
      { path: "events", label: "Events", icon: ScrollText },
      { path: "sales", label: "Sales", icon: ShoppingCart, isInBar: true },
      { path: "customers", label: "Customers", icon: Users },
    ],
  },
  {
    id: "partners",
    title: "Partners",
    entries: [
      { path: "partners", label: "Partners", icon: Handshake, isInBar: true },
      { path: "commissions", label: "Commissions", icon: HandCoins },
      { path: "flags", label: "Flags", icon: Flag, count: "flags", row: "Flag" },
      { path: "payouts", label: "Payouts", icon: Wallet },
      { path: "adjustments", label: "Adjustments", icon: Scale },
      { path: "statements", label: "Statements", icon: FileText },
    ],
  },
  {
    id: "books",
    title: "Books",
    entries: [
      { path: "balance", label: "Balance", icon: Sigma },
      { path: "disputes", label: "Disputes", icon: Gavel },
      { path: "replay", label: "Replay", icon: RotateCw },
      { path: "proof", label: "Proof", icon: ShieldCheck },
    ],
  },
  {
    id: "connections",
    title: "Connections",
    entries: [
      { path: "integration", label: "Integration", icon: Plug },
      { path: "webhooks", label: "Webhooks", icon: Webhook },
      { path: "imports", label: "Imports", icon: Import },
      { path: "exports", label: "Exports", icon: FileDown },
    ],
  },
  { id: "settings", title: null, entries: [{ path: "settings", label: "Settings", icon: Settings }] },
];

export const entries: readonly Entry[] = groups.flatMap((group) => group.entries);

/** Pages that other pages lead to. */
export const linkedPages: readonly Pick<Entry, "path" | "label">[] = [{ path: "forecasts", label: "Try other terms" }];

/** The parts of the settings, each at an address of its own. */
export const settingsParts = [
  { id: "program", title: "Program" },
  { id: "policies", title: "Policies" },
  { id: "connections", title: "Connections" },
  { id: "keys", title: "Keys" },
  { id: "members", title: "Members" },
  { id: "tokens", title: "Tokens" },
  { id: "agents", title: "Agents" },
  { id: "payouts", title: "Payouts" },
  { id: "notices", title: "Notices" },
  { id: "audit", title: "Changes" },
] as const;
