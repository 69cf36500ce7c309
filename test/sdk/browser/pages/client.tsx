// The app in the browser: takes over what the server rendered.
import { version } from "react";
import { hydrateRoot } from "react-dom/client";
import { App, type AppProps } from "./app.tsx";

const root = document.querySelector<HTMLElement>("#root");
if (root === null) throw new Error("the page has no root");
const props: AppProps = JSON.parse(root.dataset.props ?? "{}");
document.documentElement.dataset.react = version;
hydrateRoot(root, <App {...props} />);
