// What one process of the service does: everything, or a part of it where several share one database.

export const roles = ["all", "ingest", "api", "jobs"] as const;
export type Role = (typeof roles)[number];

export type RoleParts = {
  /** Webhooks, tracking calls and the redirects of links. */
  readonly takesDeliveries: boolean;
  /** Operations, accounts, pages and all else that is asked. */
  readonly answersCalls: boolean;
  /** Recurring jobs, and messages to endpoints. */
  readonly runsJobs: boolean;
};

export const roleParts: { readonly [Name in Role]: RoleParts } = {
  all: { takesDeliveries: true, answersCalls: true, runsJobs: true },
  ingest: { takesDeliveries: true, answersCalls: false, runsJobs: false },
  api: { takesDeliveries: false, answersCalls: true, runsJobs: false },
  jobs: { takesDeliveries: false, answersCalls: false, runsJobs: true },
};
