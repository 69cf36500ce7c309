// Copies a text and says that it did.
import { Check, Copy as CopyIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { say } from "../../texts/components.ts";
import { Button, IconButton } from "../button.tsx";

const saidMilliseconds = 2000;

type CopyProps = { readonly text: string; readonly label: string; readonly isButton?: boolean };

export function Copy({ text, label, isButton = false }: CopyProps) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), saidMilliseconds);
    return () => clearTimeout(timer);
  }, [isDone]);
  const icon = isDone ? <Check size={14} aria-hidden="true" /> : <CopyIcon size={14} aria-hidden="true" />;
  const copy = () => {
    void copyText(text).then(() => setIsDone(true));
  };
  return (
    <>
      {isButton ? (
        <Button onClick={copy} icon={icon}>
          {isDone ? say("copied") : label}
        </Button>
      ) : (
        <IconButton onClick={copy} icon={icon} label={isDone ? say("copied") : label} />
      )}
      <span className="visually-hidden" role="status">
        {isDone ? say("copied") : ""}
      </span>
    </>
  );
}

/** The clipboard is kept from pages that come without HTTPS, as behind a plain address of a private network. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
