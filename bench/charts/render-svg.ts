// Renders one chart as SVG. The same figures give the same text, independent of earlier charts, and its ids are its own, so that many fit
// in one page.
import { type EChartsOption, init } from "echarts";

export type Chart = {
  /** Letters, digits and dashes; no two charts of a page share it. */
  readonly name: string;
  /** For who does not see it. */
  readonly label: string;
  readonly height: number;
  readonly option: EChartsOption;
};

const width = 760;

export function renderSvg({ name, label, height, option }: Chart): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption(option);
    // The library counts up over all charts of a process.
    const svg = chart.renderToSVGString().replaceAll(/\bzr\d+-/g, `${name}-`);
    return svg.replace("<svg ", `<svg role="img" aria-label="${escapeText(label)}" `);
  } finally {
    chart.dispose();
  }
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
