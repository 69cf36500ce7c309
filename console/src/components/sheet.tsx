// Details of one row, next to its list and with a URL of its own. Escape, the close button and the back button close it.
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { say } from "../texts/components.ts";

type SheetProps = {
  readonly title: ReactNode;
  /** Under the title, such as its state. */
  readonly subtitle?: ReactNode;
  /** Its buttons, at the bottom. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Sheet({ title, subtitle, actions, onClose, children }: SheetProps) {
  return (
    <Dialog.Root open={true} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="sheet">
          <header className="sheet-head">
            <div>
              <Dialog.Title className="sheet-title">{title}</Dialog.Title>
              {subtitle === undefined ? null : <div className="sheet-subtitle">{subtitle}</div>}
            </div>
            <Dialog.Close className="icon-button" aria-label={say("close")} title={say("close")}>
              <X size={16} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <div className="sheet-body">{children}</div>
          {actions === undefined ? null : <footer className="sheet-foot">{actions}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
