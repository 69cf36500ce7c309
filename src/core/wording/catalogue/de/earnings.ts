// Commission terms, states and tables in German.
import type { Earnings } from "../english.ts";

const have =
  "Sie haben {period, select, month {in diesem Monat} other {insgesamt}} {metric, select, sales {{count, plural, one {# Verkauf} other {# Verkäufe}}} customers {{count, plural, one {# neuen Kunden} other {# neue Kunden}}} other {Verkäufe über {amount}}}";

export const earnings: Earnings = {
  listSeparator: ", ",
  earnsFirstPayment: "{earned} {kind, select, share {von der ersten} other {für die erste}} Zahlung",
  earnsEach: "{earned} {kind, select, share {von jedem} other {für jeden}} Verkauf",
  earnsEachMonths:
    "{earned} {kind, select, share {von jedem} other {für jeden}} Verkauf, {months, plural, one {# Monat} other {# Monate}} lang",
  earnsPayments:
    "{kind, select, share {{earned} von {payments, plural, one {der ersten Zahlung} other {den ersten # Zahlungen}}} other {{earned} für {payments, plural, one {die erste Zahlung} other {jede der ersten # Zahlungen}}}}",
  earnsPaymentsMonths:
    "{kind, select, share {{earned} von {payments, plural, one {der ersten Zahlung} other {den ersten # Zahlungen}}} other {{earned} für {payments, plural, one {die erste Zahlung} other {jede der ersten # Zahlungen}}}}, höchstens {months, plural, one {# Monat} other {# Monate}} lang",
  earnsOnFirstSale: "{earned} {kind, select, share {vom} other {für den}} ersten Verkauf an einen Kunden",
  tierFromSales:
    "{rate} ab {count, plural, one {# Verkauf} other {# Verkäufen}} {period, select, month {im Monat} other {insgesamt}}",
  tierFromCustomers:
    "{rate} ab {count, plural, one {# neuem Kunden} other {# neuen Kunden}} {period, select, month {im Monat} other {insgesamt}}",
  tierFromAmount: "{rate} ab {amount} Umsatz {period, select, month {im Monat} other {insgesamt}}",
  tierFrom: "{rate} ab {figure}",
  tierPaysMonth: "für alle Verkäufe dieses Monats",
  tierAtClose: "Wenn der Monat abgeschlossen wird, gilt Ihre Stufe für alle seine Verkäufe.",
  capPerCustomer: "höchstens {amount} je Kunde",
  capPerPartner: "höchstens {amount} je Partner und Monat",
  capOfProgram: "höchstens {amount} für alle Partner im Monat",
  youEarn: "Sie verdienen {terms}.",
  tierNow: `${have}.`,
  tierNowEarning: `${have} und verdienen zurzeit {rate}.`,
  tierHighest: `${have} und verdienen zurzeit {rate}: die höchste Stufe.`,
  tierMissing:
    "Noch {metric, select, sales {{count, plural, one {# Verkauf} other {# Verkäufe}}} customers {{count, plural, one {# neuer Kunde} other {# neue Kunden}}} other {{amount} Umsatz}} {period, select, month {in diesem Monat} other {insgesamt}}, und Sie verdienen {rate}.",

  sale: "Verkauf",
  earnedBy: "{kind, select, lead {Lead} bonus {Bonus} referral {Geworbener Partner} other {Verkauf}}",
  amount: "Betrag",
  commission: "Provision",
  state: "Status",
  noSales: "Noch keine Verkäufe. Teilen Sie Ihren Link: Verkäufe erscheinen hier binnen Sekunden.",
  payout: "Auszahlung",
  made: "Erstellt",
  onItsWay: "Unterwegs",
  paid: "Bezahlt",
  cameBack: "Zurückgekommen",
  notClaimed: "Nicht abgeholt",
  notPaid: "Nicht ausgezahlt",
  noPayout: "Noch keine Auszahlung. Was genehmigt ist, kommt mit der nächsten.",
  moneyCameBack: "Das Geld kam zurück: Bitte prüfen Sie Ihre Auszahlungsdaten. Der Betrag steht Ihnen weiterhin zu.",
  beingPaidNow: "Wird ausgezahlt.",
  beingPaidBy: "Wird ausgezahlt per {how}.",
  paidOn: "Bezahlt am {day}.",
  paidOnBy: "Bezahlt am {day} per {how}.",
  reported: "Gemeldet",
  step: "Schritt",
  lead: "Lead",
  confirmed: "Bestätigt",
  notConfirmed: "Noch nicht bestätigt",
  noLead: "Noch kein Lead.",
  clicked: "Geklickt",
  noClick: "Noch kein Klick.",
  newest: "Neueste",
  older: "Ältere",
  theLatest: "Die neuesten {count}.",

  notEarned: "Nicht verdient",
  customerRefunded: "Der Kunde hat sein Geld zurückbekommen.",
  customerPartlyRefunded: "Der Kunde hat einen Teil des Geldes zurückbekommen; dies ist der Rest.",
  disputeLost: "Der Kunde hat der Zahlung widersprochen, und die Bank hat das Geld zurückgegeben.",
  programEnded: "Das Programm hat die Partnerschaft vor der Auszahlung beendet.",
  programReversed: "Das Programm hat den Verkauf geprüft und zahlt dafür nichts.",
  belowBonus: "Durch Erstattungen reichen die gezählten Verkäufe nicht mehr für den Bonus.",
  onHoldUntil: "Zurückgehalten bis {day}",
  programWaits:
    "{days, plural, =0 {Der Verkauf wird noch einmal geprüft, weil der Kunde sein Geld noch zurückverlangen kann.} one {Das Programm wartet nach einem Verkauf # Tag, weil der Kunde sein Geld noch zurückverlangen kann.} other {Das Programm wartet nach einem Verkauf # Tage, weil der Kunde sein Geld noch zurückverlangen kann.}}",
  onHoldNow: "Zurückgehalten",
  heldByProgram: "Das Programm hält die Provision zurück und prüft den Verkauf.",
  heldNote: "Es schreibt: „{note}“",
  heldUntilReleased: "Es geht weiter, sobald das Programm sie freigibt.",
  heldBackNow: "Einbehalten",
  heldByChain:
    "Die Zahlung war auf ihrer Blockchain nicht so zu finden, wie sie gemeldet wurde. Das Programm prüft sie.",
  heldByDispute:
    "Der Kunde hat der Zahlung bei seiner Bank widersprochen. Entschieden wird, wenn die Bank entschieden hat.",
  approved: "Genehmigt",
  approvedNext: "Sie gehört Ihnen und kommt mit der nächsten Auszahlung.",
  beingPaid: "Wird ausgezahlt",
  partOfPayout: "Sie gehört zu Auszahlung {payout}, die unterwegs ist.",
  paidPlain: "Bezahlt.",
  paidWith: "Bezahlt mit Auszahlung {payout}.",
  paidOnWith: "Bezahlt am {day} mit Auszahlung {payout}.",
  takenOff: "Vom Verkauf ging seither etwas zurück: {amount} werden von Ihrer nächsten Auszahlung abgezogen.",
  moreOwed: "Ihnen stehen weitere {amount} zu; sie kommen mit Ihrer nächsten Auszahlung.",
};
