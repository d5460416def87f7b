// The one way out of a list into a file: a menu with the formats, which owns its job from the click to the saved
// file, shows how far it is, and stops it.
import { Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput } from '../../contract/calls.ts';
import { screenPath } from '../../domain/console/screens.ts';
import { SCHEDULED_KINDS } from '../../domain/exports/schedule.ts';
import { MOST_IDS } from '../../domain/kernel/list.ts';
import { describeDuration } from '../../domain/kernel/time/time.ts';
import { type ExportState, useExport } from '../bridge/index.ts';
import { type CsvDialect, isPlainDialect } from '../../domain/kernel/text/spreadsheet-text.ts';
import { csvDialect, failureWords, grouped, navigateTo, useUi } from '../ui/index.ts';

/** How the file is to be: what the menu adds to the rows that its screen names. */
export interface ExportAsked {
  readonly format: 'csv' | 'xlsx';
  /** The zone in which the screen shows times: the file has each of them in UTC and in this zone. */
  readonly timeZone: string;
  /** Of a CSV, where the setting is not the plain one. */
  readonly dialect?: CsvDialect;
}

/** The filter of an export of the selected rows. */
interface Only {
  readonly ids: readonly string[];
}

export interface ExportMenuProps {
  /** Rows of the list; null before they are counted. */
  readonly count: number | null;
  /** What is exported: all that pass the filter, or `only` those that are selected; how the file is to be is added by the menu. */
  readonly rows: (asked: ExportAsked, only: Only | undefined) => CallInput<'exports.start'>;
  readonly selection?: { readonly chosen: ReadonlyMap<string, unknown> } | undefined;
  /** What the button says of a list that stands beside that of the page. */
  readonly label?: string;
  readonly pack?: CallInput<'exports.start'>;
  /** Further lines of the menu. */
  readonly children?: ReactNode;
}

/** "Export": CSV or workbook of all rows of the filter in their order. */
export function ExportMenu({ count, rows, selection, label, pack, children }: ExportMenuProps) {
  const { timeZone } = useUi();
  const { state, start, cancel, fetchManifest } = useExport();
  const isRunning = state.kind === 'running';
  const title = exportTitle(count, isRunning);
  const isDisabled = isRunning || count === null || count === 0;
  const ids = [...(selection?.chosen.keys() ?? [])];
  const byItself = rows(asFile('csv', timeZone), undefined);
  const formats = (only: Only | undefined, isBarred: boolean): ReactNode =>
    FORMATS.map(([format, words]) => (
      <Menu.Item
        key={format}
        disabled={isBarred}
        title={only === undefined ? title : undefined}
        onClick={() => start(rows(asFile(format, timeZone), only))}
      >
        {words}
        <VisuallyHidden> {only === undefined ? 'of this list' : 'of the selected rows'}</VisuallyHidden>
      </Menu.Item>
    ));
  return (
    <>
      <ExportWords state={state} />
      {isRunning && state.jobId !== null ? (
        <Button variant="subtle" onClick={cancel}>
          Stop export
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            disabled={isDisabled && state.kind !== 'saved' && children === undefined}
            title={title}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {label ?? 'Export'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ids.length === 0 ? null : (
            <>
              <Menu.Label>
                {grouped(ids.length)} selected
                {ids.length > MOST_IDS ? `: at most ${grouped(MOST_IDS)} by themselves` : ''}
              </Menu.Label>
              {formats({ ids }, isRunning || ids.length > MOST_IDS)}
              <Menu.Label>All of this filter</Menu.Label>
            </>
          )}
          {formats(undefined, isDisabled)}
          {pack === undefined ? null : (
            <Menu.Item
              disabled={isDisabled}
              title="Statement, closes, every row, audit log, and a script that checks them, in one archive"
              onClick={() => start(pack)}
            >
              Pack for the auditor (ZIP)
            </Menu.Item>
          )}
          {SCHEDULED_KINDS.includes(byItself.kind) ? (
            <Menu.Item
              title="Every month, week or day, into a folder of yours"
              onClick={() => navigateTo(schedulePath(byItself))}
            >
              By itself…
            </Menu.Item>
          ) : null}
          {state.kind === 'saved' && state.hasManifest ? (
            <Menu.Item title="What the file holds, of when, and its SHA-256" onClick={fetchManifest}>
              Manifest of the last file
            </Menu.Item>
          ) : null}
          {children}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const schedulePath = (request: CallInput<'exports.start'>): string =>
  `${screenPath('schedules')}?${new URLSearchParams({ request: JSON.stringify(request) }).toString()}`;

function asFile(format: ExportAsked['format'], timeZone: string): ExportAsked {
  const dialect = csvDialect();
  return { format, timeZone, ...(isPlainDialect(dialect) ? {} : { dialect }) };
}

const FORMATS = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel workbook (XLSX)'],
] as const;

/** Why there is nothing to export, or what would be. */
export function exportTitle(count: number | null, isRunning: boolean): string {
  if (isRunning) return 'An export is under way';
  if (count === null) return 'The rows are not counted yet';
  return count === 0 ? 'There are no rows to export' : 'All rows of this filter, in this order';
}

/** Progress changes several times a second: it is seen always, and said aloud by quarters. The end is both. */
export function ExportWords({ state }: { readonly state: ExportState }) {
  const isRunning = state.kind === 'running';
  return (
    <>
      {isRunning ? (
        <Text span className="mc-said mc-foreign" fz={13} c="dimmed">
          {exportWords(state)}
        </Text>
      ) : null}
      <Text span fz={13} c="dimmed" className={isRunning ? 'mc-visually-hidden' : 'mc-said mc-foreign'} role="status">
        {isRunning ? spokenWords(state.job) : exportWords(state)}
      </Text>
    </>
  );
}

type Progress = Extract<ExportState, { readonly kind: 'running' }>['job'];

const QUARTERS = 4;

function spokenWords(job: Progress): string {
  const { done = 0, total = 0 } = job ?? {};
  const quarters = total === 0 ? 0 : Math.min(QUARTERS - 1, Math.floor((QUARTERS * done) / total));
  return quarters === 0 ? 'The export has begun' : `The export is ${(quarters * 100) / QUARTERS} % done`;
}

/** Where the export stands, in a few words; empty when there is none. */
export function exportWords(state: ExportState): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'running':
      return runningWords(state.job);
    case 'saved':
      return `Saved ${state.fileName}${state.notice === null ? '' : `. ${state.notice}`}`;
    case 'cancelled':
      return 'Export stopped; nothing was saved';
    case 'failed':
      return state.reason;
    case 'refused':
      return failureWords(state.failure).sentence;
  }
}

function runningWords(job: Progress): string {
  if (job === null) return 'Exporting…';
  const done = grouped(job.done);
  const of = job.total === undefined ? '' : ` of ${grouped(job.total)}`;
  const left = job.etaSeconds === undefined ? '' : `, about ${describeDuration(job.etaSeconds * 1000)} left`;
  return `Exporting ${done}${of} rows${left}`;
}
