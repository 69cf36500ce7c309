// The way to anything by the keyboard: Ctrl K, or the button in the frame. What is searched with is loaded when it is first opened.
import { Search as SearchIcon } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { say } from "../texts/shell.ts";

const SearchDialog = lazy(() => import("./search-dialog.tsx").then((module) => ({ default: module.SearchDialog })));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Search({ programId }: { readonly programId: number | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setWasOpened(true);
      setIsOpen((was) => !was);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button type="button" className="search-button" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <SearchIcon size={14} aria-hidden="true" />
        <span className="search-word">{say("search")}</span>
        <span className="key" aria-hidden="true">
          {isMac ? "⌘ K" : say("ctrlK")}
        </span>
      </button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <SearchDialog programId={programId} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
