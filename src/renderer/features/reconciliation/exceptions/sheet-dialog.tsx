/**
 * Exceptions by spreadsheet: how a sheet goes out and is filled in, bringing it back, what it would do row by row, doing it, and what became of each
 * row. Not here: reading it (the engine), sending it once (use-sheet.ts).
 */
import { Button, FileButton, Modal, Progress, Skeleton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countWords, FailureNotice, ForeignText, Notice, PageTurn } from '../../../ui/index.ts';
import { CopyResults } from './sheet-copy.tsx';
import { SheetCounts, SheetRows } from './sheet-report.tsx';
import { countOf, SHEET_REASONS, sheetEndWords } from './sheet-words.ts';
import { type Sheet, SHEET_PAGE, type SheetReport, useSheet } from './use-sheet.ts';
import './sheet.css';

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
      <div className="mc-sheet-steps">
        {state.kind === 'there' ? null : <WayOut exporting={exporting} />}
        <WayBack sheet={sheet} />
        {state.kind !== 'there' ? null : sheet.applied === null ? (
          <Checked sheet={sheet} onClose={onClose} />
        ) : (
          <Done sheet={sheet} report={sheet.applied} onClose={onClose} />
        )}
      </div>
    </Modal>
  );
}

function WayOut({ exporting }: { readonly exporting: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="mc-sheet-step">
      <h3>1. Export, and fill in the last four columns</h3>
      <dl className="mc-sheet-columns">
        <div>
          <dt>Do</dt>
          <dd>
            <b>resolve</b> or <b>reopen</b>; empty does neither
          </dd>
        </div>
        <div>
          <dt>Because</dt>
          <dd>
            Only with resolve:{' '}
            {SHEET_REASONS.map(([word], at) => (
              <span key={word}>
                {at === 0 ? '' : at === SHEET_REASONS.length - 1 ? ' or ' : ', '}
                <b>{word}</b>
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>New note</dt>
          <dd>Why; needed to resolve and to reopen. Alone it is a note</dd>
        </div>
        <div>
          <dt>Give to</dt>
          <dd>
            A name, or <b>nobody</b>
          </dd>
        </div>
      </dl>
      <p className="mc-note">
        Leave the first columns as they are: they say which exception a row is and what it was then. A row that changed
        here meanwhile is not overwritten.{' '}
        <button type="button" className="mc-sheet-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          What do the reasons mean?
        </button>
      </p>
      {isOpen ? (
        <dl className="mc-sheet-columns">
          {SHEET_REASONS.map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="mc-sheet-export">{exporting}</div>
    </section>
  );
}

function WayBack({ sheet }: { readonly sheet: Sheet }): ReactNode {
  const { handing, applied, isBusy } = sheet;
  const { state } = handing;
  return (
    <section className="mc-sheet-step">
      <h3>{state.kind === 'there' ? 'The sheet' : '2. Bring the sheet back'}</h3>
      {state.kind === 'failed' ? <FailureNotice failure={state.failure} onRetry={handing.again} /> : null}
      <div className="mc-sheet-file">
        {state.kind === 'there' ? <ForeignText text={state.file.name} /> : null}
        {state.kind === 'sending' ? (
          <>
            <Progress
              aria-label="Handing the sheet over"
              className="mc-sheet-progress"
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
      </div>
      {state.kind === 'none' ? (
        <p className="mc-note">
          CSV or XLSX, as it was exported. You see what each row would do before anything is done.
        </p>
      ) : null}
    </section>
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
      <div className="mc-triage-form-end">
        <p className="mc-sheet-bar">
          {doing === 0
            ? 'No row asks for anything that can be done, so there is nothing to apply.'
            : 'Nothing is done yet.'}
        </p>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" disabled={doing === 0} loading={isBusy} onClick={apply}>
          Apply to {countWords(doing, 'exception', 'exceptions')}
        </Button>
      </div>
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
    <div ref={place} tabIndex={-1} className="mc-sheet-steps mc-sheet-done">
      <Notice tone={tone} title={words}>
        {tone === 'good'
          ? 'Each stands in its history.'
          : 'What was not done is listed with its reason; nothing else was touched.'}
      </Notice>
      {sheet.failure === null ? null : <FailureNotice failure={sheet.failure} />}
      <Report report={report} sheet={sheet} isCheck={false} />
      {/* A second press that was meant for the button before finds nothing here that takes the report away. */}
      <div className="mc-triage-form-end">
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyResults rows={sheet.allRows} />
      </div>
    </div>
  );
}

function Report(props: { readonly report: SheetReport; readonly sheet: Sheet; readonly isCheck: boolean }): ReactNode {
  const { report, sheet, isCheck } = props;
  const { shown, show } = sheet;
  return (
    <section className="mc-sheet-step" aria-label={isCheck ? 'What it would do' : 'What became of each row'}>
      <h3>{isCheck ? 'What it would do' : 'What became of each row'}</h3>
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
    </section>
  );
}

const WAYS = ['Rows before', 'Next rows'] as const;
