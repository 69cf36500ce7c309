// Self-billing in Portuguese.
import type { Invoices } from "../english.ts";

export const invoices: Invoices = {
  invoices: "Faturas",
  invoicesText:
    "{program} pode emitir em seu nome as faturas das suas comissões. Isso se chama autofaturação: você mesmo não emite nenhuma.",
  invoicesNotOffered: "{program} não emite faturas pelos parceiros no momento.",
  selfBillingConsent:
    "Concordo que {program} emita em meu nome uma fatura para cada pagamento, e uma nota de crédito se o dinheiro for devolvido. Não emito faturas próprias para esses pagamentos. Mantenho meus dados fiscais atualizados, também quando meu registro de IVA mudar ou terminar.",
  agreeToInvoices: "Concordo",
  selfBillingAgreed: "Você concordou em {day}.",
  selfBillingNewText: "O texto mudou desde então. Leia e concorde de novo; até lá vale o que você aceitou.",
  selfBillingWithdrawn: "Você retirou seu consentimento em {day}: os pagamentos desde então não têm fatura aqui.",
  withdrawConsent: "Retirar meu consentimento",
  withdrawHint: "Se você retirar, as faturas emitidas permanecem, e você emite as dos pagamentos seguintes.",
  taxDetailsFirst: "Seu nome e endereço na fatura vêm dos seus dados fiscais: informe-os primeiro.",
  addTaxDetails: "Informar seus dados fiscais",
  noInvoices: "Nenhuma fatura ainda.",
  invoicesFollow: "Cada pagamento recebe sua fatura poucos minutos depois de ser pago.",
  kindInvoice: "Fatura",
  kindCreditNote: "Nota de crédito",
  downloadPdf: "Baixar PDF",
  invoiceErased: "O conteúdo foi apagado.",
  docInvoice: "Fatura – autofaturação",
  docCreditNote: "Nota de crédito – autofaturação",
  docNumber: "Número",
  docIssuedOn: "Data de emissão",
  docPaidOn: "Pago em",
  docReturnedOn: "Dinheiro devolvido em",
  docPayout: "Pagamento",
  docTakesBack: "Anula",
  docSupplier: "Fornecedor",
  docCustomer: "Cliente",
  docVatId: "Nº de IVA: {id}",
  docDescription: "Descrição",
  docAmount: "Valor, {currency}",
  docCommissions:
    "Intermediação de clientes: comissões de parceiro de {program} ({count, plural, one {# comissão} other {# comissões}})",
  docCorrections:
    "Descontado após pagamentos anteriores, por exemplo por reembolsos ({count, plural, one {# comissão} other {# comissões}})",
  docNet: "Valor líquido",
  docVat: "IVA {rate}",
  docTotal: "Total",
  docPaid: "Pago em {day}: nada resta a pagar.",
  docReturned:
    "O pagamento da fatura {number} foi devolvido em {day}. Esta nota de crédito anula a fatura por inteiro.",
  docIssuedBy: "Autofaturação: emitida por {customer} em nome do fornecedor, com o seu acordo.",
  docReverseCharge: "IVA – autoliquidação – Reverse charge (artigo 196.º da Diretiva 2006/112/CE).",
  docOutsideEu: "IVA não cobrado: fornecedor e cliente estão em países diferentes, não ambos na União Europeia.",
  docNoVat: "Não é cobrado IVA.",
};
