// A list that is worked through: its table with the row in hand beside it, and what is done with many of its rows.
import type { ReactNode } from 'react';
import { Stack } from '@mantine/core';
import type { Result } from '../../../domain/kernel/failure/failure.ts';
import { type Paging, useActOnChosen, useActOnExceptions, useProfile, useTriageDetail } from '../../bridge/index.ts';
import type { GridPage, TotalRow } from '../../ui/grid/types.ts';
import { type RowSelection, useRowSelection } from '../../ui/grid/row-selection.ts';
import { ListGrid } from '../../ui/list/list-frame.tsx';
import type { List, ListPageInput } from '../../ui/list/use-list.ts';
import { type ManyRows, useBulk } from './bulk-triage.tsx';
import { type InHand, TriagePanel } from './panel.tsx';
import { type Queue, type Triaging, useTriage } from './use-triage.ts';
import classes from './triage.module.css';

export interface Work<Row> {
  readonly triage: Triaging<Row>;
  readonly selection: RowSelection<Row>;
  readonly me: string | null;
  /** What can be done with the rows that are chosen; null while none is. */
  readonly bar: ReactNode;
  readonly dialogs: ReactNode;
}

/** Working through `list`, row by row and many at once; `read` answers a page of it, as the list's own. */
export function useWork<Row, Field extends string, Filter>(
  list: List<Row, Field, Filter, unknown>,
  read: (input: ListPageInput<Field, Filter>, profile: string) => Promise<Result<GridPage<Row>>>,
  queue: Omit<Queue<Row>, 'acting' | 'isNarrowed'> & ManyRows<Row>,
): Work<Row> {
  const { kind, filter, sort, isNarrowed } = list;
  const profile = useProfile().id;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, kind.idOf);
  const triage = useTriage({ ...queue, acting: useActOnExceptions(), isNarrowed });
  const acting = useActOnChosen({
    selection,
    profile,
    read: (page: Paging, of: string) => read({ filter, sort, ...page }, of),
    idOf: kind.idOf,
    subjectOf: queue.subjectOf,
  });
  return {
    triage,
    selection,
    me: queue.me,
    ...useBulk(queue, { selection, list, acting, onClosed: triage.toTable }),
  };
}

/** The exception of a row, as it was read last; undefined until it is. */
export type ExceptionRead = ReturnType<typeof useTriageDetail>['exception'];

interface TriageListProps<Row, Field extends string> {
  readonly list: List<Row, Field, unknown, unknown>;
  readonly work: Work<Row>;
  /** A change reads the shown rows again. */
  readonly revision: number;
  readonly inHand: (row: Row, exception: ExceptionRead) => InHand;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  readonly totals: readonly TotalRow[];
  /** The panel shows two sides of something, and needs room for both. */
  readonly isWide?: boolean;
  /** Keys of columns that make room for the row in hand; never an amount. */
  readonly yields?: ReadonlySet<string>;
}

/** The table; the panel stands beside it while a row is in hand. */
export function TriageList<Row, Field extends string>(props: TriageListProps<Row, Field>) {
  const { list, work, revision, inHand, empty, totals, isWide = false, yields } = props;
  const { triage, selection, dialogs } = work;
  return (
    <>
      <div className={classes.triage} data-open={triage.isOpen || undefined} data-wide={isWide || undefined}>
        <Stack gap={0} miw={0} mih={0}>
          <ListGrid
            list={list}
            revision={revision}
            selection={selection}
            hidden={triage.isOpen ? yields : undefined}
            cursor={triage.cursor}
            onCursor={triage.onCursor}
            onOpen={triage.onOpen}
            totals={totals}
            empty={empty}
          />
        </Stack>
        {triage.isOpen ? <RowInHand work={work} inHand={inHand} /> : null}
      </div>
      {dialogs}
    </>
  );
}

function RowInHand<Row>({ work, inHand }: Pick<TriageListProps<Row, never>, 'work' | 'inHand'>) {
  const { triage, me } = work;
  const { row, subject } = triage;
  const detail = useTriageDetail(subject?.id ?? null);
  if (row === null || subject === null) return null;
  return <TriagePanel {...{ triage, subject, me, detail }} inHand={inHand(row, detail.exception)} />;
}
