// What is complete and since when, this minute's requests, and how many are left to whoever else uses the key, the shop first of all.
import { Button, Progress, SegmentedControl, Slider, Stack, Table as PlainTable, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { canDo, readingCall } from '../../../domain/sync/reading-switch.ts';
import { useAction, useCall, useCalls } from '../../bridge/index.ts';
import {
  AgeText,
  cellText,
  CopyButton,
  countWords,
  FailureNotice,
  grouped,
  Notice,
  Panel,
  TablePanel,
  TimeOfDayText,
  useOwnNow,
} from '../../ui/index.ts';
import { certificateWords } from '../../parts/index.ts';
import { SettingRow } from './setting-row.tsx';

export function DataPanel() {
  const { data, failure, refresh } = useCall('sync.status', {});
  return (
    <Panel title="Data and sync">
      <FailureNotice failure={failure} onRetry={refresh} />
      {data === undefined ? (
        <Text c="dimmed">Asking…</Text>
      ) : (
        <>
          <Standing status={data} />
          <Budget budget={data.budget} onReset={refresh} />
        </>
      )}
    </Panel>
  );
}

/** Where the API strays from its specification, for whoever looks after it: nothing while it does not. */
export function DriftPanel() {
  const { data } = useCall('contact.drift', {});
  if (data === undefined || data.drifts.length === 0) return null;
  return (
    <TablePanel
      title="Other than specified"
      note="names and shapes, no values"
      actions={
        <CopyButton value={data.text}>
          {({ copied, copy }) => (
            <Button size="xs" miw={112} onClick={copy}>
              {copied ? 'Copied' : 'Copy report'}
            </Button>
          )}
        </CopyButton>
      }
      label="Fields, words and shapes"
      rows={data.drifts}
      keyOf={({ what }) => what}
      columns={({ cell, count }) => [
        cell('What', ({ what, example }) => cellText(example === null ? what : `${what} (${example})`, 160)),
        cell('Since', ({ firstAt }) => <TimeOfDayText value={firstAt} short />),
        count('Answers', ({ answers }) => answers),
      ]}
    />
  );
}

function Standing({ status }: { readonly status: SyncStatus }) {
  const { invoices, withdrawals, deliveries, reread } = status;
  const left = Math.max(0, deliveries.terminal - deliveries.read);
  const rows: readonly (readonly [string, ReactNode, string | null])[] = [
    ['Invoices', certificateWords(invoices), invoices.asOf],
    ['Withdrawals', withdrawals.total === null ? 'not read yet' : certificateWords(withdrawals), withdrawals.asOf],
    ['Webhooks', left === 0 ? 'all checked' : `${grouped(left)} not checked yet`, null],
    ...(reread === undefined || reread.pages === 0
      ? []
      : [['Ended invoices, again', <Reread key="reread" reread={reread} />, null] as const]),
  ];
  return (
    <PlainTable withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} mb="sm" aria-label="Data and sync">
      <PlainTable.Tbody>
        {rows.map(([what, words, at]) => (
          <PlainTable.Tr key={what}>
            <PlainTable.Th scope="row" fw={400} c="dimmed">
              {what}
            </PlainTable.Th>
            <PlainTable.Td ta="right">{words}</PlainTable.Td>
            <PlainTable.Td ta="right" w={64} c="dimmed">
              {at === null ? null : <TimeOfDayText value={at} short />}
            </PlainTable.Td>
          </PlainTable.Tr>
        ))}
      </PlainTable.Tbody>
    </PlainTable>
  );
}

function Reread({ reread }: { readonly reread: NonNullable<SyncStatus['reread']> }) {
  const { late, withinDays, oldestReading } = reread;
  return (
    <>
      {late ? 'behind' : `all within ${withinDays} days`}
      {oldestReading === null ? null : (
        <>
          , oldest <AgeText since={oldestReading} />
        </>
      )}
    </>
  );
}

