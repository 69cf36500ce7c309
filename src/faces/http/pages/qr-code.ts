// A URL as a QR code: an SVG without styles, black on white regardless of the page's colors, with the quiet zone that readers need.
import qrcode from "qrcode-generator";
import { html } from "../../../core/wording/html.ts";

const quietModules = 4;

/** `label` is read where it cannot be seen. Throws for a text that is too long for any code. */
export function qrCodeSvg(text: string, label: string): string {
  const code = qrcode(0, "M");
  code.addData(text, "Byte");
  code.make();
  const modules = code.getModuleCount();
  const size = modules + 2 * quietModules;
  const dark: string[] = [];
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) dark.push(`M${column + quietModules} ${row + quietModules}h1v1h-1z`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${html`${label}`.text}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join("")}" fill="#000"/></svg>`;
}
