// How a run stands, of resends or of orders: why it stopped and what to do, where it is and how long it takes, and what becomes of it meanwhile.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeDuration } from '../../../domain/kernel/time/time.ts';
import { isOpenRun, type RunState, type RunStop } from '../../../domain/resend/bulk.ts';
import { Notice } from '../../ui/index.ts';
import { STOP_WORDS } from './words.ts';

/** `words`: of `runWords`; `left`: of what there still is to do; `isLeast` when it may take longer. */
export function RunStanding(props: {
  readonly run: { readonly state: RunState; readonly stop?: RunStop | undefined };
  readonly words: string;
  readonly waitLeftMs: number | null;
  readonly left: { readonly seconds: number; readonly isLeast: boolean } | undefined;
}): ReactNode {
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
export function RunAlone({ state, done }: { readonly state: RunState; readonly done: 'sent' | 'created' }): ReactNode {
  if (!isOpenRun(state)) return null;
  return (
    <Text size="xs" c="dimmed">
      {state === 'running' || state === 'waiting'
        ? 'You may close the console; it goes on at the next start.'
        : `Nothing is ${done} until it is resumed, also after the next start.`}
    </Text>
  );
}
