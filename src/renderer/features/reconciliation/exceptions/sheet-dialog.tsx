// Exceptions by spreadsheet: how a sheet goes out and is filled in, bringing it back, what it would do row by row,
// doing it, and what became of each row.
import { Anchor, Button, FileButton, Group, Modal, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countWords, FailureNotice, ForeignText, Notice, PageTurn, Table, ToneBadge } from '../../../ui/index.ts';
import {
  countOf,
  outcomeName,
  RESULTS_IN_ORDER,
  resultsAsText,
  resultTone,
  SHEET_CHECK_WORDS,
  SHEET_REASONS,
  SHEET_RESULT_WORDS,
  sheetEndWords,
} from './sheet-words.ts';
import { type Sheet, SHEET_PAGE, type SheetReport, type Shown, useSheet } from './use-sheet.ts';
import { useClipboard } from '@mantine/hooks';
import type { SheetRowResult } from '../../../../domain/exception-sheet.ts';

/** `exporting`: the export of what is shown, for the way out. */
export function SheetDialog(props: {
  readonly exporting: ReactNode;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactNode {
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
  ['Because', `Only with resolve: ${SHEET_REASONS.map(([word]) => word).join(', ')}`],
  ['New note', 'Why; needed to resolve and to reopen. Alone it is a note'],
  ['Give to', 'A name, or nobody'],
];

function WayOut({ exporting }: { readonly exporting: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
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
      <p className="mc-note">
        Leave the first columns as they are: they say which exception a row is and what it was then. A row that changed
        here meanwhile is not overwritten.{' '}
        <Anchor component="button" type="button" inherit aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          What do the reasons mean?
        </Anchor>
      </p>
      {isOpen ? (
        <Table
          label="Reasons"
          rows={SHEET_REASONS}
          keyOf={([word]) => word}
          columns={({ cell }) => [cell('Because', ([word]) => word), cell('Meaning', ([, meaning]) => meaning)]}
        />
      ) : null}
      <Group gap="xs">{exporting}</Group>
    </Stack>
  );
}

function WayBack({ sheet }: { readonly sheet: Sheet }): ReactNode {
  const { handing, applied, isBusy } = sheet;
  const { state } = handing;
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="sm">
        {state.kind === 'there' ? 'The sheet' : '2. Bring the sheet back'}
      </Title>
      {state.kind === 'failed' ? <FailureNotice failure={state.failure} onRetry={handing.again} /> : null}
      <Group gap="sm">
        {state.kind === 'there' ? <ForeignText text={state.file.name} /> : null}
        {state.kind === 'sending' ? (
          <>
            <Progress
              aria-label="Handing the sheet over"
              flex={1}
              value={state.progress.total === 0 ? 0 : (100 * state.progress.sent) / state.progress.total}
            />
            <Button size="xs" variant="default" onClick={handing.drop}>
              Stop
            </Button>
          </>
        ) : (
          <FileButton
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(file) => {
              if (file !== null) handing.give(file);
            }}
          >
            {(button) => (
              <Button
                {...button}
                size="xs"
                variant={state.kind === 'there' ? 'default' : 'filled'}
                disabled={isBusy}
                leftSection={<IconUpload size={14} aria-hidden="true" />}
              >
                {state.kind === 'there'
                  ? applied === null
                    ? 'Choose another sheet'
                    : 'Bring another sheet'
                  : 'Choose the sheet'}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {state.kind === 'none' ? (
        <p className="mc-note">
          CSV or XLSX, as it was exported. You see what each row would do before anything is done.
        </p>
      ) : null}
    </Stack>
  );
}

function Checked({ sheet, onClose }: { readonly sheet: Sheet; readonly onClose: () => void }): ReactNode {
  const { check, isBusy, failure, apply } = sheet;
  const { data } = check;
  if (data === undefined) {
    if (check.failure !== undefined) return <FailureNotice failure={check.failure} onRetry={check.refresh} />;
    return (
      <div aria-busy="true">
        <p className="mc-note">Reading the sheet…</p>
        <Skeleton height={120} radius="sm" />
      </div>
    );
  }
  const doing = countOf(data, 'done');
  return (
    <>
      <Report report={data} sheet={sheet} isCheck />
      {failure === null ? null : (
        <FailureNotice failure={failure} onRetry={apply} retryLabel="Ask again; nothing is done twice" />
      )}
      <Group justify="flex-end" gap={8}>
        <Text size="sm" c="dimmed" mr="auto">
          {doing === 0
            ? 'No row asks for anything that can be done, so there is nothing to apply.'
            : 'Nothing is done yet.'}
        </Text>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" disabled={doing === 0} loading={isBusy} onClick={apply}>
          Apply to {countWords(doing, 'exception', 'exceptions')}
        </Button>
      </Group>
    </>
  );
}

function Done(props: { readonly sheet: Sheet; readonly report: SheetReport; readonly onClose: () => void }): ReactNode {
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
      {sheet.failure === null ? null : <FailureNotice failure={sheet.failure} />}
      <Report report={report} sheet={sheet} isCheck={false} />
      {/* A second press that was meant for the button before finds nothing here that takes the report away. */}
      <Group justify="flex-end" gap={8}>
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyResults rows={sheet.allRows} />
      </Group>
    </Stack>
  );
}

function Report(props: { readonly report: SheetReport; readonly sheet: Sheet; readonly isCheck: boolean }): ReactNode {
  const { report, sheet, isCheck } = props;
  const { shown, show } = sheet;
  return (
    <Stack component="section" gap="xs" aria-label={isCheck ? 'What it would do' : 'Result of each row'}>
      <Title order={3} size="sm">
        {isCheck ? 'What it would do' : 'Result of each row'}
      </Title>
      <SheetCounts report={report} isCheck={isCheck} shown={shown} onShow={show} />
      <SheetRows rows={report.rows} isCheck={isCheck} />
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

/** Reads them all, then copies. */
function CopyResults({ rows }: { readonly rows: Sheet['allRows'] }): ReactNode {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const all = await rows();
    setBusy(false);
    setFailed(all === null);
    if (all !== null) copy(resultsAsText(all));
  };
  return (
    <>
      <Text size="sm" c="dimmed" mr="auto" role="status">
        {hasFailed ? 'The rows could not be read now, so nothing was copied.' : copied ? 'Copied.' : ''}
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
        onClick={() => void run()}
      >
        Copy the results
      </Button>
    </>
  );
}

/** Pressed, a count shows its rows alone; pressed again all. */
function SheetCounts(props: {
  readonly report: SheetReport;
  readonly isCheck: boolean;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}): ReactNode {
  const { report, isCheck, shown, onShow } = props;
  const words = isCheck ? SHEET_CHECK_WORDS : SHEET_RESULT_WORDS;
  const all = report.counts.reduce((sum, { count }) => sum + count, 0);
  const choice = (result: SheetRowResult | null, face: string): ReactNode => (
    <Button
      key={result ?? 'all'}
      size="compact-sm"
      variant={shown.result === result ? 'light' : 'default'}
      aria-pressed={shown.result === result}
      onClick={() => onShow({ result: shown.result === result ? null : result, offset: 0 })}
    >
      {face}
    </Button>
  );
  return (
    <Group gap="xs" role="group" aria-label="Rows by result">
      {choice(null, countWords(all, 'row', 'rows'))}
      {RESULTS_IN_ORDER.flatMap((result) => {
        const count = report.counts.find((one) => one.result === result)?.count ?? 0;
        return count === 0 ? [] : [choice(result, `${words[result]} ${count.toLocaleString('en-GB')}`)];
      })}
    </Group>
  );
}

/** One page of them. */
function SheetRows(props: { readonly rows: SheetReport['rows']; readonly isCheck: boolean }): ReactNode {
  const { rows, isCheck } = props;
  const words = isCheck ? SHEET_CHECK_WORDS : SHEET_RESULT_WORDS;
  return (
    <Table
      label="Rows of the sheet"
      rows={rows}
      mah={320}
      keyOf={({ line }) => `${line}`}
      columns={({ cell }) => [
        cell('Row', ({ line }) => line.toLocaleString('en-GB')),
        cell('Record', (row) => outcomeName(row)),
        cell(isCheck ? 'What happens' : 'Result', ({ result }) => (
          <ToneBadge tone={resultTone(result)}>{words[result]}</ToneBadge>
        )),
      ]}
    />
  );
}
