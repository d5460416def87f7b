// The successes behind the coverage, each with its sides beside one another.
import { Group, SegmentedControl, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Period } from '../../../../domain/period.ts';
import { TIE_COVERAGES, type TieCoverage, type TieOutReport, type TieRow } from '../../../../domain/tie-out.ts';
import { useBridge, useProfile } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  cellText,
  COVERAGE_WORDS,
  DataGrid,
  EmptyState,
  FINDING_WORDS,
  type GridColumn,
  InstantText,
  invoicePath,
  MISSING_WORDS,
  MoneyText,
  navigateTo,
  Panel,
  plainText,
  UNTOLD_WORDS,
} from '../../../ui/index.ts';

function amount(
  key: 'amount' | 'expectedFiat' | 'actualUsdt' | 'settledUsdt' | 'creditedUsdt',
  title: string,
  hint: string,
): GridColumn<TieRow> {
  const width = key.endsWith('Usdt') ? 140 : 116;
  return {
    key,
    title,
    hint,
    align: 'end',
    width,
    render: (row) => <MoneyText value={row[key]} unit={key.endsWith('Usdt') ? 'USDT' : row.currency} />,
    text: (row) => row[key],
  };
}

const COLUMNS: readonly GridColumn<TieRow>[] = [
  {
    key: 'externalId',
    title: 'External id',
    width: 128,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{cellText(row.externalId)}</span>,
    text: (row) => row.externalId,
  },
  {
    key: 'tied',
    title: 'Tied',
    hint: 'On how many sides, and why on no more',
    width: 232,
    flex: 2,
    render: (row) => coverageWords(row),
    text: coverageWords,
  },
  {
    key: 'findings',
    title: 'Differences',
    width: 168,
    flex: 1,
    render: findingNames,
    text: findingNames,
  },
  amount('settledUsdt', 'Net (USDT)', 'settled_amount_usdt of the record'),
  amount('actualUsdt', 'Actual USDT', 'Of the adjustment, where there is one'),
  amount('creditedUsdt', 'Webhook USDT', 'credited_usdt of the latest delivered webhook'),
  amount('amount', 'Ordered', 'The ordered fiat; never changes'),
  amount('expectedFiat', 'Expected', 'Of the adjustment, where there is one'),
  { key: 'currency', title: 'Currency', width: 92, render: (row) => plainText(row.currency.slice(0, 16)) },
  { key: 'finishedAt', title: 'Finished', width: 180, render: (row) => <InstantText value={row.finishedAt} /> },
  { key: 'toldAt', title: 'Webhook at', width: 180, render: (row) => <InstantText value={row.toldAt} /> },
];

function coverageWords({ coverage, untold, missing }: TieRow): string {
  const why = [...missing.map((fact) => MISSING_WORDS[fact]), ...(untold === null ? [] : [UNTOLD_WORDS[untold]])];
  return [COVERAGE_WORDS[coverage].name, ...why].join(', ');
}

function findingNames({ findings }: TieRow): string {
  return findings.length === 0 ? '—' : findings.map((kind) => FINDING_WORDS[kind].name).join('; ');
}

/** All of them, or those of one part of the coverage. */
export function TieRows(props: {
  readonly report: TieOutReport;
  /** The list is read with the counts that stand above it, and again only with them. */
  readonly computedAt: string;
  readonly period: Period | null;
  readonly coverage: TieCoverage | null;
  readonly onCoverage: (coverage: TieCoverage | null) => void;
}): ReactNode {
  const { report, computedAt, period, coverage, onCoverage } = props;
  const bridge = useBridge();
  const { id: profile } = useProfile();
  if (profile === null) return null;
  const asked = { ...(period === null ? {} : { period }), ...(coverage === null ? {} : { coverage }) };
  const load = async (offset: number, limit: number) => {
    const answer = await bridge.call('reconciliation.tieRows', { ...asked, offset, limit }, { profile });
    return answer.ok ? answer.value : answer.failure;
  };
  return (
    <Panel
      title="Paid invoices"
      note="Latest finished first; a row opens its invoice."
      actions={
        <Group gap="xs" className="mc-no-print">
          <ExportMenu
            count={coverage === null ? report.invoices.count : report.invoices[coverage]}
            rows={(file) => ({ kind: 'tie-rows', ...asked, ...file })}
          />
        </Group>
      }
    >
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Coverage to show"
          value={coverage ?? ALL}
          data={[
            { value: ALL, label: `All ${report.invoices.count.toLocaleString('en-GB')}` },
            ...TIE_COVERAGES.map((one) => ({
              value: one,
              label: `${COVERAGE_WORDS[one].name} ${report.invoices[one].toLocaleString('en-GB')}`,
            })),
          ]}
          onChange={(next) => onCoverage(TIE_COVERAGES.find((one) => one === next) ?? null)}
        />
        <DataGrid<TieRow>
          label="Paid invoices of the tie-out"
          columns={COLUMNS}
          load={load}
          rowId={({ uuid }) => uuid}
          queryKey={`${profile} ${JSON.stringify(asked)} ${computedAt}`}
          height={440}
          onOpen={({ uuid }) => navigateTo(invoicePath(uuid))}
          empty={<EmptyState kind="nothing-matches" title="No paid invoice is tied so" />}
        />
      </Stack>
    </Panel>
  );
}

const ALL = 'all';
