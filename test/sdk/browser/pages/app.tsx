// A small app that is rendered on the server and taken over in the browser, in strict mode.
import { type ReactElement, StrictMode, useState } from "react";
import { SvcProvider, useSvc } from "../../../../sdk/src/react.tsx";

export type AppProps = { readonly programId: number; readonly scriptUrl: string; readonly customerKey: string };

export function App({ programId, scriptUrl, customerKey }: AppProps): ReactElement {
  const [isShown, setIsShown] = useState(true);
  return (
    <StrictMode>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Toggle
      </button>
      {isShown && (
        <SvcProvider programId={programId} scriptUrl={scriptUrl}>
          <Account customerKey={customerKey} />
        </SvcProvider>
      )}
    </StrictMode>
  );
}

function Account({ customerKey }: { readonly customerKey: string }): ReactElement {
  const svc = useSvc();
  const [state, setState] = useState("signed out");
  const signUp = async (): Promise<void> => {
    await svc?.signup(customerKey, "ada@example.com");
    setState("signed up");
  };
  return (
    <section>
      <output>{svc === null ? "no tracker" : `program ${svc.getData().programId}`}</output>
      <button type="button" onClick={() => void signUp()}>
        Sign up
      </button>
      <p>{state}</p>
    </section>
  );
}

export function Orphan(): ReactElement {
  return <Account customerKey="nobody" />;
}
