// Exceptions by spreadsheet: how a sheet goes out and is filled in, bringing it back, what it would do row by row,
// doing it, and what became of each row.
import { Button, FileButton, Group, Modal, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  countWords,
  FailureNotice,
  failureWords,
  ForeignText,
  grouped,
  Note,
  Notice,
  PageTurn,
  type ShownNews,
  Table,
  tellNews,
  useIsHere,
} from '../../../ui/index.ts';
import { ToneBadge } from '../../../parts/index.ts';
import { RESOLUTION_REASONS } from '../../../../domain/reconcile/exception.ts';
import {
  countOf,
  outcomeName,
  RESULTS_IN_ORDER,
  resultTone,
  SHEET_CHECK_WORDS,
  SHEET_RESULT_WORDS,
  sheetEndWords,
} from './sheet-words.ts';
import type { SheetRowResult } from '../../../../domain/reconcile/exception-sheet.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { Failure, Result } from '../../../../domain/kernel/failure/failure.ts';
import { useAction, useCall, useHandedFile, useProfile } from '../../../bridge/index.ts';

type SheetReport = CallOutput<'exceptions.checkSheet'>;

const SHEET_PAGE = 50;

interface Shown {
  readonly result: SheetRowResult | null;
  readonly offset: number;
}
const ALL: Shown = { result: null, offset: 0 };

function useSheet(onDone: () => void) {
  const profile = useProfile().id;
  const isHere = useIsHere();
  const handing = useHandedFile();
  const fileId = handing.state.kind === 'there' ? handing.state.file.fileId : null;
  const [shown, setShown] = useState<Shown>(ALL);
  const asked = { fileId: fileId ?? '-', ...pageOf(shown) };
  const check = useCall('exceptions.checkSheet', asked, { enabled: fileId !== null, of: fileId ?? '' });
  const { run, busy: isBusy } = useAction('exceptions.applySheet');
  /** Of this file: the same for every page and for every try. */
  const intent = useRef<{ readonly fileId: string; readonly id: string } | null>(null);
  const [applied, setApplied] = useState<SheetReport | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (page: Shown, isFirst: boolean): Promise<void> => {
    if (fileId === null) return;
    setFailure(null);
    if (intent.current?.fileId !== fileId) intent.current = { fileId, id: crypto.randomUUID() };
    const answer = await run({ intentId: intent.current.id, fileId, ...pageOf(page) });
    if (answer === null) return;
    if (answer.ok) setApplied(answer.value);
    else setFailure(answer.failure);
    onDone();
    if (isFirst && !isHere()) tellNews(sheetNews(intent.current.id, answer, profile));
  };
  return {
    handing,
    check,
    shown,
    applied,
    failure,
    isBusy,
    give: (file: File) => {
      setShown(ALL);
      setApplied(null);
      setFailure(null);
      handing.give(file);
    },
    show: (next: Shown) => {
      // The page that is on its way is shown first.
      if (isBusy) return;
      setShown(next);
      if (applied !== null) void send(next, false);
    },
    apply: () => {
      setShown(ALL);
      void send(ALL, true);
    },
  };
}

type Sheet = ReturnType<typeof useSheet>;

function pageOf({ result, offset }: Shown): Pick<CallInput<'exceptions.checkSheet'>, 'results' | 'offset' | 'limit'> {
  return { ...(result === null ? {} : { results: [result] }), offset, limit: SHEET_PAGE };
}

function sheetNews(intentId: string, answer: Result<SheetReport>, profile: string | null): ShownNews {
  const { tone, words } = answer.ok
    ? sheetEndWords(answer.value)
    : ({ tone: 'warn', words: failureWords(answer.failure).sentence } as const);
  return {
    // Asked again it may end otherwise.
    id: `${intentId} ${crypto.randomUUID()}`,
    tone,
    title: answer.ok ? 'The sheet of exceptions is applied' : 'No answer about the sheet of exceptions',
    words: answer.ok ? `${words}.` : `${words} The same sheet again does nothing twice.`,
    link: { label: 'Exceptions', path: screenPath('exceptions') },
    profile,
  };
}

