// Texts of the pages of imports, in English.

import { takes } from "../message.ts";
import { openTexts } from "../say.ts";
import { shared } from "../shared.ts";

export const imports = {
  noLineHasAnythingToImport: "No line has anything to import.",
  whatWouldBeAdded: takes({ isApplied: "text" }, "What {isApplied, select, yes {was added} other {would be added}}"),
  added: "Added",
  toAdd: "To add",
  alreadyHere: "Already here",
  theSalesThatWouldBeAdded: takes(
    { isApplied: "text" },
    "The sales that {isApplied, select, yes {were} other {would be}} added, in money",
  ),
  ofTheseSales: "Of these sales",
  sold: "Sold",
  paidThere: "Paid there",
  owedHere: "Owed here",
  earnedWithoutASale: "earned without a sale",
  moneyThatWentBack: "money that went back",
  visitorsWithoutAPurchase: "visitors without a purchase",
  linesBelongToAnotherPartnerHere: takes(
    { lines: "number" },
    "{lines, plural, one {# line} other {# lines}} belong to another partner here and are not changed.",
  ),
  linesLeftOutReason: takes(
    { lines: "number", reason: "text" },
    "{lines, plural, one {# line} other {# lines}} left out: {reason}.",
  ),
  linesCannotBeImportedCorrectThem: takes(
    { lines: "number" },
    "{lines, plural, one {# line} other {# lines}} cannot be imported. Correct them and import the file again: lines that were imported are not added twice.",
  ),
  lineColumnMessage: takes(
    { line: "text", columnGiven: "text", column: "text", message: "text" },
    "Line {line}{columnGiven, select, none {} other {, {column}}}: {message}",
  ),
  downloadAllFaults: "Download all faults",
  aFile: "A file",
  firstPartnersThenCustomersThenSales:
    "First partners, then customers, then sales. You see a preview before anything is imported.",
  preview: "Preview",
  tool: "Tool",
  csvExport: "CSV export",
  nothing: "nothing",
  linesLinesOfRecordsNothingIs: takes(
    { lines: "number", records: "text" },
    "{lines, number} lines of {records}. Nothing is imported yet.",
  ),
  importedTheSameFileAgainWould: "Imported. The same file again would change nothing.",
  importWords: takes({ words: "text" }, "Import {words}"),
  importWordsAsked: takes({ words: "text" }, "Import {words}?"),
  theyBecomeHistoryWithoutFeesOr:
    "They become history, without fees or statements. Paid commissions stay paid; owed ones are owed here. This cannot be undone.",
  theyAreKeptWithoutTheOther: "They are kept without the other tool. This cannot be undone.",
  importing: "Importing",
  previewing: "Previewing",
  linesLines: takes({ lines: "number" }, "{lines, number} lines"),
  rewardful: "Rewardful",
  firstPromoter: "FirstPromoter",
  tolt: "Tolt",
  dub: "Dub",
  tapfiliate: "Tapfiliate",
  partnerStack: "PartnerStack",
  lemonSqueezy: "Lemon Squeezy",
  aFileOfMyOwn: "A file of my own",
  importId: takes({ importId: "text" }, "Import {importId}"),
  lines: "Lines",
  importedBy: "Imported by",
  finished: "Finished",
  running: "Running",
  imported: "Imported",
  interrupted: "Interrupted",
  previewed: "Previewed",
  import: "Import",
  importPartnersCustomersAndSalesFrom:
    "Import partners, customers and sales from another tool, as history that is never charged or paid again.",
  ownersImport: "Owners import",
  askAnOwnerOfTheWorkspace: "Ask an owner of the workspace to import your data.",
  history: "History",
  imports: "Imports",
  noImportsYet: "No imports yet",
  previewsAndImportsAppearHere: "Previews and imports appear here.",
  faulty: "Faulty",
  who: "Who",
  partnersCounted: takes({ count: "number" }, "{count, plural, one {# partner} other {# partners}}"),
  customersCounted: takes({ count: "number" }, "{count, plural, one {# customer} other {# customers}}"),
  salesCounted: takes({ count: "number" }, "{count, plural, one {# sale} other {# sales}}"),
  linesOfAllLines: takes({ lines: "number", all: "number" }, "{lines, number} lines of {all, number}"),
} as const;

export const { say } = openTexts({ shared, imports });
