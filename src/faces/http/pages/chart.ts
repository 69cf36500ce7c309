// A bar chart by day, an SVG without styles: its text alternative summarizes it, and a table below has its figures.
import { type Html, html, ready } from "../../../core/wording/html.ts";
import type { Words } from "../../../core/wording/say.ts";

const height = 100;
const barShare = 0.72;
const barMin = 1.5;

export type ChartDay = { readonly date: Date; readonly value: number };

export type Chart = {
  readonly title: string;
  /** The total of all days, as text. */
  readonly sum: Html | string;
  readonly days: readonly ChartDay[];
  /** A day's value in words. */
  readonly say: (value: number) => string;
  readonly id: string;
  readonly words: Words;
};

export function barChart({ title, sum, days, say, id, words }: Chart): Html {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const bars = days.map(({ value, date }, index) => {
    const size = value <= 0 ? 0 : Math.max(barMin, (value / most) * height);
    const left = index + (1 - barShare) / 2;
    return size === 0
      ? null
      : `<rect class="bar" x="${left.toFixed(2)}" y="${(height - size).toFixed(2)}" width="${barShare}" height="${size.toFixed(2)}"><title>${html`${words.say("chartDay", { day: words.shortDay(date), value: say(value) })}`.text}</title></rect>`;
  });
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const picture = `<svg viewBox="0 0 ${days.length} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-said">${bars.filter((bar) => bar !== null).join("")}<line class="base" x1="0" x2="${days.length}" y1="${height}" y2="${height}"/></svg>`;
  return html`<figure class="chart">
<h3 id="${id}-title">${title}</h3>
<p class="sum">${sum}</p>
<p class="unseen" id="${id}-said">${said(days, say, words)}</p>
${ready(picture)}
<div class="axis" aria-hidden="true"><span>${first === undefined ? "" : words.shortDay(first)}</span><span>${last === undefined ? "" : words.shortDay(last)}</span></div>
</figure>
`;
}

function said(days: readonly ChartDay[], say: Chart["say"], words: Words): string {
  const best = days.toSorted((a, b) => b.value - a.value)[0];
  if (best === undefined || best.value <= 0) return words.say("chartNothing");
  return words.say("chartMost", { day: words.shortDay(best.date), value: say(best.value) });
}
