// Where one can go inside a program: one line for each entry, in the order of the side navigation.
import {
  ChartLine,
  FileDown,
  FileText,
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
};

export const entries: readonly Entry[] = [
  { path: "overview", label: "Overview", icon: ChartLine, isInBar: true },
  { path: "integration", label: "Integration", icon: Plug, isInBar: true },
  { path: "inbox", label: "Inbox", icon: Inbox },
  { path: "events", label: "Events", icon: ScrollText },
  { path: "sales", label: "Sales", icon: ShoppingCart, isInBar: true },
  { path: "customers", label: "Customers", icon: Users },
  { path: "partners", label: "Partners", icon: Handshake, isInBar: true },
  { path: "commissions", label: "Commissions", icon: HandCoins },
  { path: "payouts", label: "Payouts", icon: Wallet },
  { path: "adjustments", label: "Adjustments", icon: Scale },
  { path: "statements", label: "Statements", icon: FileText },
  { path: "disputes", label: "Disputes", icon: Gavel },
  { path: "replay", label: "Replay", icon: RotateCw },
  { path: "proof", label: "Proof", icon: ShieldCheck },
  { path: "webhooks", label: "Webhooks", icon: Webhook },
  { path: "imports", label: "Import", icon: Import },
  { path: "exports", label: "Exports", icon: FileDown },
  { path: "settings", label: "Settings", icon: Settings },
];

/** The parts of the settings, each at an address of its own. */
export const settingsParts = [
  { id: "program", title: "Program" },
  { id: "policies", title: "Policies" },
  { id: "connections", title: "Connections" },
  { id: "keys", title: "Keys" },
  { id: "members", title: "Members" },
  { id: "agents", title: "Agents" },
  { id: "notices", title: "Notices" },
  { id: "audit", title: "Changes" },
] as const;
