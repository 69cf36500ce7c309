// The entries of a program by group: all open at the side; in the sheet of a phone folded, but for the group of the current page.
import { Link, useLocation } from "@tanstack/react-router";
import type { Entry, Group } from "../navigation.ts";
import { groups } from "../navigation.ts";
import { pathOf } from "../paths.ts";
import { say } from "../texts/shell.ts";
import { EntryCount } from "./entry-count.tsx";

export function SideNavigation({ programId }: { readonly programId: number }) {
  return (
    <nav aria-label={say("program")} className="side-entries">
      {groups.map((group) => (
        <div key={group.id} className="side-group">
          {group.title === null ? null : (
            <p className="side-group-title" id={`group-${group.id}`}>
              {group.title}
            </p>
          )}
          <Entries programId={programId} group={group} labelledBy={`group-${group.id}`} />
        </div>
      ))}
    </nav>
  );
}

type FoldedNavigationProps = { readonly programId: number; readonly onGo: () => void };

export function FoldedNavigation({ programId, onGo }: FoldedNavigationProps) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const isHere = ({ path }: Entry) => `${here}/`.startsWith(`${pathOf(programId, path)}/`);
  return (
    <nav aria-label={say("program")} className="side-entries">
      {groups.map((group) =>
        group.title === null ? (
          <Entries key={group.id} programId={programId} group={group} onGo={onGo} />
        ) : (
          <details key={group.id} className="side-group" name="navigation" open={group.entries.some(isHere)}>
            <summary className="side-group-fold" id={`fold-${group.id}`}>
              {group.title}
            </summary>
            <Entries programId={programId} group={group} labelledBy={`fold-${group.id}`} onGo={onGo} />
          </details>
        ),
      )}
    </nav>
  );
}

type EntriesProps = {
  readonly programId: number;
  readonly group: Group;
  readonly labelledBy?: string;
  readonly onGo?: () => void;
};

function Entries({ programId, group: { title, entries }, labelledBy, onGo }: EntriesProps) {
  return (
    <ul {...(title === null ? {} : { "aria-labelledby": labelledBy })}>
      {entries.map(({ path, label, icon: Icon, count }) => (
        <li key={path}>
          <Link
            to={pathOf(programId, path)}
            className="side-entry"
            activeProps={{ "aria-current": "page" }}
            {...(onGo === undefined ? {} : { onClick: onGo })}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
            <EntryCount programId={programId} of={count} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
