// Commission terms, states and tables in Portuguese, in Brazilian spelling.
import type { Earnings } from "../english.ts";

const kindOf = "{kind, select, share {de} other {por}}";
const have =
  "Você tem {metric, select, sales {{count, plural, one {# venda} other {# vendas}}} customers {{count, plural, one {# cliente novo} other {# clientes novos}}} other {{amount} em vendas}} {period, select, month {neste mês} other {no total}}";

export const earnings: Earnings = {
  listSeparator: ", ",
  earnsFirstPayment: "{earned} {kind, select, share {do} other {pelo}} primeiro pagamento",
  earnsEach: `{earned} ${kindOf} cada venda`,
  earnsEachMonths: `{earned} ${kindOf} cada venda durante {months, plural, one {# mês} other {# meses}}`,
  earnsPayments:
    "{kind, select, share {{earned} {payments, plural, one {do primeiro pagamento} other {dos # primeiros pagamentos}}} other {{earned} {payments, plural, one {pelo primeiro pagamento} other {por cada um dos # primeiros pagamentos}}}}",
  earnsPaymentsMonths:
    "{kind, select, share {{earned} {payments, plural, one {do primeiro pagamento} other {dos # primeiros pagamentos}}} other {{earned} {payments, plural, one {pelo primeiro pagamento} other {por cada um dos # primeiros pagamentos}}}} durante no máximo {months, plural, one {# mês} other {# meses}}",
  earnsOnFirstSale: "{earned} {kind, select, share {da} other {pela}} primeira venda a um cliente",
  tierFromSales:
    "{rate} a partir de {count, plural, one {# venda} other {# vendas}} {period, select, month {por mês} other {no total}}",
  tierFromCustomers:
    "{rate} a partir de {count, plural, one {# cliente novo} other {# clientes novos}} {period, select, month {por mês} other {no total}}",
  tierFromAmount: "{rate} a partir de {amount} em vendas {period, select, month {por mês} other {no total}}",
  tierFrom: "{rate} a partir de {figure}",
  tierPaysMonth: "por todas as vendas desse mês",
  tierAtClose: "No fechamento do mês, o seu nível vale para todas as vendas dele.",
  capPerCustomer: "no máximo {amount} por cliente",
  capPerPartner: "no máximo {amount} por parceiro e mês",
  capOfProgram: "no máximo {amount} por mês para todos os parceiros",
  youEarn: "Você ganha {terms}.",
  tierNow: `${have}.`,
  tierNowEarning: `${have} e por isso ganha {rate} agora.`,
  tierHighest: `${have} e por isso ganha {rate} agora: o nível mais alto.`,
  tierMissing:
    "Com mais {metric, select, sales {{count, plural, one {# venda} other {# vendas}}} customers {{count, plural, one {# cliente novo} other {# clientes novos}}} other {{amount} em vendas}} {period, select, month {neste mês} other {no total}}, você ganhará {rate}.",

  sale: "Venda",
  earnedBy: "{kind, select, lead {Lead} bonus {Bônus} referral {Parceiro indicado} other {Venda}}",
  amount: "Valor",
  commission: "Comissão",
  state: "Situação",
  noSales: "Ainda não há vendas. Compartilhe seu link: as vendas aparecem aqui em segundos.",
  payout: "Pagamento",
  made: "Criado",
  onItsWay: "A caminho",
  paid: "Pago",
  cameBack: "Devolvido",
  notClaimed: "Não resgatado",
  notPaid: "Não pago",
  noPayout: "Ainda não há pagamentos. O que for aprovado virá com o próximo.",
  moneyCameBack: "O dinheiro foi devolvido: verifique seus dados de recebimento. O valor continua sendo devido a você.",
  beingPaidNow: "Pagamento em andamento.",
  beingPaidBy: "Pagamento em andamento por {how}.",
  paidOn: "Pago em {day}.",
  paidOnBy: "Pago em {day} por {how}.",
  reported: "Informado",
  step: "Etapa",
  lead: "Lead",
  confirmed: "Confirmado",
  notConfirmed: "Ainda não confirmado",
  noLead: "Ainda não há leads.",
  clicked: "Clique",
  noClick: "Ainda não há cliques.",
  newest: "Mais recentes",
  older: "Anteriores",
  theLatest: "{count, plural, one {O mais recente.} other {Os # mais recentes.}}",

  notEarned: "Não ganha",
  customerRefunded: "O cliente recebeu o dinheiro de volta.",
  customerPartlyRefunded: "O cliente recebeu parte do dinheiro de volta; isto é o que resta.",
  disputeLost: "O cliente contestou o pagamento e o banco devolveu o dinheiro.",
  programEnded: "O programa encerrou a parceria antes do pagamento.",
  programReversed: "O programa analisou a venda e não paga nada por ela.",
  belowBonus: "Por causa de reembolsos, as vendas contadas já não bastam para o bônus.",
  onHoldUntil: "Retida até {day}",
  programWaits:
    "{days, plural, =0 {A venda é verificada mais uma vez, porque o cliente ainda pode pedir o dinheiro de volta.} one {O programa espera # dia após uma venda, porque o cliente ainda pode pedir o dinheiro de volta.} other {O programa espera # dias após uma venda, porque o cliente ainda pode pedir o dinheiro de volta.}}",
  onHoldNow: "Retida",
  heldByProgram: "O programa reteve a comissão e está analisando a venda.",
  heldNote: "Ele informa: “{note}”",
  heldUntilReleased: "Ela seguirá adiante quando o programa a liberar.",
  heldBackNow: "Bloqueada",
  heldByChain:
    "O pagamento não foi encontrado em sua blockchain como havia sido informado. O programa está analisando.",
  heldByDispute: "O cliente contestou o pagamento no banco. A decisão virá quando a contestação for resolvida.",
  approved: "Aprovada",
  approvedNext: "Ela é sua e virá com o próximo pagamento.",
  beingPaid: "Pagamento em andamento",
  partOfPayout: "Faz parte do pagamento {payout}, que está a caminho.",
  paidPlain: "Paga.",
  paidWith: "Paga com o pagamento {payout}.",
  paidOnWith: "Paga em {day} com o pagamento {payout}.",
  takenOff: "Desde então, parte da venda foi devolvida: {amount} serão descontados do seu próximo pagamento.",
  moreOwed: "Mais {amount} são devidos a você e virão com seu próximo pagamento.",
};
