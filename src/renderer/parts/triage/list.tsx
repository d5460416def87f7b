// A list that is worked through: its table with the row in hand beside it.
import type { ReactNode } from 'react';
import { Stack } from '@mantine/core';
import type { TotalRow } from '../../ui/grid/types.ts';
import { type RowSelection, useRowSelection } from '../../ui/grid/row-selection.ts';
import { ListGrid } from '../../ui/list/list-frame.tsx';
import type { List } from '../../ui/list/use-list.ts';
import { type Desk, type Triaging, useTriage } from './use-triage.ts';
import classes from './triage.module.css';

export interface Work<Row> extends Pick<Desk<Row>, 'me' | 'onDone'> {
  readonly triage: Triaging<Row>;
  readonly selection: RowSelection<Row>;
}

/** Working through `list` of this profile, row by row and many at once. */
export function useWork<Row, Filter>(
  list: Pick<List<Row, string, Filter, unknown>, 'filter' | 'isNarrowed'> & {
    readonly kind: { idOf: (row: Row) => string };
  },
  profile: string | null,
  desk: Omit<Desk<Row>, 'isNarrowed'>,
): Work<Row> {
  const { kind, filter, isNarrowed } = list;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, kind.idOf);
  const triage = useTriage({ ...desk, isNarrowed });
  return { triage, selection, me: desk.me, onDone: desk.onDone };
}

/** The table; the panel stands beside it while a row is in hand. */
export function TriageList<Row, Field extends string>(props: {
  readonly list: List<Row, Field, unknown, unknown>;
  readonly work: Work<Row>;
  /** A change reads the shown rows again. */
  readonly revision: number;
  /** The row in hand. */
  readonly panel: ReactNode;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** What the list comes to. */
  readonly totals: readonly TotalRow[];
  /** The panel shows two sides of something, and needs room for both. */
  readonly isWide?: boolean;
  /** Keys of columns that make room for the row in hand; never an amount. */
  readonly yields?: ReadonlySet<string>;
}): ReactNode {
  const { list, work, revision, panel, empty, totals, isWide = false, yields } = props;
  const { triage, selection } = work;
  return (
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
      {triage.isOpen ? panel : null}
    </div>
  );
}
