// Text in a PDF: Arimo for letters, BIZ UDPGothic for Japanese and Chinese characters, both within one line and on one baseline. Lines are
// broken here, since pdfkit breaks text of one font alone.
import { fileURLToPath } from "node:url";
import type PDFDocument from "pdfkit";

const files = {
  letters: import.meta.resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
  bold_letters: import.meta.resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"),
  characters: import.meta.resolve("@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf"),
  bold_characters: import.meta.resolve("@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf"),
} as const;

type Font = keyof typeof files;
type Document = InstanceType<typeof PDFDocument>;
type Piece = { readonly text: string; readonly font: Font };

export type TextStyle = { readonly size: number; readonly isBold?: boolean; readonly color?: string };

const lineHeight = 1.4;
const baselineAt = 1.05;
const asian = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303F\u30FB\u30FC\uFF00-\uFFEF`;
/** None of them begins a line. */
const closing = "、。，．・：；？！）」』】〕〉》ー々";
const isAsian = new RegExp(`^[${asian}]`, "u");
/** A line may end behind each: a character, a blank, a word. */
const parts = new RegExp(String.raw`[${asian}][${closing}]*|\s|[^\s${asian}]+`, "gu");

/** A font's file is read when the first text is drawn in it. */
export function addFonts(document: Document): void {
  for (const [name, file] of Object.entries(files)) {
    document.registerFont(name, fileURLToPath(file));
  }
}

export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isRight?: boolean;
};

/** Answers where the next line begins. */
export function drawText(
  document: Document,
  text: string,
  { x, y, width, isRight = false }: Place,
  style: TextStyle,
): number {
  const { size, isBold = false, color = "#1a1a1a" } = style;
  document.fontSize(size).fillColor(color);
  const widthOf = ({ text: drawn, font }: Piece): number => document.font(font).widthOfString(drawn);
  let top = y;
  for (const line of linesOf(piecesOf(text, isBold), width, widthOf)) {
    const runs = runsOf(line);
    const whole = runs.reduce((sum, run) => sum + widthOf(run), 0);
    let left = isRight ? x + width - whole : x;
    for (const run of runs) {
      const wide = widthOf(run);
      document.text(run.text, left, top + size * baselineAt, { lineBreak: false, baseline: "alphabetic" });
      left += wide;
    }
    top += size * lineHeight;
  }
  return top;
}

function piecesOf(text: string, isBold: boolean): Piece[] {
  return [...text.matchAll(parts)].map(([part]) => {
    const script = isAsian.test(part) ? "characters" : "letters";
    return { text: part, font: isBold ? (`bold_${script}` as const) : script };
  });
}

function linesOf(pieces: readonly Piece[], width: number, widthOf: (piece: Piece) => number): Piece[][] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  for (const piece of pieces.flatMap((one) => (widthOf(one) > width ? lettersOf(one) : [one]))) {
    const wide = widthOf(piece);
    const isBlank = piece.text.trim() === "";
    if (used + wide > width && line.length > 0 && !isBlank) {
      lines.push(line);
      line = [];
      used = 0;
    }
    if (isBlank && line.length === 0) continue;
    line.push(piece);
    used += wide;
  }
  return line.length === 0 ? lines : [...lines, line];
}

/** Of a word that no line is wide enough for. */
function lettersOf({ text, font }: Piece): Piece[] {
  return [...text].map((letter) => ({ text: letter, font }));
}

/** What is in one font is drawn at once, without the blanks at its end. */
function runsOf(line: readonly Piece[]): Piece[] {
  const runs: Piece[] = [];
  for (const piece of line) {
    const last = runs.at(-1);
    if (last?.font === piece.font) runs[runs.length - 1] = { text: last.text + piece.text, font: last.font };
    else runs.push(piece);
  }
  return runs.map(({ text, font }, index) => ({ text: index === runs.length - 1 ? text.trimEnd() : text, font }));
}
