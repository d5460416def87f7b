// One action on many exceptions: the bar of what is chosen, the words it needs, and a report of what became of each.
import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActionResult, ExceptionAction } from '../../../domain/exception.ts';
import type { Failure } from '../../../domain/failure.ts';
import { countWords } from '../../../domain/count-words.ts';
import { isExactDecimal, MoneySum } from '../../../domain/money.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { plainText } from '../foreign-text.tsx';
import { MoneyText } from '../money-text.tsx';
import { SelectionBar } from '../selection-bar.tsx';
import { scrollable } from '../table.tsx';
import { ACTION_WORDS, RESULT_WORDS } from './exception-words.ts';
import { TriageForm, type WordedAction } from './triage-form.tsx';
import type { Work } from './triage-list.tsx';
import type { ActAnswer, ActionResults, TriageSubject } from './use-triage.ts';
import classes from './triage.module.css';

/** Acting on everything that is chosen, also what was never scrolled to; one action at a time. */
export interface ActingOnChosen {
  /** Never throws. Null: the action before is still under way. */
  readonly run: (
    action: ExceptionAction,
  ) => Promise<(ActAnswer & { readonly subjects: readonly TriageSubject[] }) | null>;
  readonly busy: boolean;
  /** As many as are acted on at once. */
  readonly most: number;
}

interface Report {
  readonly action: ExceptionAction;
  readonly results: ActionResults;
  readonly names: ReadonlyMap<string, string>;
  /** Chosen rows that no run of the engine has looked at: they have no exception yet. */
  readonly unseen: number;
  /** Why it went no further. */
  readonly failure: Failure | null;
  /** No answer came for these: they may have been acted on. What has neither a result nor stands here was not touched. */
  readonly unknown: readonly string[];
}

/** What takes the place of the strip while rows are chosen (`bar`), and the dialogs of what is done with them. */
export interface Bulk {
  readonly bar: ReactNode;
  readonly dialogs: ReactNode;
}

/** Over what is chosen in a list. */
export function useBulk<Row>(
  { selection, triage, me, onDone }: Work<Row>,
  { count, isNarrowed }: { readonly count: number | null; readonly isNarrowed: boolean },
  acting: ActingOnChosen,
  more: {
    /** An amount of each row with its unit; what is chosen adds up by unit. */
    readonly amountOf: (row: Row) => readonly [amount: string | null, unit: string | null];
    readonly without?: Without;
    /** What else can be done with the chosen rows. */
    readonly deeds?: ReactNode;
  },
): Bulk {
  const { busy: isBusy, most } = acting;
  const [asking, setAsking] = useState<WordedAction | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const run = async (action: ExceptionAction): Promise<void> => {
    const answer = await acting.run(action);
    if (answer === null) return;
    setAsking(null);
    setReport(reportOf(action, answer));
    if (answer.failure === null) selection.clear();
    onDone();
  };
  const size = selection.isAll ? count : selection.chosen.size;
  const many = countWords(size ?? 0, 'exception', 'exceptions');
  const isTooMany = size !== null && size > most;
  const button = (label: string, start: () => void, isBarred = false): ReactNode => (
    <Button
      size="xs"
      variant="default"
      disabled={size === null || isTooMany || isBarred}
      loading={isBusy}
      onClick={start}
    >
      {label}
    </Button>
  );
  const bar =
    size === 0 ? null : (
      <SelectionBar
        selection={selection}
        count={count}
        isNarrowed={isNarrowed}
        sum={isTooMany ? null : <ChosenSums rows={[...selection.chosen.values()]} amountOf={more.amountOf} />}
      >
        {isTooMany ? (
          <Text span fz={13}>
            At most {most.toLocaleString('en-GB')} are acted on at once: narrow the filter.
          </Text>
        ) : null}
        {more.deeds}
        {button('Resolve', () => setAsking('resolve'))}
        {button('Assign to me', () => void run({ kind: 'assign', assignee: me }), me === null)}
        {button('Note', () => setAsking('note'))}
        {button('Reopen', () => setAsking('reopen'))}
      </SelectionBar>
    );
  const dialogs = (
    <>
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
      {report === null ? null : (
        <ReportDialog
          report={report}
          without={more.without ?? NOT_LOOKED_AT}
          onClose={() => {
            setReport(null);
            // The dialog gives the keyboard back to what opened it, which is gone with the selection.
            requestAnimationFrame(() => requestAnimationFrame(() => triage.cursor.current?.focus()));
          }}
        />
      )}
    </>
  );
  return { bar: selection.isAll || selection.chosen.size > 0 ? bar : null, dialogs };
}

/** "−1,600.22 USDT": exact, and of each unit by itself. */
function ChosenSums<Row>(props: {
  readonly rows: readonly Row[];
  readonly amountOf: (row: Row) => readonly [amount: string | null, unit: string | null];
}): ReactNode {
  const sums = new Map<string, MoneySum>();
  for (const [amount, unit] of props.rows.map(props.amountOf)) {
    if (amount === null || unit === null || !isExactDecimal(amount)) continue;
    const sum = sums.get(unit) ?? new MoneySum();
    sum.add(amount);
    sums.set(unit, sum);
  }
  return [...sums]
    .slice(0, MOST_SUMS)
    .map(([unit, sum]) => (
      <MoneyText key={unit} value={sum.total()} unit={unit} currency={plainText(unit.slice(0, 16))} />
    ));
}

