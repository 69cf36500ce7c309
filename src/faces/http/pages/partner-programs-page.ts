// A person's programs as a partner, and the programs where an application is pending.
import type { ApplicationStatus } from "../../../core/vocabulary/statuses.ts";
import { type Html, html } from "../../../core/wording/html.ts";
import type { Words } from "../../../core/wording/say.ts";
import type { Membership, OwnApplication } from "../../../product/partners/memberships-read.ts";
import { framePage } from "./frame.ts";
import type { Spoken } from "./language-switch.ts";

export function partnerProgramsPage(
  prefix: string,
  memberships: readonly Membership[],
  applications: readonly OwnApplication[],
  spoken: Spoken,
): string {
  const { words } = spoken;
  const isEmpty = memberships.length === 0 && applications.length === 0;
  return framePage({
    title: words.say("yourPrograms"),
    spoken,
    prefix,
    kind: "card",
    body: html`<div class="box"><h1>${words.say("yourPrograms")}</h1>
${isEmpty ? html`<p>${words.say("noPrograms")}</p>` : null}
<ul class="choices">${memberships.map(
      ({ program_id, program_name, partner_name }) =>
        html`<li><a href="${prefix}/partners/${program_id}"><strong>${program_name}</strong><span class="quiet">${partner_name}</span></a></li>`,
    )}${applications.map(({ program_name, status }) => html`<li><div class="choice"><strong>${program_name}</strong>${badge(status, words)}</div></li>`)}</ul>
${applications.some(({ status }) => status === "pending") ? html`<p class="quiet">${words.say("brandLooks")}</p>` : null}
<form method="post" action="${prefix}/partners/sign-out"><div class="buttons"><button class="button">${words.say("signOut")}</button></div></form></div>`,
  });
}

function badge(status: ApplicationStatus, words: Words): Html {
  return status === "declined"
    ? html`<span class="badge bad">${words.say("declined")}</span>`
    : html`<span class="badge info">${words.say("waiting")}</span>`;
}
