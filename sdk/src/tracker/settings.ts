// What the page says about its tracker, by attributes of the script tag and one global; read once, when the script runs.
export type Settings = {
  /** 0 when the page does not say. */
  readonly programId: number;
  /** Without a slash at its end. */
  readonly apiBase: string;
  readonly consentRequired: boolean;
  readonly debug: boolean;
};

const scriptPath = /\/js\/svc-tracker\.js$/;

export function readSettings(): Settings {
  const script = ownScript();
  const attribute = (name: string): string | null => script?.getAttribute(`data-svc-${name}`) ?? null;
  const programId = Number(attribute("program-id"));
  const debug = attribute("debug");
  return {
    programId: Number.isSafeInteger(programId) && programId > 0 ? programId : 0,
    apiBase: (attribute("api-base") || window.SVC_API_BASE || homeOf(script)).replace(/\/+$/, ""),
    consentRequired: attribute("consent") === "required",
    debug: debug !== null && debug !== "false",
  };
}

/** The browser names the running script; a script that was put into a bundle is found by its attribute. */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>("script[data-svc-program-id]");
}

/** The service is where its script comes from, also below a path of a proxy. */
function homeOf(script: HTMLScriptElement | null): string {
  if (script === null || script.src === "") return location.origin;
  const { origin, pathname } = new URL(script.src);
  return scriptPath.test(pathname) ? origin + pathname.replace(scriptPath, "") : origin;
}
