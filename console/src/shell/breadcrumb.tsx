// Where one is: program, page, and the row that is open.

import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { programsQuery } from "../api/queries.ts";
import { sentenceOf } from "../format.ts";
import { entries, linkedPages, settingsParts } from "../navigation.ts";
import { pathOf } from "../paths.ts";
import { say } from "../texts/shell.ts";

export function Breadcrumb() {
  const { programId } = useParams({ strict: false });
  const { pathname } = useLocation();
  const { data: programs } = useQuery(programsQuery);
  if (programId === undefined) return <span />;
  const program = programs?.find(({ program_id }) => program_id === programId);
  const [, , , page, row] = pathname.split("/");
  const entry = [...entries, ...linkedPages].find(({ path }) => path === page);
  return (
    <nav aria-label={say("breadcrumb")}>
      <ol className="crumbs">
        <li>
          <Link to={pathOf(programId, "overview")}>{program?.name ?? say("programId", { programId })}</Link>
        </li>
        {entry === undefined ? null : (
          <li>
            <Link to={pathOf(programId, entry.path)}>{entry.label}</Link>
          </li>
        )}
        {row === undefined ? null : <li aria-current="page">{nameOf(page, decodeURIComponent(row))}</li>}
      </ol>
    </nav>
  );
}

/** A customer's key is shown as the brand writes it. */
function nameOf(page: string | undefined, row: string): string {
  if (page === "customers") return row;
  const part = page === "settings" ? settingsParts.find(({ id }) => id === row)?.title : undefined;
  return part ?? entries.find(({ path }) => path === page)?.row ?? sentenceOf(row);
}
