// What each error code means, from the catalogue itself.

import { html } from "../../../core/wording/html.ts";
import { describeErrors } from "../../../product/operation/refusal.ts";
import { framePage } from "./frame.ts";

export function errorReference(prefix: string): string {
  const entries = describeErrors().map(
    ({
      code,
      statuses,
      meaning,
    }) => html`<dt id="${code}"><a href="#${code}"><code>${code}</code></a> <span>${statuses.join(", ")}</span></dt>
<dd>${meaning}</dd>
`,
  );
  return framePage({
    title: "Error codes",
    prefix,
    kind: "text",
    navigation: html`<nav aria-label="Documents"><a href="${prefix}/docs">Docs</a><a href="${prefix}/docs/api">API reference</a><a href="${prefix}/docs/errors" aria-current="page">Error codes</a></nav>`,
    body: html`<div class="stack"><h1>Error codes</h1>
<p>Branch on <code>error.code</code>, never on the message. A 4xx answer means: never send the same call again; a 5xx or 429
answer means: send it again, after <code>Retry-After</code> where it is given.</p></div>
<dl class="codes">
${entries}</dl>`,
  });
}
