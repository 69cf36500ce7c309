// What contenders did, round by round.

export type Figures = { readonly [figure: string]: number | null };

/** What one contender did in one round. */
export type Turn = {
  readonly round: number;
  /** Of the machine in the minute before. */
  readonly load: number;
  readonly figures: Figures;
};

export type Series = {
  readonly name: string;
  /** Ours when left out. */
  readonly kind?: ContenderKind;
  /** What it is and what is durable when it answers, in one line. */
  readonly about: string;
  readonly turns: readonly Turn[];
};

/** A limit is what stays when nearly everything is left out. */
export type ContenderKind = "ours" | "peer" | "limit";
