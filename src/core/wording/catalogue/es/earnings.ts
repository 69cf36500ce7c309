// Commission terms, states and tables in Spanish.
import type { Earnings } from "../english.ts";

const kindOf = "{kind, select, share {de} other {por}}";
const have =
  "Tiene {metric, select, sales {{count, plural, one {# venta} other {# ventas}}} customers {{count, plural, one {# cliente nuevo} other {# clientes nuevos}}} other {{amount} en ventas}} {period, select, month {este mes} other {en total}}";

export const earnings: Earnings = {
  listSeparator: ", ",
  earnsFirstPayment: "{earned} {kind, select, share {del} other {por el}} primer pago",
  earnsEach: `{earned} ${kindOf} cada venta`,
  earnsEachMonths: `{earned} ${kindOf} cada venta durante {months, plural, one {# mes} other {# meses}}`,
  earnsPayments:
    "{kind, select, share {{earned} {payments, plural, one {del primer pago} other {de los # primeros pagos}}} other {{earned} por {payments, plural, one {el primer pago} other {cada uno de los # primeros pagos}}}}",
  earnsPaymentsMonths:
    "{kind, select, share {{earned} {payments, plural, one {del primer pago} other {de los # primeros pagos}}} other {{earned} por {payments, plural, one {el primer pago} other {cada uno de los # primeros pagos}}}} durante un máximo de {months, plural, one {# mes} other {# meses}}",
  earnsOnFirstSale: `{earned} ${kindOf} la primera venta a un cliente`,
  tierFromSales:
    "{rate} a partir de {count, plural, one {# venta} other {# ventas}} {period, select, month {al mes} other {en total}}",
  tierFromCustomers:
    "{rate} a partir de {count, plural, one {# cliente nuevo} other {# clientes nuevos}} {period, select, month {al mes} other {en total}}",
  tierFromAmount: "{rate} a partir de {amount} en ventas {period, select, month {al mes} other {en total}}",
  tierFrom: "{rate} a partir de {figure}",
  capPerCustomer: "como máximo {amount} por cliente",
  capPerPartner: "como máximo {amount} por socio y mes",
  capOfProgram: "como máximo {amount} al mes para todos los socios",
  youEarn: "Usted gana {terms}.",
  tierNow: `${have}.`,
  tierNowEarning: `${have}, por lo que ahora gana {rate}.`,
  tierHighest: `${have}, por lo que ahora gana {rate}: es el nivel más alto.`,
  tierMissing:
    "Con {metric, select, sales {{count, plural, one {# venta más} other {# ventas más}}} customers {{count, plural, one {# cliente nuevo más} other {# clientes nuevos más}}} other {{amount} más en ventas}} {period, select, month {este mes} other {en total}}, ganará {rate}.",

  sale: "Venta",
  earnedBy: "{kind, select, lead {Lead} bonus {Bono} referral {Socio invitado} other {Venta}}",
  amount: "Importe",
  commission: "Comisión",
  state: "Estado",
  noSales: "Todavía no hay ventas. Comparta su enlace: las ventas aparecen aquí en unos segundos.",
  payout: "Pago",
  made: "Creado",
  onItsWay: "En camino",
  paid: "Pagado",
  cameBack: "Devuelto",
  notClaimed: "No reclamado",
  notPaid: "No pagado",
  noPayout: "Todavía no hay pagos. Lo aprobado llegará con el próximo.",
  moneyCameBack: "El dinero fue devuelto: revise sus datos de cobro. Se le vuelve a deber.",
  beingPaidNow: "Pago en curso.",
  beingPaidBy: "Pago en curso por {how}.",
  paidOn: "Pagado el {day}.",
  paidOnBy: "Pagado el {day} por {how}.",
  reported: "Notificado",
  step: "Paso",
  lead: "Lead",
  confirmed: "Confirmado",
  notConfirmed: "Aún sin confirmar",
  noLead: "Todavía no hay leads.",
  clicked: "Clic",
  noClick: "Todavía no hay clics.",
  newest: "Más recientes",
  older: "Anteriores",
  theLatest: "{count, plural, one {El más reciente.} other {Los # más recientes.}}",

  notEarned: "No ganada",
  customerRefunded: "El cliente recuperó su dinero.",
  customerPartlyRefunded: "El cliente recuperó parte del dinero, así que esto es lo que queda.",
  disputeLost: "El cliente impugnó el pago y el banco le devolvió el dinero.",
  programEnded: "El programa puso fin a la colaboración antes del pago.",
  onHoldUntil: "Retenida hasta el {day}",
  programWaits:
    "{days, plural, =0 {La venta se revisa una vez más, porque el cliente todavía puede pedir que se le devuelva el dinero.} one {El programa espera # día después de una venta, porque el cliente todavía puede pedir que se le devuelva el dinero.} other {El programa espera # días después de una venta, porque el cliente todavía puede pedir que se le devuelva el dinero.}}",
  onHoldNow: "Retenida",
  heldByProgram: "El programa la ha retenido y está revisando la venta.",
  heldNote: "Indica: «{note}»",
  heldUntilReleased: "Seguirá su curso cuando el programa la libere.",
  heldBackNow: "Bloqueada",
  heldByChain: "El pago no se encontró en su blockchain tal como se notificó. El programa lo está revisando.",
  heldByDispute: "El cliente ha impugnado el pago ante su banco. Se decidirá cuando el banco resuelva.",
  approved: "Aprobada",
  approvedNext: "Es suya y llegará con el próximo pago.",
  beingPaid: "Pago en curso",
  partOfPayout: "Forma parte del pago {payout}, que está en camino.",
  paidPlain: "Pagada.",
  paidWith: "Pagada con el pago {payout}.",
  paidOnWith: "Pagada el {day} con el pago {payout}.",
  takenOff: "Desde entonces se devolvió parte de la venta: {amount} se descontarán de su próximo pago.",
  moreOwed: "Se le deben {amount} más, que llegarán con su próximo pago.",
};
