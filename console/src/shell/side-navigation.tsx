// The entries of a program, one under the other.

import { Link } from "@tanstack/react-router";
import { entries } from "../navigation.ts";
import { pathOf } from "../paths.ts";

type SideNavigationProps = { readonly programId: number; readonly onGo?: () => void };

export function SideNavigation({ programId, onGo }: SideNavigationProps) {
  return (
    <nav aria-label="Program" className="side-entries">
      {entries.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={pathOf(programId, path)}
          className="side-entry"
          activeProps={{ "aria-current": "page" }}
          {...(onGo === undefined ? {} : { onClick: onGo })}
        >
          <Icon size={16} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
