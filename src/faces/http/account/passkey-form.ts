// The part of a page that asks the browser for a passkey: the challenge, the form that its answer is sent with, and where words of a failure go.
import { z } from "zod";
import { type Html, html } from "../../../core/wording/html.ts";
import { passkeySiteOf } from "../../../product/accounts/passkeys/passkey-site.ts";
import { type FormValues, hrefOf, NotDone, type PageParts } from "./form.ts";

export const passkeyScripts = ["passkeys.js"] as const;

export type PasskeyForm = {
  readonly does: "make" | "use";
  /** As the accounts library begins it. */
  readonly options: unknown;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly button: string;
};

export function passkeyForm(parts: PageParts, { does, options, action, hidden, button }: PasskeyForm): Html {
  const site = passkeySiteOf(parts.baseUrl)?.origin ?? "";
  const fields = Object.entries({ ...hidden, credential: "" });
  return html`<p id="passkey-note" class="hint" role="status"></p>
<noscript><p class="note bad">Passkeys need scripts, which this browser does not run.</p></noscript>
<form method="post" action="${hrefOf(parts, action)}" data-passkey="${does}" data-site="${site}" data-options="${JSON.stringify(options)}">
${fields.map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}<div class="buttons"><button class="button primary">${button}</button></div>
</form>
`;
}

const credential = z.looseObject({ id: z.string() });

/** As the page's script sends it. */
export function credentialIn(values: FormValues): z.output<typeof credential> {
  const sent = z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue("no JSON");
        return z.NEVER;
      }
    })
    .pipe(credential)
    .safeParse(values.get("credential"));
  if (!sent.success) throw new NotDone("The browser sent no passkey. Try again.");
  return sent.data;
}
