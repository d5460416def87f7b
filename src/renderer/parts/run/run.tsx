// A run, of resends or of orders: how it stands and why it stopped, its rows, and pausing, resuming and cancelling it.
import { Button, Group, List, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { describeDuration } from '../../../domain/kernel/time/time.ts';
import { isOpenRun, type RunState, type RunStop, type RunWait } from '../../../domain/resend/bulk.ts';
import {
  ActionDialog,
  DataGrid,
  EmptyState,
  failureWords,
  type GridColumn,
  type GridPage,
  grouped,
  Note,
  Notice,
} from '../../ui/index.ts';
import type { Result } from '../../../domain/kernel/failure/failure.ts';
import { type Bridge, useBridge, useProfile, useWriteBar } from '../../bridge/index.ts';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { RunActions } from './use-run.ts';

/** `words`: of `runWords`; `left`: of what there still is to do; `isLeast` when it may take longer. */
export function RunStanding(props: {
  readonly run: { readonly state: RunState; readonly stop?: RunStop | undefined };
  readonly words: string;
  readonly waitLeftMs: number | null;
  readonly left: { readonly seconds: number; readonly isLeast: boolean } | undefined;
}) {
  const { run, words, waitLeftMs, left } = props;
  const { state, stop } = run;
  return (
    <>
      {state !== 'stopped' || stop === undefined ? null : (
        <Notice tone="warn" title={STOP_WORDS[stop].title}>
          {STOP_WORDS[stop].text} {STOP_WORDS[stop].nextStep}
        </Notice>
      )}
      <Group justify="space-between">
        <Text fw={600} role="status">
          {words}
          {waitLeftMs === null || waitLeftMs === 0 ? null : (
            <span className="mc-num" aria-live="off">
              , {describeDuration(Math.ceil(waitLeftMs / 1000) * 1000)}
            </span>
          )}
        </Text>
        <Text size="xs" c="dimmed" className="mc-num">
          {isOpenRun(state) && left !== undefined
            ? `${left.isLeast ? 'at least' : 'about'} ${describeDuration(left.seconds * 1000)} left`
            : ''}
        </Text>
      </Group>
    </>
  );
}

/** Whether somebody has to stay: of a run that is open. `done`: what it does to each, "sent". */
export function RunAlone({ state, done }: { readonly state: RunState; readonly done: 'sent' | 'created' }) {
  if (!isOpenRun(state)) return null;
  return (
    <Text size="xs" c="dimmed">
      {state === 'running' || state === 'waiting'
        ? 'You may close the console; it goes on at the next start.'
        : `Nothing is ${done} until it is resumed, also after the next start.`}
    </Text>
  );
}

/** `nextStep`: what a person can do before resuming. */
export const STOP_WORDS: Readonly<Record<RunStop, { title: string; text: string; nextStep: string }>> = {
  'unknown-outcomes': {
    title: 'Stopped: three unclear answers in a row',
    text: 'Three requests in a row ended without a clear answer, so the run does not go on by itself. What became of the three is being found out by reading.',
    nextStep:
      'Look at those with an unknown outcome, and whether the API works normally. Resume when it does; nothing that was sent is sent again.',
  },
  key: {
    title: 'Stopped: the key does not work',
    text: 'The API refuses the key, or none is set. Nothing more was sent.',
    nextStep: 'Set a working key in Settings, then resume.',
  },
  'read-only': {
    title: 'Stopped: the profile is read-only',
    text: 'Nothing is sent with a read-only profile.',
    nextStep: 'Allow changes in Settings, then resume, or cancel the run.',
  },
  'different-business': {
    title: 'Stopped: the key belongs to another business',
    text: 'This run is not of the key’s business. Nothing more was sent.',
    nextStep: 'Set the key of this business in Settings, then resume.',
  },
  'payments-disabled': {
    title: 'Stopped: the payment service takes no orders',
    text: 'It has switched new payments off for everybody. Nothing more was sent.',
    nextStep: 'Ask the payment service, then resume.',
  },
  books: {
    title: 'Stopped: the console’s own files could not be written',
    text: 'Each send is written down before it is made. Without that, nothing is sent.',
    nextStep: 'Free space on the disk or check its permissions, then resume.',
  },
  restored: {
    title: 'Restored: the books were put back from a copy',
    text: 'It was open in the copy. What this console sent after the copy was made is not known here, so it does not go on by itself.',
    nextStep:
      'Resume: a webhook that was resent since then is skipped, as far as its deliveries show it, and an order that was created since is found, not made again. Or cancel the run; then nothing more is sent.',
  },
};

const WAIT_WORDS: Readonly<Record<RunWait, string>> = {
  'resend-interval': 'Waiting for the API’s resend interval',
  budget: 'Waiting for room in the request limit',
  'customer-limit': 'Waiting for customers with too many open invoices',
  offline: 'Waiting for the API, which cannot be reached; it goes on by itself',
};

const STATE_WORDS = { paused: 'Paused', stopped: 'Stopped', cancelled: 'Cancelled' } as const;

/** "Resending, 112 of 200", "Paused, …": the run in one line; `doing`: what it does while it goes on, `done`: what is said once it is over. */
export function runWords(
  { state, waitingFor }: { readonly state: RunState; readonly waitingFor?: RunWait | undefined },
  {
    doing,
    done,
    over,
    total,
  }: { readonly doing: string; readonly done: string; readonly over: number; readonly total: number },
): string {
  if (state === 'waiting') return waitingFor === undefined ? 'Waiting' : WAIT_WORDS[waitingFor];
  if (state === 'done') return done;
  return `${state === 'running' ? doing : STATE_WORDS[state]}, ${grouped(over)} of ${grouped(total)}`;
}

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
}) {
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

/** `state`: of the run; `cancelling`: what a cancel means, in sentences. */
export function RunControls(props: {
  readonly state: RunState;
  readonly actions: RunActions;
  readonly cancelling: readonly string[];
}) {
  const { state, actions, cancelling } = props;
  const bar = useWriteBar();
  const [isAsking, setAsking] = useState(false);
  if (!isOpenRun(state)) return null;
  const isGoing = state === 'running' || state === 'waiting';
  return (
    <>
      <Button disabled={actions.isBusy} onClick={() => setAsking(true)}>
        Cancel the run
      </Button>
      {isGoing ? (
        <Button
          leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
          loading={actions.isBusy}
          onClick={actions.pause}
        >
          Pause
        </Button>
      ) : (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          loading={actions.isBusy}
          disabled={bar !== null}
          title={bar === null ? undefined : `Not possible now. ${failureWords(bar).sentence}`}
          onClick={actions.resume}
        >
          Resume
        </Button>
      )}
      {isAsking ? (
        <ActionDialog
          title="Cancel the run?"
          label="Cancel the run"
          cancel="Keep the run"
          isDanger
          action={{ busy: false, failure: undefined }}
          onSubmit={() => {
            setAsking(false);
            actions.cancel();
          }}
          onClose={() => setAsking(false)}
        >
          <List>
            {cancelling.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
          <Note>A cancelled run does not go on; to stop for a while, pause it.</Note>
        </ActionDialog>
      ) : null}
    </>
  );
}
