// One action on many exceptions: the bar of what is chosen, the words it needs, and a report of what became of each.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActionResult, ExceptionAction } from '../../../domain/reconcile/exception.ts';
import { isExactDecimal, MoneySum } from '../../../domain/kernel/money/money.ts';
import type { ActAnswer, useActOnChosen } from '../../bridge/index.ts';
import type { RowSelection } from '../../ui/grid/row-selection.ts';
import { FailureNotice, Notice } from '../../ui/frame/failure-notice.tsx';
import { plainText } from '../../ui/text/foreign-text.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { SelectionBar } from '../../ui/frame/selection-bar.tsx';
import { ACTION_WORDS, RESULT_WORDS } from './finding-words.ts';
import { TriageForm, type WordedAction } from './form.tsx';
import type { Queue, TriageSubject } from './use-triage.ts';
import { Table } from '../../ui/table.tsx';
import { Note } from '../../ui/text/small-parts.tsx';
import { countWords, grouped } from '../../ui/index.ts';

interface Report extends ActAnswer {
  readonly action: ExceptionAction;
  readonly names: ReadonlyMap<string, string>;
  /** Chosen rows that no run of the engine has looked at: they have no exception yet. */
  readonly unseen: number;
}

export interface ManyRows<Row> {
  /** An amount of each row with its unit; what is chosen adds up by unit. */
  readonly amountOf: (row: Row) => readonly [amount: string | null, unit: string | null];
  /** Why rows may be without an exception, after "1 row" and after "3 rows". */
  readonly without?: readonly [one: string, more: string];
  /** What else can be done with the chosen rows. */
  readonly deeds?: (selection: RowSelection<Row>) => ReactNode;
}

/** Over what is chosen in a list; one action at a time. */
export function useBulk<Row>(
  { amountOf, without = NOT_LOOKED_AT, deeds, me, onDone }: ManyRows<Row> & Pick<Queue<Row>, 'me' | 'onDone'>,
  of: {
    readonly selection: RowSelection<Row>;
    readonly list: { readonly count: number | null; readonly isNarrowed: boolean };
    readonly acting: ReturnType<typeof useActOnChosen<Row, TriageSubject>>;
    /** The report was read: the keyboard goes on where it was asked for. */
    readonly onClosed: () => void;
  },
) {
  const { selection, list, acting, onClosed } = of;
  const { count, isNarrowed } = list;
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
    <Button size="xs" disabled={size === null || isTooMany || isBarred} loading={isBusy} onClick={start}>
      {label}
    </Button>
  );
  const bar =
    size === 0 ? null : (
      <SelectionBar
        selection={selection}
        count={count}
        isNarrowed={isNarrowed}
        sum={isTooMany ? null : <ChosenSums rows={[...selection.chosen.values()]} amountOf={amountOf} />}
      >
        {isTooMany ? (
          <Text span fz={13}>
            At most {grouped(most)} are acted on at once: narrow the filter.
          </Text>
        ) : null}
        {deeds?.(selection)}
        {button('Resolve', () => setAsking('resolve'))}
        {button('Assign to me', () => void run({ kind: 'assign', assignee: me }), me === null)}
        {button('Assign to…', () => setAsking('assign'))}
        {button('Due…', () => setAsking('due'))}
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
            // What is chosen does not outlive the lock: the words are there again when the form is opened for what is chosen then.
            about="what is chosen"
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
          without={without}
          onClose={() => {
            setReport(null);
            // The dialog gives the keyboard back to what opened it, which is gone with the selection.
            requestAnimationFrame(() => requestAnimationFrame(onClosed));
          }}
        />
      )}
    </>
  );
  return { bar: selection.isAll || selection.chosen.size > 0 ? bar : null, ask: setAsking, dialogs };
}

function ChosenSums<Row>(props: Pick<ManyRows<Row>, 'amountOf'> & { readonly rows: readonly Row[] }) {
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

const NOT_LOOKED_AT = [
  'has not been looked at by reconciliation yet',
  'have not been looked at by reconciliation yet',
] as const;

function reportOf(
  action: ExceptionAction,
  { subjects, ...answer }: ActAnswer & { readonly subjects: readonly TriageSubject[] },
): Report {
  const named = subjects.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const]));
  return { action, names: new Map(named), unseen: subjects.length - named.length, ...answer };
}

/** Whoever comes second is told who was first. */
function resultWords(result: ActionResult, by: string | undefined): string {
  if (result !== 'changed-since') return RESULT_WORDS[result];
  return `Changed by ${by === undefined ? 'the console' : plainText(by.slice(0, 64))} since you saw it; look at it again`;
}

/** The most rows that are named; the counts are of all. */
const MOST_NAMED = 200;

function ReportDialog(props: {
  readonly report: Report;
  readonly without: readonly [one: string, more: string];
  readonly onClose: () => void;
}) {
  const { report, without, onClose } = props;
  const { action, results, names, unseen, failure, unknown } = report;
  const done = results.filter(({ result }) => result === 'done').length;
  const others = results.filter(({ result }) => result !== 'done');
  const touched = new Set([...results.map(({ id }) => id), ...unknown]);
  const rest = failure === null ? [] : [...names.keys()].filter((id) => !touched.has(id));
  const lines = [
    ...others.map(({ id, result, by }) => [id, resultWords(result, by)] as const),
    ...unknown.map((id) => [id, 'Not known'] as const),
    ...rest.map((id) => [id, 'Not reached'] as const),
  ];
  return (
    <Modal opened onClose={onClose} title="Result of each" size={560}>
      <Stack gap="sm">
        <FailureNotice failure={failure} />
        <Text fw={500} role="status">
          {countWords(done, 'exception', 'exceptions')} {ACTION_WORDS[action.kind]}.{' '}
          {unseen === 0 ? '' : `${countWords(unseen, `row ${without[0]}`, `rows ${without[1]}`)}. `}
          {others.length === 0 ? '' : `${countWords(others.length, 'was', 'were')} not:`}
        </Text>
        {unknown.length === 0 ? null : (
          <Notice tone="warn" title={`Of ${countWords(unknown.length, 'exception', 'exceptions')} it is not known`}>
            No answer came: all of them were acted on, or none. The list shows which once it is read again; the same
            action once more changes nothing that is done.
          </Notice>
        )}
        {rest.length === 0 ? null : (
          <Notice tone="quiet" title={`${countWords(rest.length, 'exception was', 'exceptions were')} not reached`}>
            Nothing was done to them. The selection stays, so that it can go on from here.
          </Notice>
        )}
        {lines.length === 0 ? null : (
          <Table
            label="Those that were not"
            rows={lines.slice(0, MOST_NAMED)}
            mah={240}
            keyOf={([id]) => id}
            columns={({ cell }) => [cell('Record', ([id]) => names.get(id) ?? id), cell('Result', ([, why]) => why)]}
          />
        )}
        {lines.length > MOST_NAMED ? <Note>and {grouped(lines.length - MOST_NAMED)} more</Note> : null}
        <Group justify="flex-end">
          <Button variant="filled" size="xs" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
