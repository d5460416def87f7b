// All resends of the business, newest first, each with what became of it then and how its webhooks stand now.
import { Box, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { BulkRun, ListedRun } from '../../../../contract/calls/bulk.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { isOfRuns, isOpenRun, RUN_LIST, type RunFilter } from '../../../../domain/resend/bulk.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  ButtonLink,
  countWords,
  EmptyState,
  filterOf,
  grouped,
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
import { ExportMenu, hostWords, type Tone, ToneBadge } from '../../../parts/index.ts';
import { COUNT_LOOKS, overCount, runTone, shownCounts } from './run/words.ts';

const FILTER = filterOf(RUN_LIST.filter, {
  holds: { label: 'Invoice in a resend', placeholder: 'Invoice id' },
  host: { label: 'Endpoint', options: 'hosts' },
  person: { label: 'By', options: 'people' },
  began: { label: 'Date' },
});

const VIEWS: readonly { readonly label: string; readonly view?: NonNullable<RunFilter['view']> | 'mine' }[] = [
  { label: 'All' },
  { label: 'Running', view: 'open' },
  { label: 'Still failing', view: 'failing' },
  // The books know who began a run by the account of the computer.
  { label: 'By me', view: 'mine' },
];
/** As many as the engine gives. */
const MOST = 200;

export function RunsPage() {
  const route = useRouteFilters();
  const filter = FILTER.read(route, useUi().timeZone);
  const runs = useCall('resends.runs', { filter: { holds: filter.holds } }, { refreshOn: ['deliveries'] });
  const all = runs.data?.runs;
  const { me } = useCall('exceptions.counts', {}).data ?? {};
  const { view } = VIEWS.find((one) => one.view === route.text('view')) ?? {};
  const narrowed = (view: (typeof VIEWS)[number]['view']): RunFilter =>
    view !== 'mine' ? { ...filter, view } : me === undefined ? filter : { ...filter, person: [me] };
  const of = (view: (typeof VIEWS)[number]['view']) =>
    view === 'mine' && me === undefined ? undefined : all?.filter((run) => isOfRuns(run, narrowed(view)));
  const shown = of(view) ?? [];
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
        <>
          <ExportMenu
            count={runs.isPrevious ? null : (of(view)?.length ?? null)}
            rows={(file) => ({ kind: 'resends', filter: narrowed(view), ...file })}
          />
          <ButtonLink variant="filled" to={screenPath('new-resend')}>
            Resend…
          </ButtonLink>
        </>
      }
      strip={
        <ListStrip
          views={VIEWS.map((one) => ({
            label: one.label,
            sets: one.view === undefined ? {} : { view: one.view },
            count: of(one.view)?.length ?? null,
          }))}
        >
          {all?.length === MOST ? <span className="mc-note">The last {MOST} resends</span> : null}
        </ListStrip>
      }
    >
      <ReadState read={runs} unreadTitle="The resends could not be read">
        {() =>
          shown.length > 0 ? (
            <Runs runs={shown} me={me} />
          ) : all?.length === 0 && !isNarrowed(filter) ? (
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

function tally(words: readonly string[]) {
  return [...Map.groupBy(words, (word) => word)].map(([value, same]) => ({ value, count: same.length }));
}

function Runs({ runs, me }: { readonly runs: readonly ListedRun[]; readonly me: string | undefined }) {
  // "Now" is in view at every width: what the page of the resend says as well, or another column draws, makes room for it.
  const hasRoom = useIsWide(1200);
  const hasMuchRoom = useIsWide(1900);
  const hasUnanswered = runs.some(({ counts }) => unanswered(counts) > 0);
  return (
    <Box flex={1} mih={0} bg="var(--mc-surface)">
      <Table
        label="Resends"
        rows={runs}
        keyOf={({ runId }) => runId}
        mah="whole rows"
        isDense={!hasMuchRoom}
        total={countWords(runs.length, 'resend', 'resends')}
        columns={({ cell, count, money }) => {
          const figure = (label: string, of: (counts: Counts) => number, hint?: string) =>
            count(label, ({ counts }) => of(counts), {
              hint,
              sum: true,
              words: ({ counts }) => (of(counts) === 0 ? '—' : undefined),
            });
          return [
            cell('Began', ({ startedAt }) => <InstantText value={startedAt} short />),
            cell('What', ({ runId, label }) => (
              <Text truncate fz={13} fw={500} maw={hasMuchRoom ? 360 : { base: hasUnanswered ? 120 : 184, xl: 220 }}>
                <Link to={runPath(runId)}>{plainText(label)}</Link>
              </Text>
            )),
            cell('Endpoint', ({ hosts }) => <Hosts hosts={hosts} maw={hasMuchRoom ? 240 : 96} />),
            ...(hasRoom
              ? [
                  cell('By', ({ startedBy }) => (
                    <Short maw={96} words={startedBy === me ? 'you' : startedBy} title={startedBy} />
                  )),
                ]
              : []),
            count('Items', ({ counts }) => counts.total, { sum: true }),
            ...(hasMuchRoom ? [cell('Result', ({ counts }) => <Result counts={shownCounts(counts)} />)] : []),
            figure('Delivered', ({ delivered }) => delivered),
            figure('Failed', ({ failed }) => failed, 'The API took the resend, and its attempt failed'),
            // A row has room for what is rare only where it occurs.
            ...(hasUnanswered
              ? [figure('No answer', unanswered, 'How the attempt ended is not known, or whether there was one')]
              : []),
            figure(
              'Not sent',
              ({ refused, notSent, skipped, cancelled }) => refused + notSent + skipped + cancelled,
              'Refused by the API, skipped, or never left this console',
            ),
            money('Delivered (USDT)', ({ counts, deliveredUsdt }) => (counts.delivered === 0 ? null : deliveredUsdt), {
              hint: 'Credited for the invoices whose resend was delivered, by each resend that did',
              unit: 'USDT',
              sum: true,
            }),
            cell('Now', (run) => <ToneBadge {...nowWords(run)} />, {
              hint: 'How the latest deliveries of its invoices stand, whoever sent them',
            }),
          ];
        }}
      />
    </Box>
  );
}

type Counts = BulkRun['counts'];

/** Not those that have not ended. */
function unanswered({ sent, delivered, failed, unknown }: Counts): number {
  return sent - delivered - failed + unknown;
}

/** At least so many pixels. */
function useIsWide(width: number): boolean {
  return useMediaQuery(`(min-width: ${width}px)`, undefined, { getInitialValueInEffect: false });
}

/** On one line, cut where there is no room; the tooltip has all of it. */
function Short({ words, maw, title = words }: { words: string; maw: number; title?: string }) {
  return (
    <Text truncate fz={13} maw={maw} title={plainText(title)}>
      {plainText(words)}
    </Text>
  );
}

function Hosts({ hosts, maw }: Pick<ListedRun, 'hosts'> & { readonly maw: number }) {
  const all = hosts.map(hostWords);
  const [first = '—'] = all;
  return (
    <Short
      words={all.length < 2 ? first : `${first} +${grouped(all.length - 1)}`}
      title={all.length === 0 ? first : all.join(', ')}
      maw={maw}
    />
  );
}

function Result({ counts }: { readonly counts: Counts }) {
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

/** What is left of an open run; of one that is over how its webhooks stand by now, which a later attempt may have changed. */
function nowWords({ state, counts, now }: ListedRun): { readonly tone: Tone; readonly children: string } {
  const left = `${grouped(counts.total - overCount(counts))} waiting`;
  if (state === 'running' || state === 'waiting') return { tone: 'notice', children: left };
  if (isOpenRun(state)) return { tone: runTone({ state, counts }), children: `${state}, ${left}` };
  if (now.failing > 0) return { tone: 'bad', children: `${grouped(now.failing)} failing` };
  const unknown = counts.total - now.delivered;
  if (unknown > 0) return { tone: 'quiet', children: `${grouped(unknown)} not known` };
  return { tone: 'good', children: counts.delivered === counts.total ? 'all delivered' : 'delivered later' };
}
