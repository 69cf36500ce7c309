// @svc/sdk/react: the tracker for a React tree. Null on a server, in the first render and where it cannot be loaded, so that
// pages render and work without it; strict mode's double effects load it once.
"use client";

import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from "react";
import type { LoadOptions } from "./browser/script.ts";
import type { Svc } from "./browser/svc.ts";
import { loadSvc } from "./index.ts";

export type SvcProviderProps = LoadOptions & {
  readonly programId: number;
  readonly children?: ReactNode;
};

const SvcContext = createContext<Svc | null | undefined>(undefined);

export function SvcProvider({ children, ...props }: SvcProviderProps): ReactElement {
  const { programId, env, scriptUrl, debug, consent } = props;
  const [svc, setSvc] = useState<Svc | null>(null);
  useEffect(() => {
    let isGone = false;
    loadSvc(programId, { env, scriptUrl, debug, consent }).then(
      (loaded) => {
        if (!isGone) setSvc(loaded);
      },
      // biome-ignore lint/suspicious/noConsole: the page goes on without the tracker, and its developer should know
      (error: unknown) => console.error("[svc]", error),
    );
    return () => {
      isGone = true;
    };
  }, [programId, env, scriptUrl, debug, consent]);
  return <SvcContext.Provider value={svc}>{children}</SvcContext.Provider>;
}

/** The tracker, or null until it is loaded. */
export function useSvc(): Svc | null {
  const svc = useContext(SvcContext);
  if (svc === undefined) throw new Error("useSvc needs an SvcProvider around it.");
  return svc;
}
