// The rows of a run, of resends or of orders: all of them or those that stand so, each choice with how many there are.
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Result } from '../../../domain/kernel/failure/failure.ts';
import { type Bridge, useBridge, useProfile } from '../../bridge/index.ts';
import { DataGrid, EmptyState, type GridColumn, type GridPage, grouped } from '../../ui/index.ts';

const ALL = 'all';

/** What a run is asked for by: the rows that stand so, all of them without a word. */
export interface RunRowsAsked<Standing extends string> {
  readonly runId: string;
  readonly standing?: Standing[];
}

/** `looks`: in the order of the choices; `moved`: another text whenever rows may stand otherwise; `read`: a page of what is asked for. */
export function RunRows<Row extends { readonly position: number }, Standing extends string>(props: {
  readonly label: string;
  readonly runId: string;
  readonly looks: readonly { readonly name: Standing; readonly label: string }[];
  readonly counts: Readonly<Record<Standing | 'total', number>>;
  readonly moved: string;
  readonly standing: Standing | null;
  readonly onStanding: (standing: Standing | null) => void;
  readonly columns: readonly GridColumn<Row, never>[];
  readonly read: (
    bridge: Bridge,
    input: RunRowsAsked<Standing> & { readonly offset: number; readonly limit: number },
    profile: string,
  ) => Promise<Result<GridPage<Row>>>;
  readonly onOpen: (row: Row) => void;
}): ReactNode {
  const { label, runId, looks, counts, moved, standing, onStanding, columns, read, onOpen } = props;
  const bridge = useBridge();
  const { id: profile } = useProfile();
  const [known, setKnown] = useState({ moved, revision: 0 });
  if (known.moved !== moved) setKnown({ moved, revision: known.revision + 1 });
  if (profile === null) return null;
  return (
    <>
      <SegmentedControl
        aria-label={`${label} to show`}
        mx="md"
        maw="calc(100% - 2rem)"
        style={{ flex: 'none', alignSelf: 'flex-start', overflowX: 'auto' }}
        value={standing ?? ALL}
        data={[
          { value: ALL, label: `All ${grouped(counts.total)}` },
          ...looks
            .filter(({ name }) => counts[name] > 0)
            .map(({ name, label: face }) => ({ value: name, label: `${face} ${grouped(counts[name])}` })),
        ]}
        onChange={(value) => onStanding(looks.find(({ name }) => name === value)?.name ?? null)}
      />
      <DataGrid
        label={label}
        columns={columns}
        load={async (offset, limit) => {
          const result = await read(bridge, { ...askedOf(runId, standing), offset, limit }, profile);
          return result.ok ? result.value : result.failure;
        }}
        rowId={({ position }) => String(position)}
        queryKey={`${runId} ${standing ?? ALL}`}
        revision={known.revision}
        onOpen={onOpen}
        empty={<EmptyState kind="nothing-matches" title={`No ${label.toLowerCase()} of the run stand so`} />}
      />
    </>
  );
}

export function askedOf<Standing extends string>(runId: string, standing: Standing | null): RunRowsAsked<Standing> {
  return standing === null ? { runId } : { runId, standing: [standing] };
}
