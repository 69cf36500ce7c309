// When payouts are created automatically, by currency and group, and what the next run would pay now.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { groupsQuery, type Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Faults, Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { choicesOf, useCurrencies } from "../../../components/values/currencies.ts";
import { useGroupName } from "../../../components/values/group-name.tsx";
import { Money } from "../../../components/values/money.tsx";
import { formatDay } from "../../../format.ts";
import { rich, say } from "../../../texts/settings/settings-payouts.ts";
import { amountField, optionalCents } from "./payout-amounts.ts";

type Schedule = Schemas["PayoutsSchedules"];
type Rule = Omit<Schedule, "next_run_on" | "payouts" | "amount_cents" | "left_out">;
type SchedulesProps = { readonly programId: number; readonly mayDecide: boolean };

const address = "/api/v1/programs/{program_id}/payout-schedules";

export function PayoutSchedules({ programId, mayDecide }: SchedulesProps) {
  const [edited, setEdited] = useState<Schedule | "new" | null>(null);
  const [removed, setRemoved] = useState<Schedule | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const client = useQueryClient();
  const path = { program_id: programId };
  const { data: schedules, error } = useQuery({
    queryKey: ["program", programId, "payout-schedules"],
    queryFn: () => ask(api.GET(address, { params: { path } })).then(({ data }) => data),
  });
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const set = async (body: Rule) => {
    await ask(api.PUT(address, { params: { path }, body }));
    await changed();
  };
  const pause = (schedule: Schedule) => {
    setFault(null);
    set({ ...ruleOf(schedule), is_paused: !schedule.is_paused }).catch(setFault);
  };
  const add = async (rule: Rule) => {
    const isThere = schedules?.some((one) => one.currency === rule.currency && one.group_id === rule.group_id);
    if (edited === "new" && isThere) throw new Faults({ group_id: say("haveAScheduleInThisCurrency") });
    await set(rule);
    setEdited(null);
  };
  return (
    <Section
      title={say("schedule")}
      about={say("createPayoutsOnADayOf")}
      actions={mayDecide ? <Button onClick={() => setEdited("new")}>{say("addSchedule")}</Button> : undefined}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {fault === null ? null : <ErrorNotice error={fault} isChange={true} />}
      {schedules === undefined && error === null ? <Skeleton lines={3} /> : null}
      {schedules === undefined ? null : (
        <Rows
          programId={programId}
          schedules={schedules}
          actions={
            mayDecide
              ? (schedule) => (
                  <Actions
                    schedule={schedule}
                    onChange={() => setEdited(schedule)}
                    onPause={() => pause(schedule)}
                    onRemove={() => setRemoved(schedule)}
                  />
                )
              : null
          }
        />
      )}
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === "new" ? say("addSchedule") : say("changeSchedule")}
      >
        {edited === null ? null : (
          <ScheduleForm
            programId={programId}
            schedule={edited === "new" ? null : edited}
            onCancel={() => setEdited(null)}
            onSave={add}
          />
        )}
      </Dialog>
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={say("removeThisSchedule")}
        effect={say("itStopsCreatingPayoutsExistingPayouts")}
        action={say("removeSchedule")}
        isDangerous={true}
        onConfirm={async () => {
          if (removed === null) return;
          const { currency, group_id } = removed;
          const query = { currency, ...(group_id === null ? {} : { group_id }) };
          await ask(api.DELETE(address, { params: { path, query } }));
          await changed();
        }}
      />
    </Section>
  );
}

function ruleOf({ next_run_on, payouts, amount_cents, left_out, ...rule }: Schedule): Rule {
  return rule;
}

type RowsProps = {
  readonly programId: number;
  readonly schedules: readonly Schedule[];
  readonly actions: ((schedule: Schedule) => React.ReactNode) | null;
};

