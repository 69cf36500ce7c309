// /partners/join/:program_id: where people sign up as partners, if the brand allows it. A program without sign-up and one that does not
// exist get the same answer. The brand sees only applicants with a confirmed mailbox.
import type { Request, RequestHandler } from "express";
import { defaultGroupId } from "../../../core/rules/events/group-events.ts";
import { partnerCodePattern, partnerCodeRule } from "../../../core/rules/partner-code.ts";
import { name as nameField } from "../../../core/vocabulary/fields.ts";
import { earningInWords } from "../../../core/wording/terms-words.ts";
import type { PublicProgram } from "../../../product/partners/memberships-read.ts";
import type { SignUpWish } from "../../../product/portal/sessions.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { sendPage } from "../account/page.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { Page } from "../pages/form-page.ts";
import { queryOf } from "./partner-place.ts";
import { emailIn, type PortalParts, programIdOf, takeMail } from "./portal-parts.ts";
import { checkMailPage } from "./sign-in-pages.ts";

const nothing: FormValues = { get: () => "" };
const nameSchema = nameField("The partner's name").max(100);

export function showJoin(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    await parts.limits.browser.take(`partner page ${clientAddress(request)}`);
    const program = await openProgram(parts, request);
    sendPage(parts, response, program === undefined ? closedPage(parts) : joinPage(parts, program, nothing, undefined));
  };
}

export function join(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const program = await openProgram(parts, request);
      if (program === undefined) {
        sendPage(parts, response, closedPage(parts));
        return;
      }
      const application = applicationOf(program, values);
      await takeMail(parts, request, application.email);
      parts.partnerPortal.ask(application.email, application);
      sendPage(parts, response, checkMailPage(parts, `A link to confirm ${application.email} is on its way.`));
    },
    async (values, note, request) => {
      const program = await openProgram(parts, request);
      return program === undefined ? closedPage(parts) : joinPage(parts, program, values, note);
    },
  );
}

async function openProgram({ partnerPortal }: PortalParts, request: Request): Promise<PublicProgram | undefined> {
  const programId = programIdOf(request);
  const program =
    programId === undefined ? undefined : await partnerPortal.publicProgram(programId, groupIdOf(request));
  return program?.partner_sign_up === "closed" ? undefined : program;
}

/** The group that the link names; null for the default group. */
function groupIdOf(request: Request): string | null {
  const group = queryOf(request).get("group");
  return group === defaultGroupId ? null : group;
}

function applicationOf({ program_id, group: { group_id } }: PublicProgram, values: FormValues): SignUpWish {
  const name = nameSchema.safeParse(values.get("name").trim());
  if (!name.success || name.data.includes("://")) {
    throw new NotDone(
      "Your name needs 1 to 100 characters, without a web address or characters that change the direction of writing.",
    );
  }
  const code = values.get("code").trim();
  if (!partnerCodePattern.test(code)) throw new NotDone(`The code ${partnerCodeRule}.`);
  const group = group_id === defaultGroupId ? {} : { group_id };
  return { program_id, name: name.data, code, email: emailIn(values.get("email")), ...group };
}

function closedPage(parts: PortalParts): Page {
  return {
    title: "Sign-up is closed",
    status: 404,
    text: ["This program takes no new partners by this page. Ask the brand whether it invites you."],
    links: { "You are a partner already? Sign in": hrefOf(parts, "/partners/sign-in") },
  };
}

function joinPage(parts: PortalParts, program: PublicProgram, values: FormValues, note: string | undefined): Page {
  const { program_name, partner_sign_up, brand_color, group } = program;
  const { group_id, join_text } = group;
  const asked = group_id === defaultGroupId ? "" : `?group=${group_id}`;
  return {
    title: `Become a partner of ${program_name}`,
    note,
    brand: { name: program_name, color: brand_color },
    text: [
      ...(join_text === null ? [] : [join_text]),
      terms(program),
      partner_sign_up === "open"
        ? "Confirm your e-mail, and your link is ready."
        : `${program_name} looks at each request. Confirm your e-mail first.`,
    ],
    forms: [
      {
        action: hrefOf(parts, `/partners/join/${program.program_id}${asked}`),
        fields: [
          { name: "name", label: "Name", type: "text", autocomplete: "name", value: values.get("name") },
          { name: "email", label: "E-mail", type: "email", autocomplete: "email", value: values.get("email") },
          {
            name: "code",
            label: "Your code",
            type: "text",
            autocomplete: "off",
            value: values.get("code"),
            hint: "It is part of your links, such as anna in ?aff=anna. It cannot be changed.",
            isCode: true,
          },
        ],
        buttons: { join: partner_sign_up === "open" ? "Become a partner" : "Ask to become a partner" },
      },
    ],
    links: { "You are a partner already? Sign in": hrefOf(parts, "/partners/sign-in") },
  };
}

function terms({ settings: { commission, hold_period_days } }: PublicProgram): string {
  return `${earningInWords(commission)} It is yours ${hold_period_days} days after the sale.`;
}
