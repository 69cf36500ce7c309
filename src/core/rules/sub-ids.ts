// Sub-ids: what a partner marks its link with, to know its own placements apart. Kept as they came, never read by a rule.

export const subIdNames = ["sub1", "sub2", "sub3", "sub4", "sub5"] as const;
export type SubIdName = (typeof subIdNames)[number];

/** Only those that were given. */
export type SubIds = { readonly [Name in SubIdName]?: string };

/** Longest one that is kept, in characters. */
export const subIdCharactersMax = 100;
