// Every tool's files, the likeliest first: a file is the first whose columns it has.
import type { ImportTool } from "../../../core/vocabulary/import-tools.ts";
import { dub } from "../layouts/dub.ts";
import { firstpromoter } from "../layouts/firstpromoter.ts";
import { lemonsqueezy } from "../layouts/lemonsqueezy.ts";
import { partnerstack } from "../layouts/partnerstack.ts";
import { plain } from "../layouts/plain.ts";
import { rewardful } from "../layouts/rewardful.ts";
import { tapfiliate } from "../layouts/tapfiliate.ts";
import { tolt } from "../layouts/tolt.ts";
import { type Header, hasColumn } from "./cells.ts";
import type { Layout } from "./layout.ts";

const layouts: Readonly<Record<ImportTool, readonly Layout[]>> = {
  rewardful,
  firstpromoter,
  tolt,
  dub,
  tapfiliate,
  partnerstack,
  lemonsqueezy,
  csv: plain,
};

export function layoutOf(tool: ImportTool, header: Header): Layout | undefined {
  return layouts[tool].find(({ needs }) => needs.every((column) => hasColumn(header, column)));
}

/** For people whose file has no known layout. */
export function columnsOf(tool: ImportTool): string {
  const written = layouts[tool].map(({ records, needs }) => {
    const columns = needs.map((column) => (typeof column === "string" ? column : column[0]));
    return `${records} (${columns.join(", ")})`;
  });
  return [...new Set(written)].join("; ");
}
