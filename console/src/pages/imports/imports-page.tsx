// Beginning with what there is: another tool's export taken over, and the imports there were.

import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useMay } from "../../components/may.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatCount, sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/imports.ts";
import { authorNamed } from "../settings/access/author-named.ts";
import { ImportFile } from "./import-file.tsx";
import { type Import, toolNamed } from "./import-query.ts";
import { ImportStatus } from "./import-status.tsx";

export function ImportsPage() {
  const { programId } = useParams({ from: "/programs/$programId/imports" });
  const mayImport = useMay(programId, "settings");
  return (
    <Page title={say("import")} about={say("importPartnersCustomersAndSalesFrom")}>
      {mayImport ? (
        <>
          <ImportFile programId={programId} />
          <History programId={programId} />
        </>
      ) : (
        <EmptyState title={say("ownersImport")}>{say("askAnOwnerOfTheWorkspace")}</EmptyState>
      )}
      <Outlet />
    </Page>
  );
}

function History({ programId }: { readonly programId: number }) {
  return (
    <Section title={say("history")}>
      <DataList<Import>
        name="imports"
        label={say("imports")}
        queryKey={["program", programId, "imports"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/imports", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columns}
        rowId={({ import_id }) => String(import_id)}
        rowPath={({ import_id }) => pathOf(programId, "imports", import_id)}
        always={{ order: "newest" }}
        isLive={true}
        csvPath={`/api/v1/programs/${programId}/imports`}
        empty={<EmptyState title={say("noImportsYet")}>{say("previewsAndImportsAppearHere")}</EmptyState>}
      />
    </Section>
  );
}

const columns: readonly Column<Import>[] = [
  {
    id: "import",
    title: say("import"),
    cell: ({ import_id, records }) => `${records === null ? say("import") : sentenceOf(records)} ${import_id}`,
  },
  { id: "status", title: say("state"), cell: (each) => <ImportStatus of={each} /> },
  { id: "tool", title: say("from"), isWide: true, cell: ({ tool }) => toolNamed(tool) },
  { id: "lines", title: say("lines"), isFigure: true, isWide: true, cell: ({ lines }) => formatCount(lines) },
  {
    id: "faulty",
    title: say("faulty"),
    isFigure: true,
    isWide: true,
    cell: ({ faulty_lines }) => formatCount(faulty_lines),
  },
  { id: "who", title: say("who"), isProse: true, isWide: true, cell: (each) => authorNamed(each) },
  { id: "started_at", title: say("started"), isWide: true, cell: ({ started_at }) => <Time at={started_at} /> },
];
