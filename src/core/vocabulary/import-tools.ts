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

/** The click id of an imported person, who had no click here. */
export const importedClickId = "import";
