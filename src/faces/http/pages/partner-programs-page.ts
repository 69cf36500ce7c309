// A person's programs as a partner, and the programs where an application is pending.
import type { ApplicationStatus } from "../../../core/vocabulary/statuses.ts";
import { type Html, html } from "../../../core/wording/html.ts";
import type { Membership, OwnApplication } from "../../../product/partners/memberships-read.ts";
import { framePage } from "./frame.ts";

export function partnerProgramsPage(
  prefix: string,
  memberships: readonly Membership[],
  applications: readonly OwnApplication[],
): string {
  const isEmpty = memberships.length === 0 && applications.length === 0;
  return framePage({
    title: "Your programs",
    prefix,
    kind: "card",
    body: html`<div class="box"><h1>Your programs</h1>
${isEmpty ? html`<p>You are a partner of no program with this e-mail. Ask the brand to add it, or sign up on the brand's page for partners.</p>` : null}
<ul class="choices">${memberships.map(
      ({ program_id, program_name, partner_name }) =>
        html`<li><a href="${prefix}/partners/${program_id}"><strong>${program_name}</strong><span class="quiet">${partner_name}</span></a></li>`,
    )}${applications.map(({ program_name, status }) => html`<li><div class="choice"><strong>${program_name}</strong>${badge(status)}</div></li>`)}</ul>
${applications.some(({ status }) => status === "pending") ? html`<p class="quiet">A brand looks at your request. Sign in again in a day or two: its page is here then.</p>` : null}
<form method="post" action="${prefix}/partners/sign-out"><div class="buttons"><button class="button">Sign out</button></div></form></div>`,
  });
}

function badge(status: ApplicationStatus): Html {
  return status === "declined"
    ? html`<span class="badge bad">Declined</span>`
    : html`<span class="badge info">Waiting for approval</span>`;
}
