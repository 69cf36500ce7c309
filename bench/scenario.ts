// What a scenario is: a file in scenarios/, named as it is called, that exports `scenario`. It sets everything up, lets its
// contenders take turns, checks that what they came to is right, and hands back figures. It throws on a wrong result, and never
// because something was slow.
import type { ScenarioReport } from "./report/scenario-report.ts";

export type Flag = {
  /** Without its dashes. */
  readonly name: string;
  readonly meaning: string;
  /** Its kind is the flag's kind. */
  readonly default: number | string;
};

export type Options = {
  readonly rounds: number;
  /** Of one turn of one contender. */
  readonly seconds: number;
  readonly connections: number;
  /** Whether this contender takes part. */
  wants(contender: string): boolean;
  /** A flag of the scenario's own. */
  number(flag: string): number;
  text(flag: string): string;
};

export type Finding = Pick<ScenarioReport, "settings" | "tables" | "bars" | "checks" | "notes"> & {
  /** Version of the server. */
  readonly postgres: string;
};

export type Scenario = {
  /** What it measures, in one line. */
  readonly title: string;
  /** Of its contenders, those there are to choose from with --only. */
  readonly contenders: readonly string[];
  readonly flags?: readonly Flag[];
  run(options: Options): Promise<Finding>;
};
