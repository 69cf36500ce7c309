// The frame of a page: its title, which is the document's too, one line that says what it is for, and its buttons.
import { type ReactNode, useEffect } from "react";

type PageProps = {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export function Page({ title, about, actions, children }: PageProps) {
  useTitle(title);
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {about === undefined ? null : <p className="quiet">{about}</p>}
        </div>
        {actions === undefined ? null : <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Whence`;
  }, [title]);
}

type SectionProps = {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export function Section({ title, about, actions, children }: SectionProps) {
  return (
    <section className="section">
      <header className="section-head">
        <div>
          <h2>{title}</h2>
          {about === undefined ? null : <p className="quiet">{about}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
