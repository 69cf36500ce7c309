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
import { say } from "./texts/shell.ts";

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
    title: say("program"),
    entries: [
      { path: "overview", label: say("overview"), icon: ChartLine, isInBar: true },
      { path: "inbox", label: say("inbox"), icon: Inbox, isInBar: true, count: "inbox" },
      { path: "events", label: say("events"), icon: ScrollText },
      { path: "sales", label: say("sales"), icon: ShoppingCart, isInBar: true },
      { path: "customers", label: say("customers"), icon: Users },
    ],
  },
  {
    id: "partners",
    title: say("partners"),
    entries: [
      { path: "partners", label: say("partners"), icon: Handshake, isInBar: true },
      { path: "commissions", label: say("commissions"), icon: HandCoins },
      { path: "flags", label: say("flags"), icon: Flag, count: "flags", row: say("flag") },
      { path: "payouts", label: say("payouts"), icon: Wallet },
      { path: "adjustments", label: say("adjustments"), icon: Scale },
      { path: "statements", label: say("statements"), icon: FileText },
    ],
  },
  {
    id: "books",
    title: say("books"),
    entries: [
      { path: "balance", label: say("balance"), icon: Sigma },
      { path: "disputes", label: say("disputes"), icon: Gavel },
      { path: "replay", label: say("replay"), icon: RotateCw },
      { path: "proof", label: say("proof"), icon: ShieldCheck },
    ],
  },
  {
    id: "connections",
    title: say("connections"),
    entries: [
      { path: "integration", label: say("integration"), icon: Plug },
      { path: "webhooks", label: say("webhooks"), icon: Webhook },
      { path: "imports", label: say("imports"), icon: Import },
      { path: "exports", label: say("exports"), icon: FileDown },
    ],
  },
  { id: "settings", title: null, entries: [{ path: "settings", label: say("settings"), icon: Settings }] },
];

export const entries: readonly Entry[] = groups.flatMap((group) => group.entries);

/** Pages that other pages lead to. */
export const linkedPages: readonly Pick<Entry, "path" | "label">[] = [
  { path: "forecasts", label: say("tryOtherTerms") },
];

/** The parts of the settings, each at an address of its own. */
export const settingsParts = [
  { id: "program", title: say("program") },
  { id: "policies", title: say("policies") },
  { id: "connections", title: say("connections") },
  { id: "keys", title: say("keys") },
  { id: "members", title: say("members") },
  { id: "tokens", title: say("tokens") },
  { id: "agents", title: say("agents") },
  { id: "payouts", title: say("payouts") },
  { id: "notices", title: say("notices") },
  { id: "audit", title: say("changes") },
] as const;
