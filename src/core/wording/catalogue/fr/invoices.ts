// Self-billing in French.
import type { Invoices } from "../english.ts";

export const invoices: Invoices = {
  invoices: "Factures",
  invoicesText:
    "{program} peut établir en votre nom les factures de vos commissions. C’est l’autofacturation : vous n’en établissez aucune vous-même.",
  invoicesNotOffered: "{program} n’établit pas de factures pour ses partenaires actuellement.",
  selfBillingConsent:
    "J’accepte que {program} établisse en mon nom une facture pour chaque versement, et un avoir si l’argent revient. Je n’établis pas moi-même de facture pour ces versements. Je tiens mes informations fiscales à jour, y compris si mon assujettissement à la TVA change ou prend fin.",
  agreeToInvoices: "J’accepte",
  selfBillingAgreed: "Vous avez accepté le {day}.",
  selfBillingNewText:
    "Le texte a changé depuis. Lisez-le et acceptez-le à nouveau ; d’ici là, ce que vous avez accepté s’applique.",
  selfBillingWithdrawn: "Vous avez retiré votre accord le {day} : les versements suivants n’ont pas de facture ici.",
  withdrawConsent: "Retirer mon accord",
  withdrawHint:
    "Si vous le retirez, les factures établies restent valables et vous établissez vous-même celles des versements suivants.",
  taxDetailsFirst:
    "Votre nom et votre adresse sur la facture viennent de vos informations fiscales : indiquez-les d’abord.",
  addTaxDetails: "Indiquer vos informations fiscales",
  noInvoices: "Pas encore de facture.",
  invoicesFollow: "Chaque versement reçoit sa facture dans les minutes qui suivent le paiement.",
  kindInvoice: "Facture",
  kindCreditNote: "Avoir",
  downloadPdf: "Télécharger le PDF",
  invoiceErased: "Son contenu a été effacé.",
  docInvoice: "Facture – autofacturation",
  docCreditNote: "Avoir – autofacturation",
  docNumber: "Numéro",
  docIssuedOn: "Date d’émission",
  docPaidOn: "Payé le",
  docReturnedOn: "Argent revenu le",
  docPayout: "Versement",
  docTakesBack: "Annule",
  docSupplier: "Fournisseur",
  docCustomer: "Client",
  docVatId: "N° de TVA : {id}",
  docDescription: "Désignation",
  docAmount: "Montant, {currency}",
  docCommissions:
    "Apport de clients : commissions de partenaire de {program} ({count, plural, one {# commission} other {# commissions}})",
  docCorrections:
    "Déduit après des versements antérieurs, par exemple pour des remboursements ({count, plural, one {# commission} other {# commissions}})",
  docNet: "Montant HT",
  docVat: "TVA {rate}",
  docTotal: "Total",
  docPaid: "Payé le {day} : il ne reste rien à payer.",
  docReturned: "Le versement de la facture {number} est revenu le {day}. Cet avoir annule la facture en totalité.",
  docIssuedBy: "Autofacturation : établie par {customer} au nom et pour le compte du fournisseur, avec son accord.",
  docReverseCharge: "Autoliquidation – Reverse charge (article 196 de la directive 2006/112/CE).",
  docOutsideEu:
    "TVA non facturée : le fournisseur et le client sont dans des pays différents, qui ne sont pas tous deux dans l’Union européenne.",
  docNoVat: "Aucune TVA n’est mentionnée.",
};
