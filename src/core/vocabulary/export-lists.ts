// What a program can have exported by the day, and where to.

export const exportLists = [
  "sales",
  "commissions",
  "adjustments",
  "payouts",
  "fees",
  "refunds",
  "disputes",
  "customers",
  "clicks",
  "leads",
  "partners",
  "events",
] as const;
export type ExportList = (typeof exportLists)[number];

export const exportTargets = ["folder", "s3"] as const;
export type ExportTarget = (typeof exportTargets)[number];

export const exportRunStatuses = ["waiting", "running", "done", "failed"] as const;
