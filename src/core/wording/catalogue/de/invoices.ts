// Self-billing in German.
import type { Invoices } from "../english.ts";

export const invoices: Invoices = {
  invoices: "Abrechnungen",
  invoicesText:
    "{program} kann die Abrechnungen Ihrer Provisionen in Ihrem Namen ausstellen (Gutschriftverfahren). Sie schreiben dann selbst keine Rechnungen.",
  invoicesNotOffered: "{program} stellt derzeit keine Abrechnungen für Partner aus.",
  selfBillingConsent:
    "Ich bin einverstanden, dass {program} für jede Auszahlung eine Gutschrift in meinem Namen ausstellt und sie storniert, wenn das Geld zurückkommt. Für diese Auszahlungen stelle ich keine eigenen Rechnungen. Meine Steuerdaten halte ich aktuell, auch wenn sich meine Umsatzsteuerpflicht ändert oder endet.",
  agreeToInvoices: "Ich bin einverstanden",
  selfBillingAgreed: "Sie haben am {day} zugestimmt.",
  selfBillingNewText:
    "Der Text hat sich seitdem geändert. Lesen Sie ihn und stimmen Sie erneut zu; bis dahin gilt, womit Sie einverstanden waren.",
  selfBillingWithdrawn:
    "Sie haben Ihre Zustimmung am {day} widerrufen: Für spätere Auszahlungen gibt es hier keine Abrechnung.",
  withdrawConsent: "Zustimmung widerrufen",
  withdrawHint:
    "Wenn Sie widerrufen, bleiben ausgestellte Abrechnungen bestehen; für spätere Auszahlungen schreiben Sie selbst Rechnungen.",
  taxDetailsFirst: "Name und Adresse auf der Abrechnung kommen aus Ihren Steuerdaten: Geben Sie diese zuerst an.",
  addTaxDetails: "Steuerdaten angeben",
  noInvoices: "Noch keine Abrechnung.",
  invoicesFollow: "Jede Auszahlung erhält ihre Abrechnung wenige Minuten nachdem sie bezahlt wurde.",
  kindInvoice: "Gutschrift",
  kindCreditNote: "Storno",
  downloadPdf: "PDF herunterladen",
  invoiceErased: "Der Inhalt wurde gelöscht.",
  docInvoice: "Gutschrift",
  docCreditNote: "Stornierung der Gutschrift",
  docNumber: "Nummer",
  docIssuedOn: "Ausgestellt am",
  docPaidOn: "Bezahlt am",
  docReturnedOn: "Geld zurück am",
  docPayout: "Auszahlung",
  docTakesBack: "Storniert",
  docSupplier: "Leistender",
  docCustomer: "Leistungsempfänger",
  docVatId: "USt-IdNr.: {id}",
  docDescription: "Leistung",
  docAmount: "Betrag, {currency}",
  docCommissions:
    "Vermittlung von Kunden: Partnerprovisionen von {program} ({count, plural, one {# Provision} other {# Provisionen}})",
  docCorrections:
    "Abzug nach früheren Auszahlungen, etwa wegen Erstattungen ({count, plural, one {# Provision} other {# Provisionen}})",
  docNet: "Nettobetrag",
  docVat: "Umsatzsteuer {rate}",
  docTotal: "Gesamtbetrag",
  docPaid: "Bezahlt am {day}: Es ist nichts mehr offen.",
  docReturned:
    "Die Auszahlung zur Gutschrift {number} ist am {day} zurückgekommen. Diese Stornierung hebt die Gutschrift vollständig auf.",
  docIssuedBy:
    "Ausgestellt durch {customer} als Leistungsempfänger im Einverständnis mit dem Leistenden (Gutschriftverfahren).",
  docReverseCharge:
    "Steuerschuldnerschaft des Leistungsempfängers – Reverse charge (Artikel 196 der Richtlinie 2006/112/EG).",
  docOutsideEu:
    "Keine Umsatzsteuer ausgewiesen: Leistender und Leistungsempfänger sind in verschiedenen Ländern, nicht beide in der Europäischen Union.",
  docNoVat: "Es wird keine Umsatzsteuer ausgewiesen.",
};
