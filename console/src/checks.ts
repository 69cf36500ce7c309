// What is checked while a person types. The service decides: this only says earlier what it would refuse.
import { partnerCodePattern, partnerCodeRule } from "../../src/core/rules/partner-code.ts";
import { say } from "./texts/shell.ts";

/** What is wrong with a text, or null. */
export type Check = (text: string) => string | null;

const nameCharactersMax = 255;
const addressCharactersMax = 500;

export const checkName: Check = (text) =>
  text.length > nameCharactersMax ? say("mustHaveAtMostNameCharactersMaxCharacters", { nameCharactersMax }) : null;

/** Codes that differ in case alone count as one, as people read them. */
export function checkCode(taken: readonly string[]): Check {
  const known = new Set(taken.map((code) => code.toLowerCase()));
  return (text) => {
    if (!partnerCodePattern.test(text)) return partnerCodeRule;
    return known.has(text.toLowerCase()) ? say("isTheCodeOfAnotherPartner") : null;
  };
}

/** Of a page or an endpoint: `http` or `https`, with a host. */
export const checkAddress: Check = (text) => {
  if (text.length > addressCharactersMax)
    return say("mustHaveAtMostAddressCharactersMaxCharacters", { addressCharactersMax });
  const url = URL.parse(text);
  const isWeb = url !== null && ["http:", "https:"].includes(url.protocol) && /^https?:\/\//i.test(text);
  return isWeb ? null : say("mustBeAnAddressSuchAs");
};

/** Of a subject at a NATS server. */
export const checkNatsAddress: Check = (text) => {
  if (text.length > addressCharactersMax)
    return say("mustHaveAtMostAddressCharactersMaxCharacters", { addressCharactersMax });
  return /^(?:tls|nats):\/\/[^/]+\/\S+$/i.test(text) ? null : say("mustBeAnAddressOfASubject");
};

const codeCharactersMax = 40;

/** A free code made of a partner's name: `Đỗ Minh` is `do-minh`. */
export function proposeCode(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[đĐ]/g, "d")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, codeCharactersMax)
    .replace(/^-+|-+$/g, "");
  if (plain === "") return "";
  const known = new Set(taken.map((code) => code.toLowerCase()));
  let code = plain;
  for (let number = 2; known.has(code); number += 1) code = `${plain}-${number}`;
  return code;
}
