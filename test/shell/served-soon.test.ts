/** Windows reach the engine before it is up: the figures of last time at once, everything else in its order once it is. */
import { describe, expect, test } from 'vitest';
import type { AnswerFrame, EventFrame } from '../../src/contract/envelope.ts';
import { type ServedApp, servedSoon } from '../../src/shell/served-soon.ts';
import { LAST_KNOWN } from '../support/last-known.ts';

const ASK = { id: '1', call: 'startup.lastKnown', input: {} };
const EVENT: EventFrame = { event: 'heartbeat', profile: null, seq: 0, data: {} };

/** An engine that notes what reaches it. */
function engine() {
  const log: string[] = [];
  const app: ServedApp = {
    async dispatch(frame, client): Promise<AnswerFrame> {
      log.push(`${client}: ${JSON.stringify(frame)}`);
      return { id: 'e', ok: true, output: 'of the engine' };
    },
    subscribe(client, listener) {
      log.push(`${client} listens`);
      listener(EVENT);
      return () => void log.push(`${client} has gone`);
    },
    closeClient: (client) => void log.push(`${client} closed`),
    command: (client, { do: what }) => void log.push(`${client} ${what}`),
  };
  const { promise, resolve, reject } = Promise.withResolvers<ServedApp>();
  return { log, promise, up: () => resolve(app), fail: () => reject(new Error('no engine')) };
}

describe('before the engine is up', () => {
  test('the figures of last time are answered, and nothing else is', async () => {
    const { promise, log, up } = engine();
    const served = servedSoon(promise, async () => LAST_KNOWN);
    expect(await served.dispatch(ASK, 'w')).toEqual({ id: '1', ok: true, output: { lastKnown: LAST_KNOWN } });
    const state = { isAnswered: false };
    const waiting = served.dispatch({ id: '2', call: 'profiles.list' }, 'w').then((answer) => {
      state.isAnswered = true;
      return answer;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(state.isAnswered).toBe(false);
    expect(log).toEqual([]);
    up();
    expect(await waiting).toMatchObject({ output: 'of the engine' });
  });

  test('none, and a file that cannot be read, is null', async () => {
    const { promise } = engine();
    const none = { id: '1', ok: true, output: { lastKnown: null } };
    expect(await servedSoon(promise, async () => null).dispatch(ASK, 'w')).toEqual(none);
    expect(await servedSoon(promise, () => Promise.reject(new Error('EIO'))).dispatch(ASK, 'w')).toEqual(none);
  });

  test.each([
    { call: 'startup.lastKnown' },
    { ...ASK, id: '' },
    { ...ASK, id: 'x'.repeat(65) },
    { ...ASK, id: 1 },
    'startup.lastKnown',
    null,
  ])('a frame that is not in order waits for whoever refuses it: %j', async (frame) => {
    const { promise, log, up } = engine();
    const answer = servedSoon(promise, async () => LAST_KNOWN).dispatch(frame, 'w');
    up();
    expect(await answer).toMatchObject({ output: 'of the engine' });
    expect(log).toHaveLength(1);
  });

  test('what a window does waits in its order', async () => {
    const { promise, log, up } = engine();
    const served = servedSoon(promise, async () => null);
    const heard: EventFrame[] = [];
    const stop = served.subscribe('w', (frame) => heard.push(frame));
    served.subscribe('gone', (frame) => heard.push(frame))();
    const calls = [served.dispatch({ id: 'a', call: 'x' }, 'w'), served.dispatch({ cancel: 'a' }, 'w')];
    served.command('w', { do: 'print' });
    served.closeClient('w');
    up();
    await Promise.all(calls);
    expect(log[0]).toBe('w listens');
    expect(heard).toEqual([EVENT]);
    const frames = log.filter((line) => line.startsWith('w: '));
    expect(frames).toEqual(['w: {"id":"a","call":"x"}', 'w: {"cancel":"a"}']);
    expect(log.filter((line) => !line.startsWith('w: '))).toEqual(['w listens', 'w print', 'w closed']);
    stop();
    expect(log.at(-1)).toBe('w has gone');
  });

  test('an engine that does not come rejects the calls and nothing else', async () => {
    const { promise, fail } = engine();
    const served = servedSoon(promise, async () => LAST_KNOWN);
    const call = served.dispatch({ id: '2', call: 'profiles.list' }, 'w');
    served.subscribe('w', () => undefined)();
    served.closeClient('w');
    fail();
    await expect(call).rejects.toThrow('no engine');
    expect(await served.dispatch(ASK, 'w')).toMatchObject({ ok: true });
  });
});

test('once the engine is up it answers that call as well', async () => {
  const { promise, up } = engine();
  const served = servedSoon(promise, async () => LAST_KNOWN);
  up();
  await promise;
  expect(await served.dispatch(ASK, 'w')).toMatchObject({ output: 'of the engine' });
});