/** Remaining of limit, until when, what is kept free, and who else draws on it. */
function Budget(props: { readonly budget: SyncStatus['budget']; readonly onReset: () => void }) {
  const { budget, onReset } = props;
  const { limit, remaining, reserve, reserveSet, foreignUse, foreignPerMinute } = budget;
  const seconds = useSecondsLeft(budget);
  useReset(budget, seconds, onReset);
  const { title, note, isCurrent } = budgetWords(remaining, limit, seconds);
  return (
    <Stack component="section" gap={4} aria-label="Request budget">
      <Text fw={500} className="mc-num">
        {title}
      </Text>
      <Progress
        size={4}
        value={limit > 0 ? (remaining / limit) * 100 : 0}
        color={isCurrent && remaining <= reserve ? 'yellow' : 'ink'}
        aria-label="Requests left this minute"
      />
      <Text fz="xs" c="dimmed" className="mc-num">
        {note}, {reserve} kept for your shop{reserveSet === 'automatic' ? '' : ', set by you'}
      </Text>
      {foreignUse ? (
        <Text fz="xs" c="dimmed" className="mc-num">
          <span role="status">Another program uses this key</span>
          {foreignPerMinute > 0 ? `, about ${foreignPerMinute} a minute` : ''}. What helps stands below.
        </Text>
      ) : null}
    </Stack>
  );
}

/** Counts down from when the budget was told; the engine does not tell every second. */
function useSecondsLeft(budget: SyncStatus['budget']): number {
  const now = useOwnNow();
  const [told, setTold] = useState({ budget, at: now });
  if (told.budget !== budget) setTold({ budget, at: now });
  return Math.max(0, Math.ceil(budget.resetSeconds - (now - told.at) / 1000));
}

/**
 * Once when the minute of this budget is over: nothing is asked of the API, only what the engine knows of the next minute, which it does
 * not tell while it rests.
 */
function useReset(budget: SyncStatus['budget'], seconds: number, onReset: () => void): void {
  const ask = useEffectEvent(onReset);
  useEffect(() => {
    if (seconds === 0 && budget.resetSeconds > 0) ask();
  }, [budget, seconds]);
}

/**
 * What is left of the limit, and until when. A minute that is over says nothing of the next one: another program may have begun it, so
 * nothing is called full that nobody was asked about. `isCurrent` is false for such a number.
 */
export function budgetWords(remaining: number, limit: number, secondsLeft: number) {
  const isCurrent = secondsLeft > 0 || remaining >= limit;
  const rest = remaining >= limit ? 'Full again' : 'Not asked since';
  const title = `${remaining} of ${limit} requests ${isCurrent ? 'left' : 'were left'}`;
  return { title, note: secondsLeft > 0 ? `Resets in ${secondsLeft} s` : rest, isCurrent };
}

type Reserve = SyncStatus['budget']['reserveSet'];

export function ReservePanel() {
  const { data } = useCall('sync.status', {});
  if (data === undefined) return null;
  // Another profile is another slider: what was half set for one is not set for the other.
  return <Reserve key={data.profile} status={data} />;
}

function Reserve({ status }: { readonly status: SyncStatus }) {
  const { budget } = status;
  const { run } = useCalls();
  const [asked, setAsked] = useState<Reserve | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Shown at once; from then on what the engine says, which another window may change.
  if (asked === budget.reserveSet) setAsked(null);
  const set = asked ?? budget.reserveSet;
  const save = async (reserve: Reserve): Promise<void> => {
    setAsked(reserve);
    const result = await run('sync.setReserve', { reserve, seen: set });
    setFailure(result.ok ? null : result.failure);
    // What holds is what the engine says.
    if (!result.ok) setAsked(null);
  };
  return (
    <Panel
      title="Requests kept for your shop"
      note={`The API allows this key ${budget.limit} requests a minute, whoever makes them.`}
    >
      <Stack>
        {budget.foreignUse ? (
          <Notice tone="notice" title="Another program uses this key">
            {neighbourWords(budget)}
          </Notice>
        ) : null}
        <SegmentedControl
          style={{ alignSelf: 'flex-start' }}
          aria-label="Who decides"
          value={set === 'automatic' ? 'automatic' : 'own'}
          data={[
            { value: 'automatic', label: 'Automatic' },
            { value: 'own', label: 'Set by me' },
          ]}
          onChange={(next) => void save(next === 'own' ? budget.reserve : 'automatic')}
        />
        <ReserveSlider budget={budget} set={set} onSet={save} />
        <FailureNotice failure={failure} />
        <Pause state={status.state} />
      </Stack>
    </Panel>
  );
}

