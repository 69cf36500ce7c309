// Asks before something is done. What cannot be taken back, or moves money, states its effect, asks the reason where a log will show
// it, and is not the key that Enter presses.
import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef, useState } from "react";
import { say } from "../texts/components.ts";
import { Button } from "./button.tsx";
import { ErrorNotice } from "./error-notice.tsx";

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
};

/** Any content, such as a form. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(opens) => (opens ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <Base.Title className="dialog-title">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type ConfirmProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What it will do, in numbers where there are any. */
  readonly effect: ReactNode;
  /** The button's words, such as `Apply +10.00 USD to 3 partners`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly asksReason?: boolean;
  readonly onConfirm: (reason: string) => Promise<unknown>;
};

export function Confirm(props: ConfirmProps) {
  const { isOpen, onClose, title, effect, action, isDangerous = false, asksReason = false, onConfirm } = props;
  const [reason, setReason] = useState("");
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(calm);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    setReason("");
    setState(calm);
    onClose();
  };
  const confirm = () => {
    setState({ isBusy: true, error: null });
    onConfirm(reason.trim()).then(close, (error: unknown) => setState({ isBusy: false, error }));
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(opens) => (opens ? undefined : close())}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog" initialFocus={cancel}>
          <Base.Title className="dialog-title">{title}</Base.Title>
          <Base.Description render={<div />} className="dialog-text">
            {effect}
          </Base.Description>
          {asksReason ? (
            <label className="field">
              <span className="field-label">{say("reasonShownInTheLog")}</span>
              <input className="input" value={reason} onChange={(event) => setReason(event.target.value)} />
            </label>
          ) : null}
          {state.error === null ? null : <ErrorNotice error={state.error} isChange={true} />}
          <div className="dialog-foot">
            <Button ref={cancel} onClick={close}>
              {say("cancel")}
            </Button>
            <Button
              kind={isDangerous ? "danger" : "primary"}
              isBusy={state.isBusy}
              disabled={asksReason && reason.trim() === ""}
              onClick={confirm}
            >
              {action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const calm = { isBusy: false, error: null } as const;
