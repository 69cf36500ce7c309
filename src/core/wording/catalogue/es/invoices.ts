// Self-billing in Spanish.
import type { Invoices } from "../english.ts";

export const invoices: Invoices = {
  invoices: "Facturas",
  invoicesText:
    "{program} puede emitir en su nombre las facturas de sus comisiones. Es la facturación por el destinatario: usted no emite ninguna.",
  invoicesNotOffered: "{program} no emite facturas por sus socios en este momento.",
  selfBillingConsent:
    "Acepto que {program} emita en mi nombre una factura por cada pago, y una factura rectificativa si el dinero es devuelto. No emito facturas propias por estos pagos. Mantengo mis datos fiscales al día, también si cambia o termina mi alta en el IVA.",
  agreeToInvoices: "Acepto",
  selfBillingAgreed: "Usted aceptó el {day}.",
  selfBillingNewText:
    "El texto ha cambiado desde entonces. Léalo y acéptelo de nuevo; hasta entonces vale lo que usted aceptó.",
  selfBillingWithdrawn: "Usted retiró su aceptación el {day}: los pagos posteriores no tienen factura aquí.",
  withdrawConsent: "Retirar mi aceptación",
  withdrawHint: "Si la retira, las facturas emitidas se mantienen y usted emite las de los pagos posteriores.",
  taxDetailsFirst: "Su nombre y dirección en la factura vienen de sus datos fiscales: indíquelos primero.",
  addTaxDetails: "Indicar sus datos fiscales",
  noInvoices: "Aún no hay facturas.",
  invoicesFollow: "Cada pago recibe su factura a los pocos minutos de haberse abonado.",
  kindInvoice: "Factura",
  kindCreditNote: "Factura rectificativa",
  downloadPdf: "Descargar PDF",
  invoiceErased: "Su contenido fue borrado.",
  docInvoice: "Factura – facturación por el destinatario",
  docCreditNote: "Factura rectificativa – facturación por el destinatario",
  docNumber: "Número",
  docIssuedOn: "Fecha de emisión",
  docPaidOn: "Pagado el",
  docReturnedOn: "Dinero devuelto el",
  docPayout: "Pago",
  docTakesBack: "Anula",
  docSupplier: "Proveedor",
  docCustomer: "Cliente",
  docVatId: "NIF-IVA: {id}",
  docDescription: "Concepto",
  docAmount: "Importe, {currency}",
  docCommissions:
    "Captación de clientes: comisiones de socio de {program} ({count, plural, one {# comisión} other {# comisiones}})",
  docCorrections:
    "Descontado tras pagos anteriores, por ejemplo por reembolsos ({count, plural, one {# comisión} other {# comisiones}})",
  docNet: "Base imponible",
  docVat: "IVA {rate}",
  docTotal: "Total",
  docPaid: "Pagado el {day}: no queda nada por pagar.",
  docReturned: "El pago de la factura {number} fue devuelto el {day}. Este documento anula la factura por completo.",
  docIssuedBy: "Facturación por el destinatario: emitida por {customer} en nombre del proveedor, con su acuerdo.",
  docReverseCharge: "Inversión del sujeto pasivo – Reverse charge (artículo 196 de la Directiva 2006/112/CE).",
  docOutsideEu: "IVA no repercutido: proveedor y cliente están en países distintos, no ambos en la Unión Europea.",
  docNoVat: "No se repercute IVA.",
};
