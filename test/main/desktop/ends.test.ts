/** The last steps of the console, whose screen a window shows, and the names that two places hold. Not here: the built console (desktop.test.ts). */
import { describe, expect, test } from 'vitest';
import { APP_ID as PACKAGED_ID, LINK_SCHEME as PACKAGED_SCHEME } from '../../../packaging/names.ts';
import { atProfile, isScreenPath } from '../../../src/domain/console/screen-path.ts';
import { LINK_SCHEME, pathOfLink } from '../../../src/main/desktop/deep-link.ts';
import { endInOrder, EXIT, type LastSteps, type Successor } from '../../../src/main/desktop/end-in-order.ts';
import { isSameScreen, profileIn } from '../../../src/main/desktop/screen-address.ts';
import { APP_ID, nameForWindows } from '../../../src/main/desktop/windows-name.ts';

describe('the end', () => {
  const never = () => new Promise<never>(() => undefined);
  const failing = () => Promise.reject(new Error('no'));
  const limits = { closingMs: 20, handOverMs: 20 };

  /** What was done, in order. */
  async function ended(close: LastSteps['close'], steps: Partial<Successor> | null): Promise<readonly string[]> {
    const done: string[] = [];
    const step = (name: 'run' | 'drop') => async (): Promise<void> => {
      done.push(name);
      await steps?.[name]?.();
    };
    const successor = steps === null ? null : { run: step('run'), drop: step('drop') };
    const exit = (code: number): void => void done.push(`exit ${code}`);
    await endInOrder({ close, successor: () => successor, exit, limits });
    return done;
  }
  const clean = () => Promise.resolve(EXIT.closed);

  test.each<readonly [string, LastSteps['close'], Partial<Successor> | null, readonly string[]]>([
    ['without a successor exits with the code of the closing', () => Promise.resolve(7), null, ['exit 7']],
    ['hands over after a clean closing', clean, {}, ['run', 'exit 0']],
    ['hands nothing over when the engine did not close', () => Promise.resolve(EXIT.failed), {}, ['drop', 'exit 1']],
    [
      'hands nothing over when another console has the folder',
      () => Promise.resolve(EXIT.inUse),
      {},
      ['drop', 'exit 3'],
    ],
    ['hands nothing over when closing throws', failing, {}, ['drop', 'exit 1']],
    ['hands nothing over when closing takes too long', never, {}, ['drop', 'exit 1']],
    ['tells of a hand-over that fails', clean, { run: failing }, ['run', 'exit 1']],
    ['does not wait for ever for a hand-over', clean, { run: never }, ['run', 'exit 1']],
    ['keeps the code when taking away fails', () => Promise.resolve(EXIT.inUse), { drop: failing }, ['drop', 'exit 3']],
  ])('%s', async (_what, close, steps, done) => {
    expect(await ended(close, steps)).toEqual(done);
  });

  test('asks for a successor only when the engine has closed: until then it may be called off', async () => {
    const done: string[] = [];
    const state: { successor: Successor | null } = {
      successor: { run: async () => void done.push('run'), drop: async () => void done.push('drop') },
    };
    const close = async (): Promise<number> => {
      state.successor = null;
      return EXIT.closed;
    };
    await endInOrder({ close, successor: () => state.successor, exit: (code) => void done.push(`exit ${code}`) });
    expect(done).toEqual(['exit 0']);
  });
});

describe('a screen', () => {
  test.each([
    // The page took out whose it is, and wrote the rest in its own spelling.
    ['app://console/#/invoices/a', '/invoices/a?profile=p1', true],
    ['app://console/#/invoices?text=a+b&status=paid', '/invoices?text=a%20b&profile=p1&status=paid', true],
    ['app://console/#/invoices/a?profile=p1', '/invoices/a', true],
    ['app://console/#/invoices/a?profile=p1', '/invoices/a?profile=p2', true],
    ['app://console/', '/?profile=p1', true],
    ['app://console/#/invoices?status=paid', '/invoices?status=failed&profile=p1', false],
    ['app://console/#/invoices/a', '/invoices/b?profile=p1', false],
    ['app://console/#/invoices/a', '/invoices/a?tab=1', false],
    ['https://evil.example/#/invoices/a', '/invoices/a', false],
  ])('at %s is that of %s: %s', (url, path, same) => {
    expect(isSameScreen(url, path)).toBe(same);
  });

  test('names whose it is, as it was asked for', () => {
    for (const profile of ['p1', 'a&profile=b', 'ü /?#%']) {
      expect(profileIn(atProfile('/invoices', profile))).toBe(profile);
      expect(profileIn(atProfile('/invoices?text=x', profile))).toBe(profile);
    }
    expect(atProfile('/invoices?a=1', null)).toBe('/invoices?a=1');
    expect(profileIn('/invoices/profile=p1')).toBeNull();
  });

  test('of a link is one that a window can open, however long its id is once encoded', () => {
    const link = (id: string) => `merchant-console://invoice/${id}`;
    const encoded = '%E4%BD%A0';
    for (const id of [encoded.repeat(224), '$'.repeat(255)]) {
      const path = pathOfLink(link(id));
      expect(path).toBe(`/invoices/${encodeURIComponent(decodeURIComponent(id))}`);
      expect(isScreenPath(path ?? '')).toBe(true);
    }
    expect(pathOfLink(link(encoded.repeat(225)))).toBeNull();
  });
});

test('the program and its packages have the same names', () => {
  expect([APP_ID, LINK_SCHEME]).toEqual([PACKAGED_ID, PACKAGED_SCHEME]);
  const named: string[] = [];
  const app = { setAppUserModelId: (id: string) => void named.push(id) };
  for (const platform of ['darwin', 'linux', 'win32'] as const) nameForWindows(app, platform);
  expect(named).toEqual([PACKAGED_ID]);
});
