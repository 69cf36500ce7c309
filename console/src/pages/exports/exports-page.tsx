// Daily exports: their lists, destinations and each day's result.

import { useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useMay } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { say } from "../../texts/connections/exports.ts";
import { ExportRuns } from "./export-runs.tsx";
import { Exports } from "./exports.tsx";
import { NewExport } from "./new-export.tsx";

export function ExportsPage() {
  const { programId } = useParams({ from: "/programs/$programId/exports" });
  const mayDecide = useMay(programId, "settings");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title={say("exports")}
      about={say("completeListsAsFilesEachDay")}
      actions={
        mayDecide ? (
          <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
            {say("addExport")}
          </Button>
        ) : null
      }
    >
      {mayDecide ? (
        <div className="stack stack-wide">
          <Exports programId={programId} />
          <ExportRuns programId={programId} />
        </div>
      ) : (
        <EmptyState title={say("ownersExport")}>{say("askAnOwnerOfTheWorkspace")}</EmptyState>
      )}
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("addExport")}>
        <NewExport programId={programId} onDone={() => setIsAdding(false)} />
      </Dialog>
    </Page>
  );
}
