// Something worth knowing on this page, in one of the four meanings.
import { CircleAlert, CircleCheck, CircleX, Info } from "lucide-react";
import type { ReactNode } from "react";

const icons = { good: CircleCheck, warn: CircleAlert, bad: CircleX, info: Info } as const;

type NoticeProps = { readonly meaning: keyof typeof icons; readonly children: ReactNode };

export function Notice({ meaning, children }: NoticeProps) {
  const Icon = icons[meaning];
  return (
    <div className={`notice notice-${meaning}`} role="status">
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
