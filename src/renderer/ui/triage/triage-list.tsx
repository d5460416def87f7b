/**
 * A list that is worked through: its table with the row in hand beside it, and the bar of what is chosen. Not here: the keys (use-triage.ts), the
 * facts of a row (the screen), carrying an action out (the bridge).
 */
import type { ReactNode } from 'react';
import { type RowSelection, useRowSelection } from '../grid/row-selection.ts';
import { ListGrid } from '../list/list-frame.tsx';
import type { List } from '../list/use-list.ts';
import { type ActingOnChosen, BulkTriage, type Without } from './bulk-triage.tsx';
import type { TriageKey } from './triage-keys.ts';
import { TriageDesk } from './triage-panel.tsx';
import { type Desk, type Triaging, useTriage } from './use-triage.ts';

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

/** The children are the totals of the list. */
export function TriageList<Row, Field extends string>(props: {
  readonly list: List<Row, Field, unknown, unknown>;
  readonly work: Work<Row>;
  /** A change reads the shown rows again. */
  readonly revision: number;
  readonly actingOnChosen: ActingOnChosen;
  /** The row in hand. */
  readonly panel: ReactNode;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** Those of the screen; the keys of exceptions where it has none of its own. */
  readonly keys?: readonly TriageKey[];
  /** The panel shows two sides of something, and needs room for both. */
  readonly isWide?: boolean;
  /** Keys of columns that make room for the row in hand; never an amount. */
  readonly yields?: ReadonlySet<string>;
  readonly without?: Without;
  /** What else can be done with the chosen rows. */
  readonly deeds?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const {
    list,
    work,
    revision,
    actingOnChosen,
    panel,
    empty,
    keys,
    isWide = false,
    yields,
    without,
    deeds,
    children,
  } = props;
  const { triage, selection, me, onDone } = work;
  return (
    <>
      <TriageDesk triage={triage} {...(keys === undefined ? {} : { keys })} isWide={isWide} panel={panel}>
        <ListGrid
          list={list}
          revision={revision}
          selection={selection}
          hidden={triage.isOpen ? yields : undefined}
          cursor={triage.cursor}
          onCursor={triage.onCursor}
          onOpen={triage.onOpen}
          empty={empty}
        />
        {children}
      </TriageDesk>
      <BulkTriage
        selection={selection}
        count={list.count}
        isNarrowed={list.isNarrowed}
        me={me}
        acting={actingOnChosen}
        onDone={onDone}
        onEnd={() => triage.cursor.current?.focus()}
        {...(without === undefined ? {} : { without })}
        {...(deeds === undefined ? {} : { deeds })}
      />
    </>
  );
}