function Rows({ programId, schedules, actions }: RowsProps) {
  const nameOf = useGroupName(programId);
  if (schedules.length === 0)
    return <EmptyState title={say("noSchedule")}>{say("youCreatePayoutsYourself")}</EmptyState>;
  return (
    <ul className="causes">
      {schedules.map((schedule) => {
        const { currency, group_id, day_of_month, minimum_cents, only_with_recipient } = schedule;
        const who =
          group_id === null ? say("allGroupsWithoutAScheduleOf") : say("groupName", { name: nameOf(group_id) });
        const recipients = only_with_recipient ? "known" : "other";
        return (
          <li key={`${currency} ${group_id}`} className="attention">
            <p className="attention-head">
              <strong>{say("currencyOnDayOfMonthOfEachMonth", { currency, dayOfMonth: day_of_month })}</strong>
            </p>
            <p className="attention-words">
              {minimum_cents === 1
                ? say("scheduleFor", { who, recipients })
                : rich("scheduleForFrom", {
                    who,
                    recipients,
                    amount: <Money cents={minimum_cents} currency={currency} />,
                  })}{" "}
              <NextRun schedule={schedule} />
            </p>
            {actions === null ? null : <div className="attention-words row">{actions(schedule)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

function NextRun({
  schedule: { next_run_on, payouts, amount_cents, currency, left_out },
}: {
  readonly schedule: Schedule;
}) {
  if (next_run_on === null) return say("paused");
  const run = {
    day: formatDay(next_run_on),
    payouts,
    amount: <Money cents={amount_cents} currency={currency} />,
  };
  return left_out === 0 ? rich("nextRun", run) : rich("nextRunLeavingOut", { ...run, leftOut: left_out });
}

type ActionsProps = {
  readonly schedule: Schedule;
  readonly onChange: () => void;
  readonly onPause: () => void;
  readonly onRemove: () => void;
};

function Actions({ schedule, onChange, onPause, onRemove }: ActionsProps) {
  return (
    <>
      <Button onClick={onChange}>{say("change")}</Button>
      <Button kind="quiet" onClick={onPause}>
        {schedule.is_paused ? say("resume") : say("pause")}
      </Button>
      <Button kind="quiet" onClick={onRemove}>
        {say("remove")}
      </Button>
    </>
  );
}

type ScheduleFormProps = {
  readonly programId: number;
  /** Null of a new one. */
  readonly schedule: Schedule | null;
  readonly onSave: (rule: Rule) => Promise<unknown>;
  readonly onCancel: () => void;
};

function ScheduleForm({ programId, schedule, onSave, onCancel }: ScheduleFormProps) {
  const { data: groups } = useQuery({ ...groupsQuery(programId), select: ({ data }) => data });
  const currencies = useCurrencies(schedule?.currency);
  const [chosen, setChosen] = useState<string>(schedule?.currency ?? currencies[0]);
  const currency = currencies.find((one) => one === chosen) ?? currencies[0];
  const save = async (values: Values) => {
    const { group_id = "", day_of_month, recipients } = values;
    await onSave({
      currency,
      group_id: schedule === null ? group_id || null : schedule.group_id,
      day_of_month: Number(day_of_month),
      minimum_cents: optionalCents(values, "minimum_cents", currency) ?? 1,
      only_with_recipient: recipients === "known",
      is_paused: schedule?.is_paused ?? false,
    });
  };
  return (
    <Form action={say("saveSchedule")} onCancel={onCancel} onSubmit={save}>
      {schedule === null ? (
        <>
          <SelectField
            name="currency"
            label={say("currency")}
            value={currency}
            onChange={setChosen}
            choices={choicesOf(currencies)}
          />
          <SelectField
            name="group_id"
            label={say("partnersIn")}
            choices={[
              { value: "", label: say("allGroupsWithoutAScheduleOf") },
              ...(groups ?? []).map(({ group_id, name }) => ({ value: group_id, label: name })),
            ]}
          />
        </>
      ) : null}
      <TextField
        name="day_of_month"
        label={say("dayOfMonth")}
        hint={say("at0000UtcAShorter")}
        type="number"
        min={1}
        max={31}
        isRequired={true}
        defaultValue={schedule?.day_of_month ?? 1}
      />
      <TextField
        name="minimum_cents"
        label={say("minimumAmount")}
        hint={say("smallerBalancesStayOwedEmptyNo")}
        suffix={currency}
        defaultValue={
          schedule === null || schedule.minimum_cents === 1 ? "" : amountField(schedule.minimum_cents, currency)
        }
      />
      <SelectField
        name="recipients"
        label={say("partners")}
        defaultValue={schedule?.only_with_recipient === false ? "all" : "known"}
        choices={[
          { value: "known", label: say("onlyPartnersWithPayoutDetails") },
          { value: "all", label: say("allPartnersWhoAreOwedMoney") },
        ]}
      />
    </Form>
  );
}
