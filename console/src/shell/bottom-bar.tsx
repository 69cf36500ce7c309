// On a phone: four entries under the thumb, and a sheet with all of them.

import { Dialog } from "@base-ui/react/dialog";
import { Link } from "@tanstack/react-router";
import { Menu, X } from "lucide-react";
import { useState } from "react";
import { entries } from "../navigation.ts";
import { pathOf } from "../paths.ts";
import { say } from "../texts/shell.ts";
import { EntryCount } from "./entry-count.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ProgramSwitcher } from "./program-switcher.tsx";
import { FoldedNavigation } from "./side-navigation.tsx";

export function BottomBar({ programId }: { readonly programId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className="bottom" aria-label={say("main")}>
      {entries
        .filter(({ isInBar = false }) => isInBar)
        .map(({ path, label, icon: Icon, count }) => (
          <Link
            key={path}
            to={pathOf(programId, path)}
            className="bottom-entry"
            activeProps={{ "aria-current": "page" }}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
            <EntryCount programId={programId} of={count} />
          </Link>
        ))}
      <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <Dialog.Trigger className="bottom-entry">
          <Menu size={20} aria-hidden="true" />
          {say("more")}
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="bottom-sheet">
            <div className="sheet-head">
              <Dialog.Title className="sheet-title">{say("goTo")}</Dialog.Title>
              <Dialog.Close className="icon-button" aria-label={say("close")}>
                <X size={16} aria-hidden="true" />
              </Dialog.Close>
            </div>
            <ProgramSwitcher programId={programId} />
            <FoldedNavigation programId={programId} onGo={() => setIsOpen(false)} />
            <PersonMenu />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </nav>
  );
}
