// Which columns a list shows, kept in this browser under the list's name.
import { Menu } from "@base-ui/react/menu";
import { Check, Columns3 } from "lucide-react";
import { say } from "../texts/components.ts";

type Titled = { readonly id: string; readonly title: string; readonly isExtra?: boolean };

type ColumnChoiceProps = {
  readonly columns: readonly Titled[];
  readonly isShown: (id: string) => boolean;
  readonly onChange: (id: string, isShown: boolean) => void;
};

export function ColumnChoice({ columns, isShown, onChange }: ColumnChoiceProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-quiet">
        <Columns3 size={14} aria-hidden="true" />
        {say("columns")}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="end">
          <Menu.Popup className="menu">
            {/* The first says which row it is. */}
            {columns.slice(1).map(({ id, title }) => (
              <Menu.CheckboxItem
                key={id}
                className="menu-item"
                checked={isShown(id)}
                onCheckedChange={(checked) => onChange(id, checked)}
              >
                <span className="menu-check">{isShown(id) ? <Check size={14} aria-hidden="true" /> : null}</span>
                {title}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** By id; a column that was never chosen or taken away is as the list has it. */
export function keptColumns(name: string, columns: readonly Titled[]): Record<string, boolean> {
  const kept = readKept(name);
  return Object.fromEntries(columns.map(({ id, isExtra = false }) => [id, kept.get(id) ?? !isExtra]));
}

export function keepColumns(name: string, shown: Readonly<Record<string, boolean>>): void {
  try {
    localStorage.setItem(`columns.${name}`, JSON.stringify(shown));
  } catch {
    // A browser that keeps nothing for us shows the list as it is.
  }
}

function readKept(name: string): ReadonlyMap<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`columns.${name}`) ?? "{}");
    const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
    return new Map(entries.flatMap(([id, isShown]) => (typeof isShown === "boolean" ? [[id, isShown]] : [])));
  } catch {
    return new Map();
  }
}
