// A file is looked at first: what it would add, in numbers and money. Then it is imported, with how far that is.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Faults, FileField, Form, SelectField } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { say } from "../../texts/connections/imports.ts";
import { addedWords, ImportDifference } from "./import-difference.tsx";
import { type Import, type ImportRequest, importQuery, newestQuery, sendImport, tools } from "./import-query.ts";

type Sending = { readonly request: ImportRequest; readonly sentBytes: number };

type State = {
  readonly sending: Sending | null;
  /** The last that came to its end. */
  readonly done: { readonly request: ImportRequest; readonly importId: number } | null;
  readonly error: unknown;
};

const calm: State = { sending: null, done: null, error: null };

export function ImportFile({ programId }: { readonly programId: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState(calm);
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  const { sending, done, error } = state;
  const { data: shown } = useQuery({
    ...importQuery(programId, done?.importId ?? 0),
    enabled: done !== null,
  });
  const send = async (request: ImportRequest) => {
    setState((before) => ({ ...before, sending: { request, sentBytes: 0 }, error: null }));
    try {
      const importId = await sendImport(programId, request, (sentBytes) =>
        setState((before) => ({ ...before, sending: { request, sentBytes } })),
      );
      if (request.isApplied) await client.invalidateQueries({ queryKey: ["program", programId] });
      setState({ sending: null, done: { request, importId }, error: null });
    } catch (failure) {
      setState((before) => ({ ...before, sending: null, error: failure }));
    }
  };
  const isLooked = done !== null && !done.request.isApplied;
  const words = shown === undefined ? "" : addedWords(shown);
  return (
    <Section title={say("aFile")} about={say("firstPartnersThenCustomersThenSales")}>
      <div className="stack">
        <Form
          action={say("preview")}
          kind={isLooked ? "plain" : "primary"}
          onSubmit={async ({ tool }) => {
            if (file === null) throw new Faults({ csv: say("isRequired") });
            setState({ ...calm });
            await send({ tool: tools.find(({ value }) => value === tool)?.value ?? "csv", file, isApplied: false });
          }}
        >
          <SelectField name="tool" label={say("tool")} choices={tools} />
          <FileField
            name="csv"
            label={say("csvExport")}
            accept=".csv,text/csv"
            onChange={(chosen) => {
              setFile(chosen);
              setState(calm);
            }}
          />
        </Form>
        {sending === null ? null : <Progress programId={programId} sending={sending} lines={shown?.lines ?? null} />}
        {error === null ? null : <ErrorNotice error={error} isChange={true} />}
        {sending !== null || shown === undefined || done === null ? null : (
          <div className="stack" data-state={isLooked ? "looked" : "imported"}>
            <Notice meaning={isLooked ? "info" : "good"}>
              {isLooked
                ? say("linesLinesOfRecordsNothingIs", { lines: shown.lines, records: shown.records ?? say("nothing") })
                : say("importedTheSameFileAgainWould")}
            </Notice>
            <ImportDifference shown={shown} />
            {isLooked && words !== "" ? (
              <div className="form-foot">
                <Button kind="primary" onClick={() => setIsAsked(true)}>
                  {say("importWords", { words })}
                </Button>
              </div>
            ) : null}
            <Confirm
              isOpen={isAsked}
              onClose={() => setIsAsked(false)}
              title={say("importWordsAsked", { words })}
              effect={<Effect shown={shown} />}
              action={say("importWords", { words })}
              onConfirm={async () => void send({ ...done.request, isApplied: true })}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

function Effect({ shown }: { readonly shown: Import }) {
  return shown.records === "sales" ? say("theyBecomeHistoryWithoutFeesOr") : say("theyAreKeptWithoutTheOther");
}

type ProgressProps = {
  readonly programId: number;
  readonly sending: Sending;
  /** Of the whole file, where it was looked at. */
  readonly lines: number | null;
};

function Progress({ programId, sending: { request, sentBytes }, lines }: ProgressProps) {
  const { data: running } = useQuery(newestQuery(programId, true));
  const words = request.isApplied ? say("importing") : say("previewing");
  const isCounted = request.isApplied && lines !== null && lines > 0 && running !== undefined && running !== null;
  const [value, max] = isCounted ? [running.lines, lines] : [sentBytes, request.file.size];
  return (
    <div className="progress" role="status">
      <p>
        {words}
        {running === undefined || running === null ? "…" : ` · ${readOf(running.lines, isCounted ? lines : null)}`}
      </p>
      <progress aria-label={words} value={value} max={Math.max(max, 1)} />
    </div>
  );
}

function readOf(lines: number, all: number | null): string {
  return all === null ? say("linesLines", { lines }) : say("linesOfAllLines", { lines, all });
}
