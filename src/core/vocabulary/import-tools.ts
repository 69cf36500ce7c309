// The tools whose programs can be taken over; `csv` is a file of the brand's own.
export const importTools = [
  "rewardful",
  "firstpromoter",
  "tolt",
  "dub",
  "tapfiliate",
  "partnerstack",
  "lemonsqueezy",
  "csv",
] as const;
export type ImportTool = (typeof importTools)[number];

/** The source of every event that an import records. */
export const importSource = "import";

/** What stands for the click of whoever was imported: there was none here. */
export const importedClickId = "import";
