/** Windows reach the engine before it is up: everything in its order once it is. */
import { describe, expect, test } from 'vitest';
import type { AnswerFrame, EventFrame } from '../../src/contract/envelope.ts';
import { type SoonServedApp, servedSoon } from '../../src/shell/served-soon.ts';

const EVENT: EventFrame = { event: 'heartbeat', profile: null, seq: 0, data: {} };

/** An engine that notes what reaches it. */
function engine() {
  const log: string[] = [];
  const app: SoonServedApp = {
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
    isLocked: () => false,
  };
  const { promise, resolve, reject } = Promise.withResolvers<SoonServedApp>();
  return { log, promise, up: () => resolve(app), fail: () => reject(new Error('no engine')) };
}

describe('before the engine is up', () => {
  test('nothing is answered', async () => {
    const { promise, log, up } = engine();
    const served = servedSoon(promise);
    const state = { isAnswered: false };
    const waiting = served.dispatch({ id: '2', call: 'profiles.list' }, 'w').then((answer) => {
      state.isAnswered = true;
      return answer;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.isAnswered).toBe(false);
    expect(log).toEqual([]);
    up();
    expect(await waiting).toMatchObject({ output: 'of the engine' });
  });

  test('what a window does waits in its order', async () => {
    const { promise, log, up } = engine();
    const served = servedSoon(promise);
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
    const served = servedSoon(promise);
    const call = served.dispatch({ id: '2', call: 'profiles.list' }, 'w');
    served.subscribe('w', () => undefined)();
    served.closeClient('w');
    fail();
    await expect(call).rejects.toThrow('no engine');
  });
});
