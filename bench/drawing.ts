// Charts are drawn by a process of its own: only that one needs the chart library.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** bench/results/index.html, from all results there are. */
export function drawPage(): void {
  draw("draw-page.ts");
}

/** docs/benchmarks/*.svg, from all results there are. */
export function drawCharts(): void {
  draw("draw-docs.ts");
}

function draw(script: string): void {
  const path = fileURLToPath(new URL(`charts/${script}`, import.meta.url));
  execFileSync(process.execPath, [path], { stdio: "inherit" });
}
