// The dashboard and the alerts ask for figures that the service has, in a language that Prometheus reads, and the documentation names
// each figure of ours.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createTestDatabase } from "./support/database.ts";
import { describeWith, starts } from "./support/needs-tool.ts";
import { startService } from "./support/service.ts";
import { root } from "./support/tree.ts";

const testDatabase = await createTestDatabase();
// With the metrics of a replica.
const service = await startService(testDatabase.url, { DATABASE_READ_URL: testDatabase.url });
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const read = (path: string) => readFileSync(join(root, path), "utf8");
const dashboard = z
  .object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
  })
  .parse(JSON.parse(read("monitoring/grafana-dashboard.json")));
const rules = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })) })
  .parse(parse(read("monitoring/prometheus-rules.yaml")));

const questions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, text: filled(expr) }))),
  ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => ({ of: alert, text: expr }))),
];
const { text: metrics } = await service.request("/metrics");
const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));

describe("a question", () => {
  test.each(questions.map(({ of, text }) => [of, text]))("can be read by Prometheus: %s", (_, text) => {
    expect({ text, faults: faultsIn(text) }).toEqual({ text, faults: 0 });
  });

  test("that cannot be read is noticed", () => {
    expect(faultsIn("sum by (x) (rate(up[5m])")).toBeGreaterThan(0);
  });

  test("asks for a figure that the service has", () => {
    const asked = new Set(questions.flatMap(({ text }) => namesIn(text)));
    expect(asked.size).toBeGreaterThan(10);
    const missing = [...asked].filter(
      (name) => !known.has(name.replace(/_(bucket|count|sum)$/, "")) && !known.has(name),
    );
    // Prometheus makes it of each scrape.
    expect(missing).toEqual(["up"]);
  });
});

test("the documentation names every figure of the service's own, and no other", () => {
  const named = [...read("docs/watching.md").matchAll(/^\| `(svc_\w+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...known].filter((name) => name.startsWith("svc_")).sort());
});

describeWith("promtool", starts("promtool"), () => {
  test("takes the alerts, and their own tests pass", () => {
    for (const parameters of [
      ["check", "rules", "monitoring/prometheus-rules.yaml"],
      ["test", "rules", "monitoring/prometheus-rules.test.yaml"],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", parameters, { cwd: root, encoding: "utf8" });
      expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
    }
  });
});

/** As Grafana fills its variables in. */
function filled(expression: string): string {
  return expression.replaceAll("$__rate_interval", "5m").replaceAll("$job", "svc").replaceAll("$instance", ".*");
}

function faultsIn(text: string): number {
  let faults = 0;
  parser.parse(text).iterate({
    enter({ type }) {
      if (type.isError) faults += 1;
    },
  });
  return faults;
}

function namesIn(text: string): string[] {
  const names: string[] = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.name !== "VectorSelector") return;
      const identifier = node.node.getChild("Identifier");
      if (identifier !== null) names.push(text.slice(identifier.from, identifier.to));
    },
  });
  return names;
}
