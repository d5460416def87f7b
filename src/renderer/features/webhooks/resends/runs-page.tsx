// All resends of the business, newest first, each with what became of it then and how its webhooks stand now.
import { Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BulkRun, ListedRun } from '../../../../contract/calls/bulk.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import * as by from '../../../../domain/kernel/list.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  filterOf,
  grouped,
  hashHref,
  InstantText,
  isNarrowed,
  Link,
  ListFilters,
  ListStrip,
  PageFrame,
  plainText,
  ReadState,
  runPath,
  Table,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { hostWords, type Tone, ToneBadge } from '../../../parts/index.ts';
import { COUNT_LOOKS, isOpenRun, overCount, runTone, shownCounts } from './run/words.ts';

const FILTER = filterOf(
  { host: by.words, person: by.words, beganFrom: by.bound, beganTo: by.bound },
  {
    host: { label: 'Endpoint', options: 'hosts' },
    person: { label: 'By', options: 'people' },
    began: { label: 'Date' },
  },
);

const VIEWS: Readonly<Record<'all' | 'open' | 'failing', { label: string; has: (run: ListedRun) => boolean }>> = {
  all: { label: 'All', has: () => true },
  open: { label: 'Running', has: ({ state }) => isOpenRun(state) },
  failing: { label: 'Still failing', has: ({ now }) => now.failing > 0 },
};
const VIEW_NAMES = ['all', 'open', 'failing'] as const;
/** As many as the engine gives. */
const MOST = 200;

export function RunsPage(): ReactNode {
  const runs = useCall('resends.runs', {}, { refreshOn: ['deliveries'] });
  const route = useRouteFilters();
  const filter = FILTER.read(route, useUi().timeZone);
  const all = runs.data?.runs;
  const matching = all?.filter((run) => isOf(run, filter));
  const view = VIEW_NAMES.find((name) => name === route.text('view')) ?? 'all';
  const shown = matching?.filter(VIEWS[view].has) ?? [];
  const counts = {
    hosts: tally(all?.flatMap(({ hosts }) => hosts) ?? []),
    people: tally(all?.map(({ startedBy }) => startedBy) ?? []),
  };
  return (
    <PageFrame
      title="Resends"
      fill
      band
      filters={
        <ListFilters
          of={FILTER}
          counts={counts}
          onClear={isNarrowed(filter) ? () => route.keep(['view']) : undefined}
        />
      }
      actions={
        <Button component="a" href={hashHref(screenPath('new-resend'))}>
          Resend…
        </Button>
      }
      strip={
        <ListStrip
          views={VIEW_NAMES.map((name) => ({
            label: VIEWS[name].label,
            sets: name === 'all' ? {} : { view: name },
            count: matching?.filter(VIEWS[name].has).length ?? null,
          }))}
        >
          {all?.length === MOST ? <span className="mc-note">The last {MOST} resends</span> : null}
        </ListStrip>
      }
    >
      <ReadState read={runs} unreadTitle="The resends could not be read">
        {() =>
          shown.length > 0 ? (
            <Runs runs={shown} />
          ) : all?.length === 0 ? (
            <EmptyState kind="nothing-yet" title="No resend yet">
              It begins at what is failing: filter or pick deliveries, or paste ids.
            </EmptyState>
          ) : (
            <EmptyState kind="nothing-matches" />
          )
        }
      </ReadState>
    </PageFrame>
  );
}

function isOf(
  { hosts, startedBy, startedAt }: ListedRun,
  { host, person, beganFrom, beganTo }: ReturnType<typeof FILTER.read>,
): boolean {
  return (
    (host === undefined || hosts.some((one) => host.includes(one))) &&
    (person ?? [startedBy]).includes(startedBy) &&
    (beganFrom === undefined || startedAt >= beganFrom) &&
    (beganTo === undefined || startedAt < beganTo)
  );
}

function tally(words: readonly string[]) {
  return [...Map.groupBy(words, (word) => word)].map(([value, same]) => ({ value, count: same.length }));
}

