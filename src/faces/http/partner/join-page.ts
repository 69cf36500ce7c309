// /partners/join/:program_id: where people sign up as partners, if the brand allows it. A program without sign-up and one that does not
// exist get the same answer. The brand sees only applicants with a confirmed mailbox.
import type { Request, RequestHandler } from "express";
import { defaultGroupId } from "../../../core/rules/events/group-events.ts";
import { partnerCodeMarks, partnerCodePattern } from "../../../core/rules/partner-code.ts";
import { name as nameField } from "../../../core/vocabulary/fields.ts";
import type { Words } from "../../../core/wording/say.ts";
import { earningInWords } from "../../../core/wording/terms-words.ts";
import type { PublicProgram } from "../../../product/partners/memberships-read.ts";
import type { SignUpWish } from "../../../product/portal/sessions.ts";
import { type FormValues, formRoute, hrefOf, NotDone } from "../account/form.ts";
import { sendPage } from "../account/page.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { Page } from "../pages/form-page.ts";
import { AnswersRefused, answersIn, type FieldFaults, joinBodyBytesMax, joinFieldsOf } from "./join-form-fields.ts";
import { queryOf } from "./partner-place.ts";
import { emailIn, noteFor, type PortalParts, programIdOf, takeMail } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";
import { checkMailPage } from "./sign-in-pages.ts";

const nothing: FormValues = { get: () => "" };
const nameSchema = nameField("The partner's name").max(100);

export function showJoin(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    await parts.limits.browser.take(`partner page ${clientAddress(request)}`);
    const program = await openProgram(parts, request);
    const page =
      program === undefined ? closedPage(parts, request) : joinPage(parts, request, program, { values: nothing });
    sendPage(parts, response, page);
  };
}

export function join(parts: PortalParts): RequestHandler {
  return formRoute(
    { ...parts, bodyBytesMax: Math.max(parts.bodyBytesMax, joinBodyBytesMax) },
    async (request, response, values) => {
      const program = await openProgram(parts, request);
      if (program === undefined) {
        sendPage(parts, response, closedPage(parts, request));
        return;
      }
      const words = wordsFor(request);
      const application = applicationOf(program, values, { words, via: viaOf(request) });
      await takeMail(parts, request, application.email);
      parts.partnerPortal.ask(application.email, application, words);
      const { email } = application;
      sendPage(parts, response, checkMailPage(parts, request, words.say("confirmLinkSent", { email })));
    },
    async (values, note, request, error) => {
      const program = await openProgram(parts, request);
      if (program === undefined) return closedPage(parts, request);
      const faults = error instanceof AnswersRefused ? error.faults : {};
      return joinPage(parts, request, program, { values, note, faults });
    },
    noteFor,
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

/** The code of the partner whose link it is; null where no partner shared it. */
function viaOf(request: Request): string | null {
  const via = queryOf(request).get("via");
  return via !== null && partnerCodePattern.test(via) ? via : null;
}

function applicationOf(
  { program_id, group: { group_id, join_fields } }: PublicProgram,
  values: FormValues,
  { words, via }: { readonly words: Words; readonly via: string | null },
): SignUpWish {
  const name = nameSchema.safeParse(values.get("name").trim());
  if (!name.success || name.data.includes("://")) {
    throw new NotDone(words.say("nameFault"));
  }
  const code = values.get("code").trim();
  if (!partnerCodePattern.test(code)) {
    throw new NotDone(words.say("codeFault", { characters: partnerCodeMarks }));
  }
  const group = group_id === defaultGroupId ? {} : { group_id };
  const email = emailIn(values.get("email"), words);
  return {
    ...{ program_id, name: name.data, code, email, language: words.language },
    ...(join_fields.length === 0 ? {} : { answers: answersIn(join_fields, values, words) }),
    ...group,
    ...(via === null ? {} : { via }),
  };
}

function closedPage(parts: PortalParts, request: Request): Page {
  const { say } = wordsFor(request);
  return {
    title: say("joinClosed"),
    spoken: spoken(request),
    status: 404,
    text: [say("joinClosedText")],
    links: { [say("partnerAlready")]: hrefOf(parts, "/partners/sign-in") },
  };
}

type JoinState = { readonly values: FormValues; readonly note?: string; readonly faults?: FieldFaults };

function joinPage(
  parts: PortalParts,
  request: Request,
  program: PublicProgram,
  { values, note, faults = {} }: JoinState,
): Page {
  const words = wordsFor(request);
  const { say } = words;
  const { program_name, partner_sign_up, brand_color, group } = program;
  const { group_id, join_text, join_fields } = group;
  const asked = new URLSearchParams(group_id === defaultGroupId ? {} : { group: group_id });
  const via = viaOf(request);
  if (via !== null) asked.set("via", via);
  const query = asked.size === 0 ? "" : `?${asked}`;
  return {
    title: say("becomePartnerOf", { program: program_name }),
    spoken: spoken(request),
    note,
    brand: { name: program_name, color: brand_color },
    text: [
      ...(join_text === null ? [] : [join_text]),
      terms(program, words),
      partner_sign_up === "open" ? say("openToAll") : say("openByApproval", { program: program_name }),
    ],
    forms: [
      {
        action: hrefOf(parts, `/partners/join/${program.program_id}${query}`),
        fields: [
          { name: "name", label: say("name"), type: "text", autocomplete: "name", value: values.get("name") },
          { name: "email", label: say("email"), type: "email", autocomplete: "email", value: values.get("email") },
          {
            name: "code",
            label: say("yourCode"),
            type: "text",
            autocomplete: "off",
            value: values.get("code"),
            hint: say("codeHint", { code: "anna", link: "?aff=anna" }),
            isCode: true,
          },
          ...joinFieldsOf(join_fields, { values, faults }, words),
        ],
        buttons: { join: say(partner_sign_up === "open" ? "becomePartner" : "askToBecomePartner") },
      },
    ],
    links: { [say("partnerAlready")]: hrefOf(parts, "/partners/sign-in") },
  };
}

function terms({ settings: { commission, hold_period_days: days } }: PublicProgram, words: Words): string {
  return words.sentences([earningInWords(commission, words), words.say("yoursAfter", { days })]);
}