const MOST_SUMS = 3;

/** Why rows may be without an exception, after "1 row" and after "3 rows". */
export type Without = readonly [one: string, more: string];

const NOT_LOOKED_AT: Without = [
  'has not been looked at by reconciliation yet',
  'have not been looked at by reconciliation yet',
];

function reportOf(
  action: ExceptionAction,
  { subjects, ...answer }: ActAnswer & { readonly subjects: readonly TriageSubject[] },
): Report {
  const named = subjects.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const]));
  return { action, names: new Map(named), unseen: subjects.length - named.length, ...answer };
}

/** The most rows that are named; the counts are of all. */
const MOST_NAMED = 200;

function ReportDialog(props: {
  readonly report: Report;
  readonly without: Without;
  readonly onClose: () => void;
}): ReactNode {
  const { report, without, onClose } = props;
  const { action, results, names, unseen, failure, unknown } = report;
  const done = results.filter(({ result }) => result === 'done').length;
  const others = results.filter(({ result }) => result !== 'done');
  const rest = names.size - results.length - unknown.length;
  return (
    <Modal opened onClose={onClose} title="Result of each" size={560}>
      {failure === null ? null : <FailureNotice failure={failure} />}
      <p className={classes.bulkSum} role="status">
        {countWords(done, 'exception', 'exceptions')} {ACTION_WORDS[action.kind]}.{' '}
        {unseen === 0 ? '' : `${countWords(unseen, `row ${without[0]}`, `rows ${without[1]}`)}. `}
        {others.length === 0 ? '' : `${countWords(others.length, 'was', 'were')} not:`}
      </p>
      {others.length === 0 ? null : <Others others={others} names={names} />}
      {unknown.length === 0 ? null : (
        <Unanswered
          title={`Of ${countWords(unknown.length, 'exception', 'exceptions')} it is not known`}
          why="No answer came: all of them were acted on, or none. The list shows which once it is read again; the same action once more changes nothing that is done."
          names={unknown.map((id) => [id, names.get(id) ?? id])}
        />
      )}
      {rest === 0 || failure === null ? null : (
        <Unanswered
          title={`${countWords(rest, 'exception was', 'exceptions were')} not reached`}
          why="Nothing was done to them. The selection stays, so that it can go on from here."
          names={untouched(report)}
        />
      )}
      <Group justify="flex-end" gap={8}>
        <Button size="xs" data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </Modal>
  );
}

function untouched({ names, results, unknown }: Report): readonly (readonly [string, string])[] {
  const touched = new Set([...results.map(({ id }) => id), ...unknown]);
  return [...names].filter(([id]) => !touched.has(id));
}

/** Exceptions without a result, and what that means. */
function Unanswered(props: {
  readonly title: string;
  readonly why: string;
  /** What people call each, by id. */
  readonly names: readonly (readonly [string, string])[];
}): ReactNode {
  const { title, why, names } = props;
  const rest = names.length - MOST_NAMED;
  return (
    <section className={classes.bulkUnanswered}>
      <p className={classes.bulkSum}>{title}</p>
      <p className="mc-note">{why}</p>
      <details>
        <summary>Which ones</summary>
        <div className={classes.bulkRows} {...scrollable(title)}>
          <ul>
            {names.slice(0, MOST_NAMED).map(([id, name]) => (
              <li key={id}>{name}</li>
            ))}
            {rest > 0 ? <li>and {rest.toLocaleString('en-GB')} more</li> : null}
          </ul>
        </div>
      </details>
    </section>
  );
}

function Others(props: { readonly others: ActionResults; readonly names: ReadonlyMap<string, string> }): ReactNode {
  const { others, names } = props;
  const rest = others.length - MOST_NAMED;
  return (
    <>
      <dl className={classes.bulkWhy}>
        {reasonsOf(others).map(([result, count]) => (
          <div key={result}>
            <dt className="mc-num">{count.toLocaleString('en-GB')}</dt>
            <dd>{RESULT_WORDS[result]}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bulkRows} {...scrollable('Those that were not')}>
        <ul>
          {others.slice(0, MOST_NAMED).map(({ id, result }) => (
            <li key={id}>
              <strong>{names.get(id) ?? id}</strong> {RESULT_WORDS[result]}
            </li>
          ))}
          {rest > 0 ? <li>and {rest.toLocaleString('en-GB')} more</li> : null}
        </ul>
      </div>
    </>
  );
}

function reasonsOf(others: ActionResults): readonly (readonly [ActionResult, number])[] {
  const counts = new Map<ActionResult, number>();
  for (const { result } of others) counts.set(result, (counts.get(result) ?? 0) + 1);
  return [...counts];
}
