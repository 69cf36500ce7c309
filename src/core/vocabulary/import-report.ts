// What became of an import's lines, as it is shown and kept.
import { z } from "zod";
import { count, currency, oneOf, sum, words, wordsOrNull } from "./fields.ts";

export const importFaultsMax = 1_000;

/** Of a run that something ended. */
export const goesOnFault = "It was interrupted: import the file again, it goes on from there.";

export const importReport = z.strictObject({
  fault: wordsOrNull("Why it did not come to its end; null where it did"),
  records: oneOf(["partners", "customers", "sales"], "What the file's lines are about").nullable(),
  lines: count("Lines that were read, without the first"),
  faulty_lines: count("Lines that cannot be imported"),
  partners_new: count("Partners that are added"),
  partners_known: count("Partners that are here already"),
  customers_new: count("Customers that are bound to their partner"),
  customers_known: count("Customers that were imported before"),
  sales_new: count("Sales that are added"),
  sales_known: count("Sales that were imported before"),
  sales_already_here: count("Payments that are a sale here already; what was paid for them is kept as paid"),
  kept: count(
    "Lines that conflict with what is here, which is kept: another partner's customer or sale, another group or recruiter",
  ),
  left_out: z
    .array(z.strictObject({ reason: words("Why"), lines: count("How many") }))
    .readonly()
    .meta({ description: "Lines with nothing to import" }),
  totals: z
    .array(
      z.strictObject({
        currency,
        amount_cents: sum("Of the sales that are added"),
        commission_cents: sum("What they earned there"),
        paid_cents: sum("What was paid of it there"),
        owed_cents: sum("What is owed of it"),
      }),
    )
    .readonly()
    .meta({ description: "By currency: nothing is converted" }),
  faults: z
    .array(
      z.strictObject({
        line: count("The line of the file; the first is 1"),
        column: wordsOrNull("The column; null where it is the line as a whole"),
        message: words("What is wrong"),
      }),
    )
    .readonly()
    .meta({ description: `At most ${importFaultsMax}` }),
});

export type ImportReport = z.output<typeof importReport>;