/** `exporting`: the export of what is shown, for the way out. */
export function SheetDialog(props: {
  readonly exporting: ReactNode;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { exporting, onDone, onClose } = props;
  const sheet = useSheet(onDone);
  const { state } = sheet.handing;
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title="Work on them in a spreadsheet" size={860}>
      <Stack gap="lg">
        {state.kind === 'there' ? null : <WayOut exporting={exporting} />}
        <WayBack sheet={sheet} />
        {state.kind !== 'there' ? null : sheet.applied === null ? (
          <Checked sheet={sheet} onClose={onClose} />
        ) : (
          <Done sheet={sheet} report={sheet.applied} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

/** The last four columns of the sheet, and what each takes. */
const COLUMNS: readonly (readonly [name: string, words: string])[] = [
  ['Do', 'resolve or reopen; empty does neither'],
  ['Because', `Only with resolve: ${RESOLUTION_REASONS.join(', ')}`],
  ['New note', 'Why; needed to resolve and to reopen. Alone it is a note'],
  ['Give to', 'A name, or nobody'],
];

function WayOut({ exporting }: { readonly exporting: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="sm">
        1. Export, and fill in the last four columns
      </Title>
      <Table
        label="Columns to fill in"
        rows={COLUMNS}
        keyOf={([name]) => name}
        columns={({ cell }) => [cell('Column', ([name]) => name), cell('What it takes', ([, words]) => words)]}
      />
      <Note>
        Leave the first columns as they are: they say which exception a row is and what it was then. A row that changed
        here meanwhile is not overwritten.
      </Note>
      <Group gap="xs">{exporting}</Group>
    </Stack>
  );
}

function WayBack({ sheet }: { readonly sheet: Sheet }) {
  const { handing, give, applied, isBusy } = sheet;
  const { state } = handing;
  const isThere = state.kind === 'there';
  const choose = !isThere ? 'Choose the sheet' : applied === null ? 'Choose another sheet' : 'Bring another sheet';
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="sm">
        {isThere ? 'The sheet' : '2. Bring the sheet back'}
      </Title>
      {state.kind === 'failed' ? <FailureNotice failure={state.failure} onRetry={handing.again} /> : null}
      <Group gap="sm">
        {isThere ? <ForeignText text={state.file.name} /> : null}
        {state.kind === 'sending' ? (
          <>
            <Progress
              aria-label="Handing the sheet over"
              flex={1}
              value={state.progress.total === 0 ? 0 : (100 * state.progress.sent) / state.progress.total}
            />
            <Button size="xs" onClick={handing.drop}>
              Stop
            </Button>
          </>
        ) : (
          <FileButton
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(file) => {
              if (file !== null) give(file);
            }}
          >
            {(button) => (
              <Button
                {...button}
                size="xs"
                variant={isThere ? 'default' : 'filled'}
                disabled={isBusy}
                leftSection={<IconUpload size={14} aria-hidden="true" />}
              >
                {choose}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {state.kind === 'none' ? (
        <Note>CSV or XLSX, as it was exported. You see what each row would do before anything is done.</Note>
      ) : null}
    </Stack>
  );
}

function Checked({ sheet, onClose }: { readonly sheet: Sheet; readonly onClose: () => void }) {
  const { check, isBusy, failure, apply } = sheet;
  const { data } = check;
  if (data === undefined) {
    if (check.failure !== undefined) return <FailureNotice failure={check.failure} onRetry={check.refresh} />;
    return (
      <div aria-busy="true">
        <Note>Reading the sheet…</Note>
        <Skeleton height={120} radius="sm" />
      </div>
    );
  }
  const doing = countOf(data, 'done');
  return (
    <>
      <Report report={data} sheet={sheet} isCheck />
      <FailureNotice failure={failure} onRetry={apply} retryLabel="Ask again; nothing is done twice" />
      <Group justify="flex-end" gap={8}>
        <Text c="dimmed" mr="auto">
          {doing === 0
            ? 'No row asks for anything that can be done, so there is nothing to apply.'
            : 'Nothing is done yet.'}
        </Text>
        <Button size="xs" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="filled" size="xs" disabled={doing === 0} loading={isBusy} onClick={apply}>
          Apply to {countWords(doing, 'exception', 'exceptions')}
        </Button>
      </Group>
    </>
  );
}

function Done(props: { readonly sheet: Sheet; readonly report: SheetReport; readonly onClose: () => void }) {
  const { sheet, report, onClose } = props;
  const { tone, words } = sheetEndWords(report);
  const place = useRef<HTMLDivElement>(null);
  // What had the keyboard is gone with the check.
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} tabIndex={-1} gap="lg" style={{ outline: 0 }}>
      <Notice tone={tone} title={words}>
        {tone === 'good'
          ? 'Each stands in its history.'
          : 'What was not done is listed with its reason; nothing else was touched.'}
      </Notice>
      <FailureNotice failure={sheet.failure} />
      <Report report={report} sheet={sheet} isCheck={false} />
      {/* A second press that was meant for the button before finds nothing here that takes the report away. */}
      <Group justify="flex-end" gap={8}>
        <Button size="xs" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function Report(props: { readonly report: SheetReport; readonly sheet: Sheet; readonly isCheck: boolean }) {
  const { report, sheet, isCheck } = props;
  const { shown, show } = sheet;
  const title = isCheck ? 'What it would do' : 'Result of each row';
  const words = isCheck ? SHEET_CHECK_WORDS : SHEET_RESULT_WORDS;
  const all = report.counts.reduce((sum, { count }) => sum + count, 0);
  const choice = (result: SheetRowResult | null, face: string): ReactNode => (
    <Button
      key={result ?? 'all'}
      size="compact-sm"
      variant={shown.result === result ? 'light' : 'default'}
      aria-pressed={shown.result === result}
      onClick={() => show({ result: shown.result === result ? null : result, offset: 0 })}
    >
      {face}
    </Button>
  );
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={3} size="sm">
        {title}
      </Title>
      <Group gap="xs" role="group" aria-label="Rows by result">
        {choice(null, countWords(all, 'row', 'rows'))}
        {RESULTS_IN_ORDER.flatMap((result) => {
          const count = countOf(report, result);
          return count === 0 ? [] : [choice(result, `${words[result]} ${grouped(count)}`)];
        })}
      </Group>
      <Table
        label="Rows of the sheet"
        rows={report.rows}
        mah={320}
        keyOf={({ line }) => `${line}`}
        columns={({ cell }) => [
          cell('Row', ({ line }) => grouped(line)),
          cell('Record', outcomeName),
          cell(isCheck ? 'What happens' : 'Result', ({ result }) => (
            <ToneBadge tone={resultTone(result)}>{words[result]}</ToneBadge>
          )),
        ]}
      />
      <PageTurn
        offset={shown.offset}
        limit={SHEET_PAGE}
        shown={report.rows.length}
        total={report.total}
        noun="rows"
        ways={WAYS}
        onTurn={(offset) => show({ ...shown, offset })}
      />
    </Stack>
  );
}

const WAYS = ['Rows before', 'Next rows'] as const;
