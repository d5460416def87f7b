// The differences of a tie-out by kind, and beside them the records of the chosen one: both amounts as the books hold
// them, the exact sum, and what is done about them.
import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { Exception } from '../../../../domain/reconcile/exception.ts';
import type { FindingKind } from '../../../../domain/kernel/finding.ts';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import type { FindingTotals } from '../../../../domain/reconcile/tie-out.ts';
import { useActOnChosen, useBridge, useCall, useProfile } from '../../../bridge/index.ts';
import {
  FailureNotice,
  grouped,
  InstantText,
  Link,
  MoneyText,
  Note,
  Panel,
  plainText,
  Table,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ExportMenu, exceptionsPath, FINDING_WORDS, useBulk } from '../../../parts/index.ts';
import { pathOf, subjectOf } from '../exceptions/filters.ts';

const TOLD = [
  ['Invoice', 'settled_amount_usdt'],
  ['Webhook', 'payload.data.credited_usdt'],
] as const;

/** The evidence that stands side by side, by its title, in the order in which the difference is taken. Of kinds that are not named one side is missing. */
const SIDES: Partial<Record<FindingKind, readonly (readonly [title: string, evidence: string])[]>> = {
  adjusted: [
    ['Expected', 'adjustment.expected_amount_usdt'],
    ['Actual', 'adjustment.actual_amount_usdt'],
  ],
  'ordered-differs': [
    ['Expected', 'adjustment.expected_amount_fiat'],
    ['Ordered', 'amount'],
  ],
  'settled-differs': [
    ['Actual', 'adjustment.actual_amount_usdt'],
    ['Net', 'settled_amount_usdt'],
  ],
  'credited-differs': TOLD,
  'stale-receiver': TOLD,
  'sent-differs': [
    ['Amount', 'amount'],
    ['Fee', 'network_commission'],
    ['Sent', 'amount_to_send'],
  ],
};

/** More rows of a kind are looked at in the list of exceptions. */
const MOST_ROWS = 50;
const REFRESH_ON = ['exceptions'] as const;

type Line = Pick<FindingTotals, 'kind' | 'unit'>;
type Filter = NonNullable<CallInput<'exceptions.page'>['filter']>;
type Page = CallOutput<'exceptions.page'>;

function filterIn(period: Period | null): Filter {
  const bounds = period === null ? null : periodBounds(period);
  return bounds === null ? {} : { recordFrom: bounds.from, recordTo: bounds.to };
}

/** How many of a line are open. Pages add up only what has an amount, by unit; what has none is the rest of its kind. Null before both are read. */
export function openOf(
  { kind, unit }: Line,
  counts: Pick<CallOutput<'exceptions.counts'>, 'kinds'> | undefined,
  open: Pick<Page, 'totals'> | undefined,
): number | null {
  if (counts === undefined || open === undefined) return null;
  const summed = open.totals.filter((total) => total.kind === kind);
  if (unit !== null) return summed.find((total) => total.unit === unit)?.count ?? 0;
  const all = counts.kinds.find((one) => one.kind === kind)?.open ?? 0;
  return summed.reduce((rest, { count }) => rest - count, all);
}

function nameOfLine({ kind, unit }: Line): string {
  return `${kind} ${unit ?? ''}`.trim();
}

/** Lines in the order of the kinds; `below` stands under them. */
export function Differences(props: {
  readonly findings: readonly FindingTotals[];
  readonly period: Period | null;
  readonly below: ReactNode;
}) {
  const { findings, period, below } = props;
  const route = useRouteFilters();
  const filter = filterIn(period);
  const counts = useCall('exceptions.counts', { filter }, { refreshOn: REFRESH_ON });
  const openPage = { filter: { ...filter, state: ['open' as const] }, offset: 0, limit: 1 };
  const open = useCall('exceptions.page', openPage, { refreshOn: REFRESH_ON });
  const chosen = findings.find((line) => nameOfLine(line) === route.text('difference')) ?? findings[0];
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
      <Stack gap="sm" miw={0}>
        <Panel title="Differences" note="By kind" flush={findings.length > 0}>
          {findings.length === 0 ? (
            <Note>Wherever two sides could be compared, they agree to the last digit.</Note>
          ) : (
            <Table
              label="Differences by kind and unit"
              rows={findings}
              keyOf={nameOfLine}
              lookOf={(line) => (line === chosen ? 'chosen' : undefined)}
              columns={({ cell, count, money }) => [
                cell('Kind', (line) => (
                  <UnstyledButton
                    fz="sm"
                    fw={500}
                    title={FINDING_WORDS[line.kind].meaning}
                    aria-pressed={line === chosen}
                    onClick={() => route.change({ difference: nameOfLine(line) }, { replace: true })}
                  >
                    {FINDING_WORDS[line.kind].name}
                  </UnstyledButton>
                )),
                count('Count', (line) => line.count),
                money('Difference', ({ delta }) => delta, {
                  sign: true,
                  unit: ({ unit }) => unit ?? undefined,
                  currency: ({ unit }) => unit ?? undefined,
                  missing: 'no amount',
                }),
                count('Open', (line) => openOf(line, counts.data, open.data) ?? 0, {
                  words: (line) => (openOf(line, counts.data, open.data) === null ? '…' : undefined),
                  link: ({ kind, unit }) => exceptionsPath({ state: 'open', kind, unit, period }),
                }),
              ]}
            />
          )}
        </Panel>
        {below}
      </Stack>
      {chosen === undefined ? null : (
        <OneDifference
          key={nameOfLine(chosen)}
          line={chosen}
          period={period}
          open={openOf(chosen, counts.data, open.data)}
          me={counts.data?.me ?? null}
          onDone={() => {
            counts.refresh();
            open.refresh();
          }}
        />
      )}
    </SimpleGrid>
  );
}

