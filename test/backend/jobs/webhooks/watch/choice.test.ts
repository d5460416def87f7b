/** What the watch reads next of what it could: the order, whose pace each keeps, and how long it waits. Not here: the watch at work (watch.test.ts). */
import { expect, it } from 'vitest';
import { choose, type ChoiceFacts, LOOK_EVERY_MS } from '../../../../../src/backend/jobs/webhooks/watch/choice.ts';
import type { WatchNext } from '../../../../../src/backend/mirror/webhooks/watch-answers.ts';

const NOTHING: WatchNext = {
  incident: null,
  fresh: null,
  onScreen: null,
  due: null,
  recent: null,
  failed: null,
  slow: null,
  backlog: null,
  nextAt: null,
};
const AGAIN = { recent: 'recent', failed: 'failed', slow: 'slow' };
const INCIDENT = { uuid: 'incident', below: '' };
const READY: ChoiceFacts = {
  nowMs: 0,
  roomInMs: 0,
  incidentInMs: 0,
  backlogInMs: 0,
  againInMs: { recent: 0, failed: 0, slow: 0 },
  isWalked: true,
};

const inMs = (recent: number, failed: number, slow: number): Partial<ChoiceFacts> => ({
  againInMs: { recent, failed, slow },
});

it.each<[string, Partial<WatchNext>, Partial<ChoiceFacts>, string | number]>([
  ['the newest have their turn first', AGAIN, {}, 'recent'],
  ['then what has failed', AGAIN, inMs(1, 0, 0), 'failed'],
  ['then slowly the rest', AGAIN, inMs(1, 1, 0), 'slow'],
  ['what is on screen goes before them', { ...AGAIN, onScreen: 'shown' }, {}, 'shown'],
  ['and they before what is due', { ...AGAIN, due: 'due' }, {}, 'recent'],
  ['what is due in between', { ...AGAIN, due: 'due' }, inMs(1, 1, 0), 'due'],
  ['the rest after what was never read', { slow: 'slow', backlog: 'unread' }, {}, 'unread'],
  ['and not while that keeps its pace', { slow: 'slow', backlog: 'unread' }, { backlogInMs: 70 }, 70],
  ['all keep one pace together', AGAIN, { backlogInMs: 600 }, 600],
  ['and each its own', AGAIN, inMs(700, 900, 800), 700],
  ['the failed one may be the first', AGAIN, inMs(700, 400, 800), 400],
  ['of what was not looked for its turn is awaited', { recent: undefined }, inMs(700, 0, 0), 700],
  ['of what is not there none', {}, inMs(700, 0, 0), LOOK_EVERY_MS],
  ['the slow one too', AGAIN, inMs(700, 400, 300), 300],
  ['none goes beside an incident', { ...AGAIN, incident: INCIDENT }, { incidentInMs: 500 }, 500],
  ['nor before the list was walked', AGAIN, { isWalked: false }, LOOK_EVERY_MS],
  ['nor without room', AGAIN, { roomInMs: 5_000 }, 5_000],
])('%s', (_name, next, facts, chosen) => {
  const choice = choose({ ...NOTHING, ...next }, { ...READY, ...facts });
  expect(choice.kind === 'read' ? choice.uuid : choice.ms).toBe(chosen);
});
