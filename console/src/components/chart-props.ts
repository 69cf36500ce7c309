// What a chart shows: the points of one measure and their words.
import type { ReactNode } from "react";

export type Point = { readonly date: string; readonly value: number; readonly before: number | null };

export type ChartProps = {
  /** The measure with its unit. */
  readonly title: string;
  readonly points: readonly Point[];
  /** Used in the table and in the tooltip. */
  readonly format: (value: number) => string;
  /** How many of what is counted are one on the axis: 100 for cents. */
  readonly unit?: number;
  readonly summary?: ReactNode;
  /** Of the file, without its ending. */
  readonly fileName: string;
};
