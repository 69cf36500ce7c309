// The app on a server, where there is no tracker.
import { renderToString } from "react-dom/server";
import { App, type AppProps, Orphan } from "./app.tsx";

export function renderApp(props: AppProps): string {
  return renderToString(<App {...props} />);
}

/** A component that asks for the tracker without a provider. */
export function renderOrphan(): string {
  return renderToString(<Orphan />);
}
