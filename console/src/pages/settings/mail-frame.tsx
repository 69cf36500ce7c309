// A mail as HTML, apart from the page's own styles. The page's policy takes no styles from markup and no picture from elsewhere: styles are
// set by script, a picture shows its text, a link leads nowhere, and the mail has no landmark of the page.
import { useEffect, useRef } from "react";

export function MailFrame({ label, html }: { readonly label: string; readonly html: string }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (place.current !== null) show(place.current, html);
  }, [html]);
  return <section ref={place} className="mail-frame" aria-label={label} />;
}

const styleSheet = /<style>([^<]*)<\/style>/;

/** What people wrote in it is escaped: an attribute is one of ours. */
function show(place: HTMLElement, html: string): void {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleSheet.exec(html)?.[1] ?? "");
  root.adoptedStyleSheets = [sheet];
  const bare = html.replace(styleSheet, "").replaceAll(' style="', ' data-style="');
  const mail = new DOMParser().parseFromString(bare, "text/html");
  for (const picture of mail.querySelectorAll("img")) picture.replaceWith(picture.alt);
  for (const link of mail.querySelectorAll("a")) link.removeAttribute("href");
  for (const main of mail.querySelectorAll("[role=main]")) main.removeAttribute("role");
  const ground = mail.createElement("div");
  ground.className = mail.body.className;
  ground.append(...mail.body.childNodes);
  root.replaceChildren(document.adoptNode(ground));
  for (const element of root.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset.style ?? "";
  }
}
