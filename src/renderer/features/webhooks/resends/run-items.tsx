// The items of a run, filtered by how they stand, each with its evidence on demand.
import { Box, Drawer, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BulkItem, BulkRun } from '../../../../contract/calls/bulk.ts';
import { ITEM_STANDINGS, type ItemStanding } from '../../../../domain/bulk.ts';
import { useBridge, useProfile } from '../../../bridge/index.ts';
import {
  cellText,
  DataGrid,
  EmptyState,
  EvidenceList,
  type GridColumn,
  hashHref,
  InstantText,
  invoicePath,
  plainText,
} from '../../../ui/index.ts';
import { ItemBadge, itemWords } from './badges.tsx';
import { COUNT_LOOKS, shownCounts } from './run-words.ts';

const COLUMNS: readonly GridColumn<BulkItem>[] = [
  {
    key: 'position',
    title: '#',
    hint: 'Its place in the run',
    width: 64,
    align: 'end',
    render: (row) => (row.position + 1).toLocaleString('en-GB'),
  },
  {
    key: 'invoice',
    title: 'Invoice',
    width: 180,
    flex: 1,
    render: (row) => <span className="mc-cell-key">{cellText(row.externalId ?? row.invoiceUuid)}</span>,
    text: (row) => row.externalId ?? row.invoiceUuid,
  },
  { key: 'state', title: 'Outcome', width: 230, flex: 1, render: (row) => <ItemBadge item={row} /> },
  {
    key: 'evidence',
    title: 'Latest evidence',
    hint: 'Enter shows all of it',
    width: 280,
    flex: 2,
    render: (row) => cellText(latestFact(row)),
    text: latestFact,
  },
  {
    key: 'at',
    title: 'As of',
    width: 180,
    render: (row) => <InstantText value={row.report?.updatedAt ?? null} />,
  },
];

function latestFact({ report }: BulkItem): string | null {
  return report?.evidence?.facts.at(-1) ?? null;
}

const ALL = 'all';

/** Each way to stand that any item has, with how many. */
function choices(all: BulkRun['counts']): { readonly value: string; readonly label: string }[] {
  const counts = shownCounts(all);
  const shown = COUNT_LOOKS.filter(({ name }) => counts[name] > 0);
  return [
    { value: ALL, label: `All ${counts.total.toLocaleString('en-GB')}` },
    ...shown.map(({ name, label }) => ({ value: name, label: `${label} ${counts[name].toLocaleString('en-GB')}` })),
  ];
}

/** `standing`: only the items that stand so; null for all. */
export function RunItems(props: {
  readonly run: BulkRun;
  readonly standing: ItemStanding | null;
  readonly onStanding: (standing: ItemStanding | null) => void;
}): ReactNode {
  const { run, standing, onStanding } = props;
  const bridge = useBridge();
  const { id: profile } = useProfile();
  const [opened, setOpened] = useState<BulkItem | null>(null);
  // The run is a new object with every reading of it, and its items have moved at most then.
  const revision = useRevision(JSON.stringify([run.state, run.counts]));
  if (profile === null) return null;
  const load = async (offset: number, limit: number) => {
    const input = { runId: run.runId, ...(standing === null ? {} : { standing: [standing] }), offset, limit };
    const result = await bridge.call('resends.report', input, { profile });
    return result.ok ? result.value : result.failure;
  };
  return (
    <>
      <SegmentedControl
        aria-label="Items to show"
        mx="md"
        style={{ flex: 'none', alignSelf: 'flex-start' }}
        value={standing ?? ALL}
        data={choices(run.counts)}
        onChange={(value) => onStanding(ITEM_STANDINGS.find((one) => one === value) ?? null)}
      />
      <DataGrid
        label="Items of the run"
        columns={COLUMNS}
        load={load}
        rowId={(row) => String(row.position)}
        queryKey={`${run.runId} ${standing ?? ALL}`}
        revision={revision}
        onOpen={setOpened}
        empty={<EmptyState kind="nothing-matches" title="No item stands so" />}
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size={520}
        title={opened === null ? '' : `Item ${opened.position + 1}`}
        closeButtonProps={{ 'aria-label': 'Close the item' }}
      >
        {opened === null ? null : <Item item={opened} />}
      </Drawer>
    </>
  );
}

function Item({ item }: { readonly item: BulkItem }): ReactNode {
  const { text } = itemWords(item);
  const { report, earlierIntents } = item;
  return (
    <Stack align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <ItemBadge item={item} />
      <Text>{text}</Text>
      <Box>
        <a className="mc-link" href={hashHref(invoicePath(item.invoiceUuid, 'deliveries'))}>
          Invoice {plainText((item.externalId ?? item.invoiceUuid).slice(0, 128))}
        </a>
      </Box>
      <EvidenceList evidence={report?.evidence} />
      {earlierIntents.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {earlierIntents.length} earlier {earlierIntents.length === 1 ? 'turn' : 'turns'} sent nothing: too soon for
          the API, or the request never left. Each stands on the page of the invoice.
        </Text>
      )}
      {report === undefined ? null : (
        <Text size="xs" c="dimmed">
          As of <InstantText value={report.updatedAt} withAge />, intent{' '}
          <span className="mc-mono">{report.intentId}</span>
        </Text>
      )}
    </Stack>
  );
}

/** Grows with every change of the value, so that a grid reads its rows again. */
function useRevision(value: unknown): number {
  const [revision, setRevision] = useState(0);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    setRevision((count) => count + 1);
  }, [value]);
  return revision;
}
