// Variables of the environment that were meant for the service but do not exist. Ignoring one silently would leave a default where the
// operator set something: a program on the wrong database, or open instead of closed.
import { editDistance, nearestName } from "../core/vocabulary/nearest-name.ts";

/** Of a brand's own programs, as the documents write them, and of the console's development. */
const othersNames: ReadonlySet<string> = new Set(["SVC_URL", "SVC_PROGRAM_ID", "SVC_API_BASE", "SVC_ADDRESS"]);
/** Variables that Kubernetes and Docker set for a service named svc. */
const ofCluster = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
/** Shorter names resemble too much: any program may use `HOSTS`. */
const lettersMin = 8;

export function misspeltVariables(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    if (name.startsWith("SVC_")) return isOthers(name, env[name] ?? "") ? [] : [unknownFault(name, known)];
    const meant = known.find((own) => env[own] === undefined && isSlip(name, own));
    return meant === undefined ? [] : [`${name} is not known. Did you mean ${meant}?`];
  });
}

function isOthers(name: string, value: string): boolean {
  return othersNames.has(name) || ofCluster.test(name) || /^(tcp|udp|sctp):\/\//.test(value);
}

function unknownFault(name: string, known: readonly string[]): string {
  // What all of them begin with makes none of them near.
  const own = new Map(known.map((each) => [withoutPrefix(each), each]));
  const meant = own.get(nearestName(withoutPrefix(name), [...own.keys()]) ?? "") ?? null;
  const hint = meant === null ? "docs/configuration.md lists those there are." : `Did you mean ${meant}?`;
  return `${name} is not known. ${hint}`;
}

function withoutPrefix(name: string): string {
  return name.startsWith("SVC_") ? name.slice("SVC_".length) : name;
}

/** One letter too few, too many or another one, or two that changed places. */
function isSlip(name: string, own: string): boolean {
  if (own.length < lettersMin || name[0] !== own[0]) return false;
  if (Math.abs(name.length - own.length) > 1) return false;
  return editDistance(name, own) === 1 || (name.length === own.length && isTransposed(name, own));
}

function isTransposed(name: string, own: string): boolean {
  const at = [...name].findIndex((letter, place) => letter !== own[place]);
  return at >= 0 && name[at] === own[at + 1] && name[at + 1] === own[at] && name.slice(at + 2) === own.slice(at + 2);
}
