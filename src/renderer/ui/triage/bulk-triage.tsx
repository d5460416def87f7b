/**
 * One action on many exceptions: the bar of what is chosen, the words it needs, and a report of what became of each. Not here: carrying it
 * out (the screen), one exception (triage-panel.tsx).
 */
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActionResult, ExceptionAction } from '../../../domain/exception.ts';
import type { Failure, Result } from '../../../domain/failure.ts';
import { countWords } from '../count-words.ts';
import { FailureNotice } from '../failure-notice.tsx';
import type { RowSelection } from '../grid/row-selection.ts';
import { SelectionBar } from '../selection-bar.tsx';
import { ACTION_WORDS, RESULT_WORDS } from './exception-words.ts';
import { TriageForm, type WordedAction } from './triage-form.tsx';
import type { Act, ActionResults, TriageSubject } from './use-triage.ts';

interface Report {
  readonly action: ExceptionAction;
  readonly results: ActionResults;
  readonly names: ReadonlyMap<string, string>;
  /** Chosen rows that no run of the engine has looked at: they have no exception yet. */
  readonly unseen: number;
  /** Why it went no further: those without a result were not touched. */
  readonly failure: Failure | null;
}

/** Shown while rows are chosen, and as long as a report is read. */
export function BulkTriage<Row>(props: {
  readonly selection: RowSelection<Row>;
  readonly count: number | null;
  readonly isNarrowed: boolean;
  readonly me: string;
  /** Everything that is chosen, also what was never scrolled to. */
  readonly subjects: () => Promise<Result<readonly TriageSubject[]>>;
  readonly act: Act;
  readonly onDone: () => void;
}): ReactNode {
  const { selection, count, isNarrowed, me, subjects, act, onDone } = props;
  const [asking, setAsking] = useState<WordedAction | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const run = async (action: ExceptionAction): Promise<void> => {
    setBusy(true);
    const done = await carriedOut(action, subjects, act);
    setBusy(false);
    setAsking(null);
    setReport(done);
    if (done.failure === null) selection.clear();
    onDone();
  };
  const many = countWords(selection.isAll ? (count ?? 0) : selection.chosen.size, 'exception', 'exceptions');
  const button = (label: string, start: () => void): ReactNode => (
    <Button size="xs" variant="default" disabled={isBusy} onClick={start}>
      {label}
    </Button>
  );
  return (
    <>
      <SelectionBar selection={selection} count={count} isNarrowed={isNarrowed}>
        {button('Assign to me', () => void run({ kind: 'assign', assignee: me }))}
        {button('Note', () => setAsking('note'))}
        {button('Reopen', () => setAsking('reopen'))}
        {button('Resolve', () => setAsking('resolve'))}
      </SelectionBar>
      {asking === null ? null : (
        <Modal opened onClose={() => setAsking(null)} title={`${many}: the words that stay with each`} size={520}>
          <TriageForm
            kind={asking}
            many={many}
            isBusy={isBusy}
            onSubmit={(action) => void run(action)}
            onClose={() => setAsking(null)}
          />
        </Modal>
      )}
      {report === null ? null : <ReportDialog report={report} onClose={() => setReport(null)} />}
    </>
  );
}

async function carriedOut(
  action: ExceptionAction,
  subjects: () => Promise<Result<readonly TriageSubject[]>>,
  act: Act,
): Promise<Report> {
  const chosen = await subjects();
  if (!chosen.ok) return { action, results: [], names: new Map(), unseen: 0, failure: chosen.failure };
  const named = chosen.value.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const]));
  const names = new Map(named);
  const unseen = chosen.value.length - named.length;
  const answer = named.length === 0 ? NOTHING : await act([...names.keys()], action);
  return { action, names, unseen, ...answer };
}

const NOTHING = { results: [], failure: null };

/** The most rows that are named; the counts are of all. */
const MOST_NAMED = 200;

function ReportDialog({ report, onClose }: { readonly report: Report; readonly onClose: () => void }): ReactNode {
  const { action, results, names, unseen, failure } = report;
  const done = results.filter(({ result }) => result === 'done').length;
  const others = results.filter(({ result }) => result !== 'done');
  return (
    <Modal opened onClose={onClose} title="What became of each" size={560}>
      {failure === null ? null : <FailureNotice failure={failure} />}
      <p className="mc-bulk-sum" role="status">
        {countWords(done, 'exception', 'exceptions')} {ACTION_WORDS[action.kind]}.{' '}
        {others.length === 0 ? '' : `${countWords(others.length, 'was', 'were')} not:`}
        {failure === null ? '' : ` ${countWords(names.size - results.length, 'was', 'were')} not reached.`}
        {unseen === 0 ? '' : ` ${countWords(unseen, 'row has', 'rows have')} not been looked at by reconciliation yet.`}
      </p>
      {others.length === 0 ? null : <Others others={others} names={names} />}
      <div className="mc-triage-form-end">
        <Button size="xs" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

function Others(props: { readonly others: ActionResults; readonly names: ReadonlyMap<string, string> }): ReactNode {
  const { others, names } = props;
  const rest = others.length - MOST_NAMED;
  return (
    <>
      <dl className="mc-bulk-why">
        {reasonsOf(others).map(([result, count]) => (
          <div key={result}>
            <dt className="mc-num">{count.toLocaleString('en-GB')}</dt>
            <dd>{RESULT_WORDS[result]}</dd>
          </div>
        ))}
      </dl>
      <ul className="mc-bulk-rows">
        {others.slice(0, MOST_NAMED).map(({ id, result }) => (
          <li key={id}>
            <strong>{names.get(id) ?? id}</strong> {RESULT_WORDS[result]}
          </li>
        ))}
        {rest > 0 ? <li>and {rest.toLocaleString('en-GB')} more</li> : null}
      </ul>
    </>
  );
}

function reasonsOf(others: ActionResults): readonly (readonly [ActionResult, number])[] {
  const counts = new Map<ActionResult, number>();
  for (const { result } of others) counts.set(result, (counts.get(result) ?? 0) + 1);
  return [...counts];
}
