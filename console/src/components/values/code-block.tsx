// Code to copy. It scrolls by itself, by keyboard too, and never the page.

import { say } from "../../texts/components.ts";
import { Copy } from "./copy.tsx";

export function CodeBlock({ code, title }: { readonly code: string; readonly title: string }) {
  return (
    <figure className="code">
      <figcaption>
        {title}
        <Copy text={code} label={say("copyTitle", { title })} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className="code-text" tabIndex={0} aria-label={title}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
