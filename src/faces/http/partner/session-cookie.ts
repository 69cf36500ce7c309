// The cookie of a partner who is signed in: its own, of the partners' pages alone, and readable by no script.
import type { Request } from "express";
import { sessionDays } from "../../../product/portal/sessions.ts";
import { prefixOf } from "../account/page.ts";

const name = "svc.partner";
const secondsPerDay = 86_400;

type Of = { readonly baseUrl: string };

export function partnerCookieOf({ headers }: Request): string {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

export function newPartnerCookie(of: Of, sessionToken: string): string {
  return cookie(of, sessionToken, sessionDays * secondsPerDay);
}

export function endedPartnerCookie(of: Of): string {
  return cookie(of, "", 0);
}

function cookie({ baseUrl }: Of, value: string, seconds: number): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${prefixOf(baseUrl)}/partners; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
