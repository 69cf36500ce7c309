// The address of an endpoint at a NATS server: nats://host:port/subject, or tls:// where the connection has to be encrypted.
import { bareHost, faultOfHost, type OutboundPolicy } from "../../files/addresses.ts";
import { type Placeholder, unknownPlaceholders } from "../messages/partner-payload.ts";

const urlCharactersMax = 2048;
const subjectCharactersMax = 255;
const usualPort = 4222;
const schemes = { plain: "nats:", encrypted: "tls:" } as const;
/** Filled for each message. */
const subjectPlaceholders: readonly Placeholder[] = ["type", "program_id"];
/** No white space, no wildcard; what begins with `$` or `_INBOX` is the server's own. */
const subjectForm = /^(?![$]|_INBOX(?:\.|$))[!-)+-=?-~]+$/;
/** Parsers differ in what they make of a backslash and of white space. */
const addressForm = /^[a-z]+:\/\/(?![/?#])[!-[\]-~]+$/i;
const schemeForm = /^[a-z][a-z0-9+.-]*:/i;

export type NatsAddress = {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** With its placeholders. */
  readonly subject: string;
};

export function isNatsUrl(text: string): boolean {
  const scheme = schemeForm.exec(text)?.[0].toLowerCase();
  return scheme === schemes.plain || scheme === schemes.encrypted;
}

/** Of an address without a fault. */
export function readNatsAddress(text: string): NatsAddress {
  const { url, host, subject } = partsOf(text);
  return {
    host,
    port: url.port === "" ? usualPort : Number(url.port),
    isEncrypted: url.protocol === schemes.encrypted,
    subject,
  };
}

/** In words why messages cannot go there; null where they may. */
export function faultOfNatsUrl(text: string, { schemes: allowed, addresses }: OutboundPolicy): string | null {
  if (text.length > urlCharactersMax) return `must have at most ${urlCharactersMax} characters`;
  if (!addressForm.test(text) || !URL.canParse(text) || !URL.canParse(specialOf(text))) {
    return "must be an address such as tls://nats.example:4222/sales";
  }
  const { url, host, subject } = partsOf(text);
  if (url.protocol === schemes.plain && !allowed.includes("http")) return "must be an address by https or tls";
  if (url.username !== "" || url.password !== "") return "must hold no name and no password: send them as credentials";
  if (url.hash !== "" || url.search !== "") return "must hold no query and no fragment";
  if (url.port === "0") return "must have another port than 0";
  if (host === "") return "must name a host";
  return faultOfSubject(subject) ?? faultOfHost(host, addresses);
}

function faultOfSubject(subject: string): string | null {
  if (subject === "") return "must end with the subject that messages are published to, such as /sales.{type}";
  const unknown = unknownPlaceholders(subject);
  const strange = [...subject.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, name]) => name ?? "");
  const other = strange.filter((name) => !subjectPlaceholders.some((known) => known === name));
  if (unknown.length + other.length > 0) {
    return `has placeholders that a subject does not take: ${[...new Set([...unknown, ...other])].join(", ")}`;
  }
  const filled = subject.replaceAll(/\{[a-z_]+\}/g, "x");
  const isSubject = subjectForm.test(filled) && filled.split(".").every((token) => token !== "");
  if (isSubject && filled.length <= subjectCharactersMax) return null;
  return `must end with a subject of at most ${subjectCharactersMax} characters, without spaces, wildcards and empty parts`;
}

function partsOf(text: string): { readonly url: URL; readonly host: string; readonly subject: string } {
  const url = new URL(text);
  const afterHost = text.slice(text.indexOf("//") + 2);
  const slash = afterHost.indexOf("/");
  // As it was written: a URL's path encodes what a subject may have.
  const path = slash === -1 ? "" : afterHost.slice(slash + 1);
  return { url, host: bareHost(new URL(specialOf(text))), subject: path };
}

/** Hosts are read strictly, numbers as addresses, in the schemes that browsers know. */
function specialOf(text: string): string {
  return text.replace(schemeForm, "ftp:");
}