function Runs({ runs }: { readonly runs: readonly ListedRun[] }): ReactNode {
  return (
    <Box flex={1} mih={0} bg="var(--mc-surface)">
      <Table
        label="Resends"
        rows={runs}
        keyOf={({ runId }) => runId}
        mah="100%"
        total={countWords(runs.length, 'resend', 'resends')}
        columns={({ cell, count, money }) => [
          cell('Began', ({ startedAt }) => <InstantText value={startedAt} short />),
          cell('What', ({ runId, label }) => (
            <Text truncate fz={13} fw={500} maw={{ base: 120, xl: 360 }}>
              <Link to={runPath(runId)}>{plainText(label)}</Link>
            </Text>
          )),
          cell('Endpoint', ({ hosts }) => <Hosts hosts={hosts} />),
          cell('By', ({ startedBy }) => plainText(startedBy.slice(0, 32))),
          count('Items', ({ counts }) => counts.total, { sum: true }),
          cell('Result', ({ counts }) => <Result counts={shownCounts(counts)} />),
          // A row has room for what is rare only where it occurs.
          ...FIGURES.filter(({ isRare, of }) => isRare !== true || runs.some(({ counts }) => of(counts) > 0)).map(
            ({ label, hint, of }) =>
              count(label, ({ counts }) => of(counts), {
                hint,
                sum: true,
                words: ({ counts }) => (of(counts) === 0 ? '—' : undefined),
              }),
          ),
          money('Delivered (USDT)', ({ counts, deliveredUsdt }) => (counts.delivered === 0 ? null : deliveredUsdt), {
            hint: 'Credited for the invoices whose resend was delivered, by each resend that did',
            unit: () => 'USDT',
            sum: true,
          }),
          cell('Now', (run) => <Now run={run} />, {
            hint: 'How the latest deliveries of its invoices stand, whoever sent them',
          }),
        ]}
      />
    </Box>
  );
}

function Hosts({ hosts }: { readonly hosts: readonly string[] }): ReactNode {
  const [first, ...others] = hosts.map(hostWords);
  return first === undefined ? (
    '—'
  ) : (
    <Text truncate fz={13} maw={{ base: 80, xl: 240 }} title={[first, ...others].join(', ')}>
      {first}
      {others.length === 0 ? null : ` +${grouped(others.length)}`}
    </Text>
  );
}

function Result({ counts }: { readonly counts: BulkRun['counts'] }): ReactNode {
  return (
    <Group gap={2} w={56} h={8} wrap="nowrap" aria-hidden="true">
      {COUNT_LOOKS.map(({ name, color }) =>
        counts[name] === 0 ? null : (
          <Box key={name} component="span" flex={`${counts[name]} 0 3px`} h={8} bdrs={2} bg={`var(${color})`} />
        ),
      )}
    </Group>
  );
}

/** Those that are neither have ended without an answer, or have not ended. */
const FIGURES: readonly {
  readonly label: string;
  readonly hint?: string;
  readonly isRare?: true;
  readonly of: (counts: BulkRun['counts']) => number;
}[] = [
  { label: 'Delivered', of: ({ delivered }) => delivered },
  { label: 'Failed', hint: 'The API took the resend, and its attempt failed', of: ({ failed }) => failed },
  {
    label: 'No answer',
    isRare: true,
    hint: 'How the attempt ended is not known, or whether there was one',
    of: ({ sent, delivered, failed, unknown }) => sent - delivered - failed + unknown,
  },
  {
    label: 'Not sent',
    hint: 'Refused by the API, skipped, or never left this console',
    of: ({ refused, notSent, skipped, cancelled }) => refused + notSent + skipped + cancelled,
  },
];

function Now({ run }: { readonly run: ListedRun }): ReactNode {
  const { tone, words } = nowWords(run);
  return <ToneBadge tone={tone}>{words}</ToneBadge>;
}

/** What is left of an open run; of one that is over how its webhooks stand by now, which a later attempt may have changed. */
function nowWords({ state, counts, now }: Pick<ListedRun, 'state' | 'counts' | 'now'>): {
  readonly tone: Tone;
  readonly words: string;
} {
  const left = grouped(counts.total - overCount(counts));
  if (state === 'running' || state === 'waiting') return { tone: 'notice', words: `${left} waiting` };
  if (isOpenRun(state)) return { tone: runTone({ state, counts }), words: `${state}, ${left} waiting` };
  if (now.failing > 0) return { tone: 'bad', words: `${grouped(now.failing)} failing` };
  if (now.delivered < counts.total)
    return { tone: 'quiet', words: `${grouped(counts.total - now.delivered)} not known` };
  return { tone: 'good', words: counts.delivered === counts.total ? 'all delivered' : 'delivered later' };
}
