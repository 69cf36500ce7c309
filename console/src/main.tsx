// Starts the console; without a session it shows the sign-in page.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/queries.ts";
import { router } from "./router.tsx";
import { SignInAgain } from "./shell/sign-in-again.tsx";
import "../../src/faces/http/assets/tokens.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/shell.css";
import "./styles/stories.css";
import "./styles/narrow.css";

const place = document.querySelector("#console");
if (place === null) throw new Error("The page has no place for the console.");
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements={true}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SignInAgain />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
