// Adds a partner next to the list, and opens it.
import { useNavigate, useParams } from "@tanstack/react-router";
import { Sheet } from "../../components/sheet.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/partners.ts";
import { NewPartnerForm } from "./new-partner-form.tsx";

export function NewPartnerSheet() {
  const { programId } = useParams({ from: "/programs/$programId/partners/new" });
  const navigate = useNavigate();
  const close = () => void navigate({ to: pathOf(programId, "partners") });
  return (
    <Sheet title={say("addPartner")} onClose={close}>
      <NewPartnerForm
        programId={programId}
        onCancel={close}
        onDone={(partnerId) => navigate({ to: pathOf(programId, "partners", partnerId) })}
      />
    </Sheet>
  );
}
