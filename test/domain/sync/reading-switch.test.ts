/** The one rule of every switch that pauses the reading. */
import { expect, it } from 'vitest';
import { canDo, READING_STATES, readingCall, type ReadingState } from '../../../src/domain/sync/reading-switch.ts';

const may = (state: ReadingState): string =>
  (['pause', 'resume', 'check'] as const).filter((deed) => canDo(deed, state)).join(' ');

it('offers in every state what changes something, and never a pause of what stands still', () => {
  expect(READING_STATES.map((state) => `${state}: ${may(state)}`)).toEqual([
    'idle: pause check',
    'running: pause',
    'waiting: pause',
    'paused: resume',
    'stopped: check',
  ]);
  expect(readingCall('pause')).toBe('sync.pause');
  expect([readingCall('resume'), readingCall('check')]).toEqual(['sync.start', 'sync.start']);
});
