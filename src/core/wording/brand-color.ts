// A brand's colour as the accent of the pages its partners see: only where words in it can be read (4.5 to 1 on every ground of ours),
// in light and in dark apart. Where it is too dark for the dark page it is lightened until it can be read; else ours stays.
type Rgb = readonly [red: number, green: number, blue: number];

const contrastMin = 4.5;
const steps = 20;
/** The grounds of look/tokens.css on which the accent is hardest to read, and what is written on the accent itself. */
const lightGround: Rgb = [0xef, 0xf1, 0xf3];
const darkGround: Rgb = [0x26, 0x2b, 0x31];
const white: Rgb = [255, 255, 255];
const ink: Rgb = [0x0f, 0x11, 0x13];

/** A style sheet; empty where the colour can be read nowhere. */
export function brandStyle(color: string): string {
  const rgb = rgbOf(color);
  const light = isReadable(rgb, lightGround) ? rgb : undefined;
  const dark = isReadable(rgb, darkGround) ? rgb : light && lightened(light);
  return [
    light === undefined ? "" : `@media (prefers-color-scheme: light) { :root { ${declarations(light)} } }\n`,
    dark === undefined ? "" : `@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }\n`,
  ].join("");
}

/** What can be read on it, the better of the two. */
export function wordsOn(color: string): "#ffffff" | "#0f1113" {
  const rgb = rgbOf(color);
  return contrast(rgb, white) >= contrast(rgb, ink) ? "#ffffff" : "#0f1113";
}

function declarations(accent: Rgb): string {
  const color = hexOf(accent);
  return `--accent: ${color}; --accent-strong: ${color}; --chart-1: ${color}; --on-accent: ${wordsOn(color)}; --selected: color-mix(in srgb, ${color} 14%, var(--surface));`;
}

function lightened(rgb: Rgb): Rgb | undefined {
  for (let step = 1; step <= steps; step++) {
    const mixed = mix(rgb, white, step / steps);
    if (isReadable(mixed, darkGround)) return mixed;
  }
  return undefined;
}

function isReadable(rgb: Rgb, ground: Rgb): boolean {
  return contrast(rgb, ground) >= contrastMin;
}

/** As WCAG 2.2 defines it. */
function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix([red, green, blue]: Rgb, [toRed, toGreen, toBlue]: Rgb, share: number): Rgb {
  const between = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return [between(red, toRed), between(green, toGreen), between(blue, toBlue)];
}

function rgbOf(color: string): Rgb {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