/** The records of one line, as the last run of reconciliation found them, the largest difference first. */
function OneDifference(props: {
  readonly line: FindingTotals;
  readonly period: Period | null;
  readonly open: number | null;
  readonly me: string | null;
  readonly onDone: () => void;
}) {
  const { line, period } = props;
  const { kind, unit } = line;
  const words = FINDING_WORDS[kind];
  const filter: Filter = { ...filterIn(period), kind: [kind], unit: [unit ?? ''] };
  const sort = [{ by: unit === null ? 'recordAt' : 'absDelta', direction: 'desc' }] as const;
  const page = useCall('exceptions.page', { filter, sort, offset: 0, limit: MOST_ROWS }, { refreshOn: REFRESH_ON });
  return (
    <Panel
      title={words.name}
      note={`${grouped(line.count)}${unit === null ? '' : `, in ${plainText(unit.slice(0, 16))}`}`}
      actions={<Link to={exceptionsPath({ state: 'all', kind, unit, period })}>Exceptions</Link>}
      flush
    >
      <FailureNotice failure={page.failure} onRetry={page.refresh} />
      {page.data === undefined ? null : <Records page={page.data} line={line} />}
      <Stack gap="sm" p="md">
        <Text fz="sm" c="var(--mc-text-soft)">
          {words.meaning} {words.next}
        </Text>
        <Group gap="xs" className="mc-no-print">
          <ResolveAll
            open={props.open}
            me={props.me}
            filter={{ ...filter, state: ['open'] }}
            onDone={() => {
              props.onDone();
              page.refresh();
            }}
          />
          <ExportMenu
            label={`Export ${grouped(page.data?.total ?? 0)}`}
            count={page.data?.total ?? null}
            rows={(file) => ({ kind: 'exceptions', filter, sort: [...sort], ...file })}
          />
        </Group>
      </Stack>
    </Panel>
  );
}

function Records({ page, line }: { readonly page: Page; readonly line: FindingTotals }) {
  const { rows, total, totals } = page;
  const sides = SIDES[line.kind] ?? [];
  const isToldOf = sides.some(([title]) => title === 'Webhook');
  const unit = line.unit ?? CREDIT_TOKEN;
  const isWhole = rows.length === total;
  return (
    <>
      {total === line.count ? null : (
        <Text fz="sm" c="var(--mc-warn-text)" px="md" pb="xs">
          The last run of reconciliation found {grouped(total)} of the {grouped(line.count)} that are counted here.
        </Text>
      )}
      <Table
        label={`Records: ${FINDING_WORDS[line.kind].name}`}
        rows={rows}
        isDense
        mah={360}
        keyOf={({ id }) => id}
        lookOf={({ state }) => (state === 'resolved' ? 'aside' : undefined)}
        columns={({ cell, money }) => [
          cell(line.kind === 'sent-differs' ? 'Withdrawal' : 'Invoice id', (row) => (
            <Link to={pathOf(row)}>{plainText(shortText(row.label ?? row.recordUuid, 14))}</Link>
          )),
          cell(isToldOf ? 'Delivered' : 'Date', ({ evidence, recordAt }) => (
            <InstantText value={(isToldOf ? evidence['delivery.delivered_at'] : recordAt) ?? null} short />
          )),
          ...sides.map(([title, name]) =>
            money(title, ({ evidence }) => evidence[name] ?? null, {
              unit,
              ...(isWhole && line.unit !== null ? { sum: true } : {}),
            }),
          ),
          ...(line.unit === null
            ? []
            : [
                money('Difference', ({ delta }: Exception) => delta, {
                  unit,
                  sign: true,
                  // Of all of them, as the engine adds them up, where only some are listed.
                  sum: isWhole ? true : () => <MoneyText value={totals[0]?.delta ?? null} unit={unit} sign onPaper />,
                }),
              ]),
        ]}
      />
      {isWhole ? null : (
        <Text fz="xs" c="dimmed" px="md" pt="xs">
          The first {grouped(rows.length)} of {grouped(total)}; the sum is of all.
        </Text>
      )}
    </>
  );
}

/** Every open one of the line, by one reason and note; what became of each is still told when none is left. */
function ResolveAll(props: {
  readonly open: number | null;
  readonly filter: Filter;
  readonly me: string | null;
  readonly onDone: () => void;
}) {
  const { open, filter, me, onDone } = props;
  const bridge = useBridge();
  const profile = useProfile().id;
  const button = useRef<HTMLButtonElement>(null);
  const acting = useActOnChosen({
    selection: EVERY_ONE,
    profile,
    read: (page, reader) => bridge.call('exceptions.page', { filter, ...page }, { profile: reader }),
    idOf: ({ id }) => id,
    subjectOf,
  });
  const { ask, dialogs } = useBulk<Exception>(
    { amountOf: ({ delta, unit }) => [delta, unit], me, onDone },
    {
      selection: EVERY_ONE,
      list: { count: open, isNarrowed: true },
      acting,
      // With the last one the button has gone.
      onClosed: () => (button.current ?? document.querySelector<HTMLElement>('main'))?.focus(),
    },
  );
  return (
    <>
      {open === null || open === 0 ? null : (
        <Button ref={button} disabled={open > acting.most} onClick={() => ask('resolve')}>
          Resolve {grouped(open)}…
        </Button>
      )}
      {dialogs}
    </>
  );
}

const nothing = (): void => undefined;
const EVERY_ONE = {
  isAll: true,
  chosen: new Map<string, Exception>(),
  pick: nothing,
  pickAll: nothing,
  clear: nothing,
};
