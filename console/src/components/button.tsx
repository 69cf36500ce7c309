// A button, or a link that looks like one. One page has at most one that is primary.
import { Link } from "@tanstack/react-router";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

export type ButtonKind = "primary" | "plain" | "quiet" | "danger";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: ButtonKind;
  /** What it does is on its way: it keeps its size, and is not pressed twice. */
  readonly isBusy?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function Button({ kind = "plain", isBusy = false, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind}${className === undefined ? "" : ` ${className}`}`}
      aria-busy={isBusy}
      aria-disabled={isBusy || rest["aria-disabled"]}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      {icon}
      {children}
    </button>
  );
}

type ButtonLinkProps = {
  readonly to: string;
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

export function ButtonLink({ kind = "plain", icon, children, to }: ButtonLinkProps) {
  return (
    <Link to={to} className={`button button-${kind}`}>
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly label: string; readonly icon: ReactNode };

/** An icon button: its label is read by screen readers and shown on hover. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
      {icon}
    </button>
  );
}
