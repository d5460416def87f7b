// Exports that are made by themselves: what is due next in one line, what needs a person first, each schedule, and what came of each time.
import { Button, Group, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useAction, useCall, useSeen } from '../../../bridge/index.ts';
import {
  ActionDialog,
  CopyText,
  countWords,
  EmptyState,
  FailureNotice,
  grouped,
  InstantText,
  Link,
  navigateTo,
  Notice,
  PageFrame,
  Panel,
  TablePanel,
  plainText,
  ReadState,
  shortHash,
  Table,
  Under,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { ToneBadge } from '../../../parts/index.ts';
import { ScheduleDialog } from './dialog.tsx';
import { handedRequest, ROLL_WORDS, type Run, ruleWords, runNote, runWords, type Schedule, titleOf } from './words.ts';

const PAGE = 25;
type Asked = { readonly schedule: Schedule | null; readonly isRemoval?: true };

/** `?request=`: what a menu of exports has handed over. */
export function SchedulesPage() {
  const read = useCall('schedules.list', {}, { refreshOn: ['schedules'] });
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const handed = handedRequest(route.text('request'));
  const [asked, setAsked] = useState<Asked | null>(null);
  const shown = asked ?? (handed === null ? null : { schedule: null });
  const schedules = read.data?.schedules ?? [];
  // As it is now, whoever has changed it since it was asked for; one that is gone as it was.
  const shownNow = schedules.find(({ id }) => id === shown?.schedule?.id) ?? shown?.schedule ?? null;
  const close = (): void => {
    setAsked(null);
    if (handed !== null) navigateTo(screenPath('schedules'), { replace: true });
  };
  const isFull = read.data !== undefined && schedules.length >= read.data.most;
  return (
    <PageFrame
      title="Scheduled exports"
      back={<Link to={screenPath('months')}>Statements</Link>}
      subtitle={read.data === undefined ? undefined : <NextOf schedules={schedules} />}
      actions={
        <Button
          variant="filled"
          disabled={read.data === undefined || isFull}
          title={isFull ? `At most ${read.data?.most ?? 0}; remove one first` : undefined}
          onClick={() => setAsked({ schedule: null })}
        >
          New…
        </Button>
      }
    >
      <ReadState read={read} unreadTitle="The scheduled exports could not be read">
        {() => (
          <>
            {schedules.map((schedule) => (
              <Trouble key={schedule.id} schedule={schedule} />
            ))}
            {schedules.length === 0 ? (
              <EmptyState kind="nothing-yet" title="Nothing is exported by itself">
                The fees of each month, a list every Monday: New… makes one, and so does “By itself” in the menu of
                every export, with the filter that is set there.
              </EmptyState>
            ) : (
              <Panel flush>
                <Schedules schedules={schedules} onAsk={setAsked} />
              </Panel>
            )}
            <Runs />
          </>
        )}
      </ReadState>
      {shown === null ? null : shown.isRemoval === true && shownNow !== null ? (
        <RemoveDialog schedule={shownNow} onClose={close} />
      ) : (
        <ScheduleDialog
          key={shown.schedule?.id ?? 'new'}
          schedule={shownNow}
          handed={shown.schedule === null ? handed : null}
          folder={schedules[0]?.folder ?? ''}
          timeZone={timeZone}
          onClose={close}
        />
      )}
    </PageFrame>
  );
}

/** "2 on; next Fees, 1 Dec 2026 06:00" */
function NextOf({ schedules }: { readonly schedules: readonly Schedule[] }) {
  const [next] = schedules
    .filter(({ next: at }) => at !== null)
    .toSorted((a, b) => Date.parse(a.next ?? '') - Date.parse(b.next ?? ''));
  if (next === undefined || next.next === null) return 'Nothing is due';
  return (
    <span aria-live="polite">
      {countWords(schedules.filter(({ isOn }) => isOn).length, 'is on', 'are on')}; next {plainText(next.name)},{' '}
      <InstantText value={next.next} withZone />
    </span>
  );
}

/** What a person has to see to: it waits, or the last time did not end well. */
function Trouble({ schedule }: { readonly schedule: Schedule }) {
  const again = useAction('schedules.run');
  const { id, name, waiting, latest, folder } = schedule;
  if (waiting !== null)
    return (
      <Notice tone="notice" title={`“${plainText(name)}” waits`}>
        {plainText(waiting.lacks)} It is made once that is complete; after six hours as it is then, and says so.
      </Notice>
    );
  if (latest === null || !(latest.state === 'failed' || latest.lacks !== null)) return null;
  const isFailed = latest.state === 'failed';
  return (
    <>
      <Notice
        tone={isFailed ? 'bad' : 'warn'}
        title={isFailed ? `“${plainText(name)}” was not made` : `“${plainText(name)}” is not complete`}
        action={
          again.busy
            ? undefined
            : {
                label: isFailed ? 'Try again' : 'Make it again',
                run: () => void again.run({ scheduleId: id, ...(isFailed ? { runId: latest.id } : {}) }),
              }
        }
      >
        {runNote(latest)} {isFailed ? `The folder is ${plainText(folder)}.` : ''}
      </Notice>
      <FailureNotice failure={again.failure} />
    </>
  );
}

function Schedules(props: { readonly schedules: readonly Schedule[]; readonly onAsk: (asked: Asked) => void }) {
  const { schedules, onAsk } = props;
  return (
    <Table
      label="Scheduled exports"
      rows={schedules}
      keyOf={({ id }) => id}
      columns={({ cell }) => [
        cell('What', (row) => <What row={row} />),
        cell('When', (row) => <When row={row} />),
        cell('Files', (row) => <Files row={row} />),
        cell('Last', ({ latest }) => (latest === null ? 'Not yet' : <Outcome run={latest} />)),
        cell('', (row) => <Deeds row={row} onAsk={onAsk} />, { isFigure: true }),
      ]}
    />
  );
}

const What = ({ row }: { readonly row: Schedule }): ReactNode => (
  <>
    {plainText(row.name)}
    <Under>
      {titleOf(row.request)}
      {row.rolls === null ? ', as it is then' : ` of ${ROLL_WORDS[row.rolls]}`}
    </Under>
  </>
);

const When = ({ row }: { readonly row: Schedule }): ReactNode => (
  <>
    {ruleWords(row.rule)}
    <Under>
      {row.next === null ? (
        'Switched off'
      ) : (
        <>
          Next <InstantText value={row.next} withZone />
        </>
      )}
    </Under>
  </>
);

const Files = ({ row }: { readonly row: Schedule }): ReactNode => (
  <>
    {row.fileName}-…
    <Under>{plainText(row.folder)}</Under>
  </>
);

const Outcome = ({ run }: { readonly run: Run }): ReactNode => {
  const { words, tone } = runWords(run);
  return (
    <>
      <ToneBadge tone={tone}>{words}</ToneBadge>
      <Under>{run.fileName === null ? <InstantText value={run.dueAt} /> : plainText(run.fileName)}</Under>
    </>
  );
};

function Deeds({ row, onAsk }: { readonly row: Schedule; readonly onAsk: (asked: Asked) => void }) {
  const { id: scheduleId, name, request, rolls, rule, folder, fileName, isOn, since: seen } = row;
  const save = useAction('schedules.save');
  const run = useAction('schedules.run');
  const words = plainText(name);
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Switch
        aria-label={`${words} is on`}
        checked={isOn}
        disabled={save.busy}
        onChange={() => void save.run({ scheduleId, name, request, rolls, rule, folder, fileName, isOn: !isOn, seen })}
      />
      <Button
        size="compact-sm"
        loading={run.busy}
        aria-label={`Make ${words} now`}
        onClick={() => void run.run({ scheduleId })}
      >
        Now
      </Button>
      <Button size="compact-sm" aria-label={`Change ${words}`} onClick={() => onAsk({ schedule: row })}>
        Change…
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Remove ${words}`}
        onClick={() => onAsk({ schedule: row, isRemoval: true })}
      >
        Remove…
      </Button>
      <FailureNotice failure={save.failure ?? run.failure} />
    </Group>
  );
}

function RemoveDialog({ schedule, onClose }: { readonly schedule: Schedule; readonly onClose: () => void }) {
  const remove = useAction('schedules.remove');
  const seen = useSeen(schedule.since, remove.failure);
  const submit = () => remove.run({ scheduleId: schedule.id, seen });
  return (
    <ActionDialog
      title={`Remove “${plainText(schedule.name)}”?`}
      label="Remove"
      action={remove}
      isDanger
      size={440}
      onSubmit={submit}
      onClose={onClose}
    >
      Its files stay where they are, and what came of each time stays listed here.
    </ActionDialog>
  );
}

/** Every time, the latest first. */
function Runs() {
  const [offset, setOffset] = useState(0);
  const { data, isPrevious, failure, refresh } = useCall(
    'schedules.runs',
    { offset, limit: PAGE },
    { refreshOn: ['schedules'] },
  );
  if (data === undefined) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (data.total === 0) return null;
  return (
    <TablePanel
      title="What came of each time"
      note={countWords(data.total, 'time', 'times')}
      rows={data.rows}
      isOld={isPrevious}
      keyOf={({ id }) => `${id}`}
      page={{ offset, limit: PAGE, total: data.total, noun: 'times', onTurn: setOffset }}
      columns={({ cell }) => [
        cell('Due', (run) => <DueOf run={run} />),
        cell('Result', (run) => <ResultOf run={run} />),
        cell('File', (run) => <FileOf run={run} />),
        cell('Rows', ({ rows }) => (rows === null ? '—' : grouped(rows)), { isFigure: true }),
        cell('SHA-256', (run) => <HashOf run={run} />),
      ]}
    />
  );
}

const DueOf = ({ run }: { readonly run: Run }): ReactNode => (
  <>
    <InstantText value={run.dueAt} withZone />
    <Under>
      {plainText(run.name)}
      {run.cause === 'asked' ? ', asked for' : ''}
    </Under>
  </>
);

const ResultOf = ({ run }: { readonly run: Run }): ReactNode => {
  const { words, tone } = runWords(run);
  return (
    <>
      <ToneBadge tone={tone}>{words}</ToneBadge>
      <Under>{runNote(run)}</Under>
    </>
  );
};

const FileOf = ({ run }: { readonly run: Run }): ReactNode => (
  <>
    {run.fileName === null ? '—' : plainText(run.fileName)}
    <Under>{plainText(run.folder)}</Under>
  </>
);

const HashOf = ({ run }: { readonly run: Run }): ReactNode =>
  run.sha256 === null ? (
    '—'
  ) : (
    <CopyText value={run.sha256} shown={shortHash(run.sha256)} label={`SHA-256 of ${run.fileName ?? 'the file'}`} />
  );