interface SliderProps {
  readonly budget: SyncStatus['budget'];
  readonly set: Reserve;
  readonly onSet: (reserve: number) => Promise<void>;
}

function ReserveSlider({ budget, set, onSet }: SliderProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const most = Math.max(0, budget.limit - 1);
  const value = Math.min(most, dragged ?? (set === 'automatic' ? budget.reserve : set));
  return (
    <Stack gap="xs" maw={480}>
      <Text className="mc-num" c="var(--mc-text-soft)">
        <b>{value}</b> of {budget.limit} kept free{set === 'automatic' ? ', decided by the console' : ''}
      </Text>
      <Slider
        thumbLabel="Requests kept free each minute"
        label={null}
        min={0}
        max={most}
        step={1}
        disabled={set === 'automatic' || most === 0}
        value={value}
        onChange={setDragged}
        onChangeEnd={(next) => {
          setDragged(null);
          void onSet(next);
        }}
      />
      <Text c="dimmed">{reserveWords(value, budget.limit, set === 'automatic')}</Text>
    </Stack>
  );
}

/** The whole of the budget for the shop, until it is resumed. */
function Pause({ state }: { readonly state: SyncStatus['state'] }) {
  const start = useAction(readingCall('resume'));
  const pause = useAction(readingCall('pause'));
  const paused = canDo('resume', state);
  const failure = paused ? start.failure : pause.failure;
  return (
    <>
      <SettingRow
        label="Sync"
        note={
          paused
            ? 'Paused: only what you ask for is sent. What it shows grows older until you resume.'
            : 'A pause leaves the whole limit to your shop: only what you ask for is sent.'
        }
      >
        <Button
          loading={start.busy || pause.busy}
          disabled={!paused && !canDo('pause', state)}
          leftSection={
            paused ? <IconPlayerPlay size={16} aria-hidden="true" /> : <IconPlayerPause size={16} aria-hidden="true" />
          }
          onClick={() => void (paused ? start.run({}) : pause.run({}))}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
      </SettingRow>
      <FailureNotice failure={failure} />
    </>
  );
}

/** Who else was seen, what the console does about it, and what would help more. */
function neighbourWords({ foreignPerMinute, reserve, reserveSet }: SyncStatus['budget']): string {
  const rate =
    foreignPerMinute > 0 ? `It makes about ${foreignPerMinute} requests a minute, as far as can be seen. ` : '';
  const done =
    reserveSet === 'automatic'
      ? `The console keeps ${reserve} of each minute free for it and reads more slowly.`
      : `The console reads more slowly and keeps the ${reserve} free that you have set.`;
  return `${rate}${done} If it is your shop, give the console a key of its own: the limit counts per key, so neither slows the other.`;
}

/** What a reserve means for the shop and for the console. `automatic`: the console decides. */
function reserveWords(reserve: number, limit: number, automatic: boolean): string {
  if (automatic) return 'Automatic keeps 5, and 25 for ten minutes after another program was seen on the key.';
  const reading = limit - reserve;
  const left = `The console reads with at most ${countWords(reading, 'request', 'requests')} a minute; what you ask for yourself may use the rest.`;
  if (reserve === 0) return `${left} With nothing kept free, a shop on the same key may be refused for up to a minute.`;
  return left;
}
