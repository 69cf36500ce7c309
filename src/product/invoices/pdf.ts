// Draws an invoice or credit note as a PDF of one page, from its content alone: the same bytes each time.
import PDFDocument from "pdfkit";
import type { Sum } from "../../core/vocabulary/money/money.ts";
import { wordsIn } from "../../core/wording/catalogue/catalogues.ts";
import type { Words } from "../../core/wording/say.ts";
import type { InvoiceContent, Party } from "./content.ts";
import { addFonts, drawText } from "./pdf-text.ts";

const page = { left: 56, top: 56, width: 483, bottom: 800 } as const;
const gutter = 24;
const amountWidth = 130;
const title = { size: 18, isBold: true } as const;
const heading = { size: 8.5, color: "#5a5a5a" } as const;
const body = { size: 10 } as const;
const strong = { size: 10, isBold: true } as const;
const small = { size: 9, color: "#404040" } as const;
const rule = "#c4c4c4";

type Drawing = { readonly document: InstanceType<typeof PDFDocument>; readonly words: Words };

export async function drawInvoice(content: InvoiceContent): Promise<Buffer> {
  const { pdf, bottom } = await render(content, 1);
  if (bottom <= page.bottom) return pdf;
  // Very long names and addresses: all of it is drawn smaller, so that it stays on one page.
  return (await render(content, (page.bottom - page.top) / (bottom - page.top))).pdf;
}

async function render(content: InvoiceContent, scale: number) {
  const words = wordsIn(content.language);
  const name = `${words.say(content.kind === "invoice" ? "docInvoice" : "docCreditNote")} ${content.number}`;
  const made = new Date(`${content.issued_on}T00:00:00Z`);
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    lang: content.language,
    displayTitle: true,
    info: { Title: name, Author: content.customer.name, CreationDate: made, ModDate: made },
  });
  const chunks: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  addFonts(document);
  if (scale < 1) document.scale(scale, scale, { origin: [page.left, page.top] });
  const bottom = drawPage({ document, words }, content);
  document.end();
  return { pdf: await drawn, bottom };
}

function drawPage(drawing: Drawing, content: InvoiceContent): number {
  let y = drawHead(drawing, content);
  y = drawParties(drawing, content, y + gutter);
  y = drawLines(drawing, content, y + gutter);
  return drawNotes(drawing, content, y + gutter);
}

/** The title, and below it what identifies the document. */
function drawHead({ document, words }: Drawing, content: InvoiceContent): number {
  const { say } = words;
  const { kind, number, issued_on, paid_on, payout_id, takes_back } = content;
  const below = drawText(document, say(kind === "invoice" ? "docInvoice" : "docCreditNote"), at(page.top), title) + 10;
  const facts = [
    [say("docNumber"), number],
    [say("docIssuedOn"), dayIn(words, issued_on)],
    [say("docPaidOn"), dayIn(words, paid_on)],
    [say("docPayout"), String(payout_id)],
    ...(takes_back === null
      ? []
      : [
          [say("docTakesBack"), takes_back.number],
          [say("docReturnedOn"), dayIn(words, takes_back.returned_on)],
        ]),
  ];
  const [columns, gap] = [facts.length > 4 ? 3 : facts.length, 12];
  const width = (page.width - gap * (columns - 1)) / columns;
  let y = below;
  for (let first = 0; first < facts.length; first += columns) {
    const row = facts.slice(first, first + columns);
    const ends = row.map(([label = "", value = ""], index) => {
      const x = page.left + index * (width + gap);
      return drawText(document, value, { x, y: drawText(document, label, { x, y, width }, heading), width }, body);
    });
    y = Math.max(...ends) + 6;
  }
  return y;
}

function drawParties({ document, words }: Drawing, { supplier, customer }: InvoiceContent, y: number): number {
  const width = (page.width - gutter) / 2;
  const draw = (label: string, party: Party, x: number): number => {
    let below = drawText(document, label, { x, y, width }, heading);
    below = drawText(document, party.name, { x, y: below, width }, strong);
    for (const line of addressOf(party, words)) below = drawText(document, line, { x, y: below, width }, body);
    return below;
  };
  return Math.max(
    draw(words.say("docSupplier"), supplier, page.left),
    draw(words.say("docCustomer"), customer, page.left + width + gutter),
  );
}

function addressOf({ address, country, vat_id }: Party, words: Words): string[] {
  return [
    ...address,
    new Intl.DisplayNames([words.locale], { type: "region" }).of(country) ?? country,
    ...(vat_id === null ? [] : [words.say("docVatId", { id: vat_id })]),
  ];
}

function drawLines({ document, words }: Drawing, content: InvoiceContent, top: number): number {
  const { say } = words;
  const { currency, vat_basis_points } = content;
  const amount = (cents: Sum): string => words.amountText(cents, currency);
  const whatWidth = page.width - amountWidth - gutter;
  const amountX = page.left + page.width - amountWidth;
  let y = top;
  const row = (what: string, cents: string, style: typeof body | typeof strong | typeof heading): void => {
    const ends = [
      drawText(document, what, { x: page.left, y, width: whatWidth }, style),
      drawText(document, cents, { x: amountX, y, width: amountWidth, isRight: true }, style),
    ];
    y = Math.max(...ends) + 4;
  };
  const line = (): void => {
    y += 2;
    document
      .moveTo(page.left, y)
      .lineTo(page.left + page.width, y)
      .lineWidth(0.5)
      .stroke(rule);
    y += 6;
  };
  row(say("docDescription"), say("docAmount", { currency }), heading);
  line();
  for (const { what, count, net_cents } of content.lines) {
    const said =
      what === "commissions"
        ? say("docCommissions", { program: content.program_name, count })
        : say("docCorrections", { count });
    row(said, amount(net_cents), body);
  }
  line();
  if (vat_basis_points !== null) {
    row(say("docNet"), amount(content.net_cents), body);
    row(say("docVat", { rate: words.percent(vat_basis_points) }), amount(content.vat_cents), body);
  }
  row(say("docTotal"), words.moneyText(content.gross_cents, currency), strong);
  return y;
}

function drawNotes({ document, words }: Drawing, content: InvoiceContent, top: number): number {
  let y = top;
  for (const note of notesOf(content, words)) y = drawText(document, note, at(y), small) + 4;
  return y;
}

function notesOf(content: InvoiceContent, words: Words): string[] {
  const { say } = words;
  const { takes_back, paid_on, customer } = content;
  const money =
    takes_back === null
      ? say("docPaid", { day: dayIn(words, paid_on) })
      : say("docReturned", { number: takes_back.number, day: dayIn(words, takes_back.returned_on) });
  return [...vatNote(content, words), money, say("docIssuedBy", { customer: customer.name })];
}

function vatNote({ vat_treatment, vat_basis_points }: InvoiceContent, { say }: Words): string[] {
  switch (vat_treatment) {
    case "reverse_charge":
      return [say("docReverseCharge")];
    case "outside_eu":
      return [say("docOutsideEu")];
    case "domestic":
      return vat_basis_points === null ? [say("docNoVat")] : [];
    case "not_charged":
      return [say("docNoVat")];
  }
}

const at = (y: number) => ({ x: page.left, y, width: page.width });

function dayIn(words: Words, day: string): string {
  return words.longDay(new Date(`${day}T00:00:00Z`));
}
