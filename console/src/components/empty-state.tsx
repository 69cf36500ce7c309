// What will be here, and the one next step.
import type { ReactNode } from "react";

type EmptyStateProps = { readonly title: string; readonly children?: ReactNode; readonly action?: ReactNode };

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children === undefined ? null : <div className="empty-text">{children}</div>}
      {action}
    </div>
  );
}
