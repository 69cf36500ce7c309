// Tabs; the caller may keep the open tab in the URL.
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type Tab = { readonly id: string; readonly title: string; readonly content: ReactNode };

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value?: string;
  readonly onChange?: (id: string) => void;
};

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const [first] = tabs;
  const chosen = value === undefined ? { defaultValue: first?.id ?? null } : { value };
  return (
    <Base.Root {...chosen} onValueChange={(id: unknown) => onChange?.(String(id))} className="tabs">
      <Base.List className="tab-list" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Base.Tab key={id} value={id} className="tab">
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="tab-panel">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
