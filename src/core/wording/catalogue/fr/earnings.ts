// Commission terms, states and tables in French.
import type { Earnings } from "../english.ts";

const kindOf = "{kind, select, share {de} other {pour}}";
const have =
  "Vous avez {metric, select, sales {{count, plural, one {# vente} other {# ventes}}} customers {{count, plural, one {# nouveau client} other {# nouveaux clients}}} other {{amount} de ventes}} {period, select, month {ce mois-ci} other {au total}}";

export const earnings: Earnings = {
  listSeparator: ", ",
  earnsFirstPayment: "{earned} {kind, select, share {du} other {pour le}} premier paiement",
  earnsEach: `{earned} ${kindOf} chaque vente`,
  earnsEachMonths: `{earned} ${kindOf} chaque vente pendant {months, plural, one {# mois} other {# mois}}`,
  earnsPayments:
    "{kind, select, share {{earned} {payments, plural, one {du premier paiement} other {des # premiers paiements}}} other {{earned} pour {payments, plural, one {le premier paiement} other {chacun des # premiers paiements}}}}",
  earnsPaymentsMonths:
    "{kind, select, share {{earned} {payments, plural, one {du premier paiement} other {des # premiers paiements}}} other {{earned} pour {payments, plural, one {le premier paiement} other {chacun des # premiers paiements}}}} pendant {months, plural, one {# mois} other {# mois}} au plus",
  earnsOnFirstSale: "{earned} {kind, select, share {de} other {pour}} la première vente à un client",
  tierFromSales:
    "{rate} à partir de {count, plural, one {# vente} other {# ventes}} {period, select, month {par mois} other {au total}}",
  tierFromCustomers:
    "{rate} à partir de {count, plural, one {# nouveau client} other {# nouveaux clients}} {period, select, month {par mois} other {au total}}",
  tierFromAmount: "{rate} à partir de {amount} de ventes {period, select, month {par mois} other {au total}}",
  tierFrom: "{rate} à partir de {figure}",
  capPerCustomer: "{amount} au plus par client",
  capPerPartner: "{amount} au plus par partenaire et par mois",
  capOfProgram: "{amount} au plus par mois pour l’ensemble des partenaires",
  youEarn: "Vous gagnez {terms}.",
  tierNow: `${have}.`,
  tierNowEarning: `${have} et gagnez donc {rate} à présent.`,
  tierHighest: `${have} et gagnez donc {rate} à présent : c’est le palier le plus élevé.`,
  tierMissing:
    "Encore {metric, select, sales {{count, plural, one {# vente} other {# ventes}}} customers {{count, plural, one {# nouveau client} other {# nouveaux clients}}} other {{amount} de ventes}} {period, select, month {ce mois-ci} other {au total}} et vous gagnerez {rate}.",

  sale: "Vente",
  earnedBy: "{kind, select, lead {Lead} bonus {Bonus} referral {Partenaire recruté} other {Vente}}",
  amount: "Montant",
  commission: "Commission",
  state: "État",
  noSales: "Aucune vente pour le moment. Partagez votre lien : les ventes apparaissent ici en quelques secondes.",
  payout: "Versement",
  made: "Établi le",
  onItsWay: "En cours",
  paid: "Payé",
  cameBack: "Revenu",
  notClaimed: "Non réclamé",
  notPaid: "Non versé",
  noPayout: "Aucun versement pour le moment. Ce qui est approuvé sera versé avec le prochain.",
  moneyCameBack: "L’argent est revenu : vérifiez vos coordonnées de paiement. La somme vous est de nouveau due.",
  beingPaidNow: "Paiement en cours.",
  beingPaidBy: "Paiement en cours par {how}.",
  paidOn: "Payé le {day}.",
  paidOnBy: "Payé le {day} par {how}.",
  reported: "Signalé",
  step: "Étape",
  lead: "Lead",
  confirmed: "Confirmé",
  notConfirmed: "Pas encore confirmé",
  noLead: "Aucun lead pour le moment.",
  clicked: "Clic",
  noClick: "Aucun clic pour le moment.",
  newest: "Plus récents",
  older: "Plus anciens",
  theLatest: "{count, plural, one {Le plus récent.} other {Les # plus récents.}}",

  notEarned: "Non acquise",
  customerRefunded: "Le client a été remboursé.",
  customerPartlyRefunded: "Le client a été remboursé en partie : voici ce qui reste.",
  disputeLost: "Le client a contesté le paiement, et la banque l’a remboursé.",
  programEnded: "Le programme a mis fin au partenariat avant le versement.",
  onHoldUntil: "En attente jusqu’au {day}",
  programWaits:
    "{days, plural, =0 {La vente est vérifiée encore une fois, car le client peut encore demander un remboursement.} one {Le programme attend # jour après une vente, car le client peut encore demander un remboursement.} other {Le programme attend # jours après une vente, car le client peut encore demander un remboursement.}}",
  onHoldNow: "En attente",
  heldByProgram: "Le programme a suspendu la commission et examine la vente.",
  heldNote: "Il précise : « {note} »",
  heldUntilReleased: "La commission suivra son cours dès que le programme la libérera.",
  heldBackNow: "Retenue",
  heldByChain: "Le paiement n’a pas été trouvé sur sa blockchain tel qu’il avait été signalé. Le programme vérifie.",
  heldByDispute: "Le client conteste le paiement auprès de sa banque. La décision suivra celle de la banque.",
  approved: "Approuvée",
  approvedNext: "Elle vous est acquise et sera versée avec le prochain versement.",
  beingPaid: "Paiement en cours",
  partOfPayout: "Elle fait partie du versement {payout}, qui est en cours.",
  paidPlain: "Payée.",
  paidWith: "Payée avec le versement {payout}.",
  paidOnWith: "Payée le {day} avec le versement {payout}.",
  takenOff: "Une partie de la vente a été remboursée depuis : {amount} seront déduits de votre prochain versement.",
  moreOwed: "{amount} de plus vous sont dus et seront versés avec votre prochain versement.",
};
