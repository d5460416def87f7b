/**
 * The built console as it asks Electron on macOS and Windows, over the stand-in, and its tray on a Linux desktop whose panel comes and goes. Node is
 * this system's: what is proved is that nothing is asked that is not there, and what is asked. Not here: a real desktop, of any system.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchTray } from '../../../src/main/desktop/tray/watch.ts';
import { BUILD_MS, buildOnce } from '../../support/electron-stand-in/built.ts';
import { type StandIn, startStandIn } from '../../support/electron-stand-in/drive.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { patientBuild } from '../../support/electron-stand-in/planted.ts';

const root = mkdtempSync(join(tmpdir(), 'desktop-systems-'));
beforeAll(buildOnce, BUILD_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The output of a call; throws its failure. */
async function ask(console: StandIn, call: string, input: unknown = {}) {
  const answer = Object(await console.call({ id: '1', call, input }));
  if (answer.ok !== true) throw new Error(`${call}: ${JSON.stringify(answer.failure)}`);
  return answer.output;
}

const count = async (console: StandIn) => (await console.desk()).windows.length;

test('on Windows it has a name, its entry at login is quoted, and a click in the list of notifications leads on', async () => {
  const data = join(root, 'data of windows');
  const console = await startStandIn(patientBuild(), data, { env: { STAND_IN_PLATFORM: 'win32' } });
  try {
    expect(await ask(console, 'login.set', { on: true })).toEqual({ on: true });
    const { appId, links, login } = await console.desk();
    expect(appId).toBe('com.merchant-console.desktop');
    expect(links).toEqual(['merchant-console', process.execPath, ['--']]);
    expect(login).toEqual({
      openAtLogin: true,
      path: `"${process.execPath}"`,
      args: ['"--at-login"', `"--data-dir=${data}"`],
    });
    expect(await ask(console, 'login.set', { on: false })).toEqual({ on: false });
    await ask(console, 'settings.set', { keepWatching: true });
    await expect.poll(async () => (await console.desk()).trays.length).toBe(1);
    // Without a window it stays, says so, and the click comes from the list of the system, once or twice.
    await console.act({ do: 'close', at: 0 });
    expect(await count(console)).toBe(0);
    await console.act({ do: 'activation', at: null });
    await expect.poll(() => count(console)).toBe(1);
    await console.act({ do: 'close', at: 0 });
    await console.act({ do: 'notification', at: 0 });
    await console.act({ do: 'activation', at: 0 });
    await expect.poll(() => count(console)).toBe(1);
    await ask(console, 'windows.open', { path: '/invoices/a' });
    await expect.poll(() => count(console)).toBe(2);
    // A window gets its mark when it has a button that can carry one.
    await expect.poll(async () => (await console.desk()).overlays.length).toBeGreaterThan(1);
    console.act({ do: 'session-end' }).catch(() => undefined);
    expect(await console.ended).toBe(0);
  } finally {
    console.kill();
  }
});

test('on a Mac a finger opens what is locked; on Windows nothing but the passphrase does', async () => {
  for (const platform of ['darwin', 'win32']) {
    const data = join(root, `lock on ${platform}`);
    const store = openInProcess(data);
    await store.books.write('settings.set', { key: 'lock', value: '{"wrong":0}' });
    await store.close();
    const console = await startStandIn(patientBuild(), data, { env: { STAND_IN_PLATFORM: platform } });
    const isMac = platform === 'darwin';
    try {
      expect(await ask(console, 'lock.status')).toMatchObject({ isLocked: true, bySystem: isMac });
      await expect(ask(console, 'profiles.list')).rejects.toThrow('{"kind":"locked"}');
      expect(await ask(console, 'lock.open')).toEqual({ ok: isMac });
      expect((await console.desk()).touched).toEqual(isMac ? ['open the Merchant Console'] : []);
      if (isMac) expect(await ask(console, 'profiles.list')).toMatchObject({ profiles: [{ kind: 'sandbox' }] });
      else await expect(ask(console, 'profiles.list')).rejects.toThrow('{"kind":"locked"}');
    } finally {
      console.kill();
    }
  }
});

test('on a Mac it stays without a window, comes back by its icon, and starts at login as its bundle', async () => {
  const console = await startStandIn(patientBuild(), join(root, 'mac'), { env: { STAND_IN_PLATFORM: 'darwin' } });
  try {
    expect(await ask(console, 'login.set', { on: true })).toEqual({ on: true });
    const { links, login } = await console.desk();
    expect([links, login]).toEqual([['merchant-console'], { openAtLogin: true }]);
    await console.act({ do: 'close', at: 0 });
    expect(await count(console)).toBe(0);
    await console.act({ do: 'activate' });
    await expect.poll(() => count(console)).toBe(1);
    await console.act({ do: 'open-url', url: 'merchant-console://invoice/a' });
    await expect.poll(() => count(console)).toBe(2);
    await expect.poll(async () => (await console.desk()).windows[1]?.isFocused).toBe(true);
    // A question is never put on a window that nobody sees.
    await console.act({ do: 'minimize', at: 0 });
    await console.act({ do: 'minimize', at: 1 });
    await ask(console, 'links.open', { url: 'https://explorer.example/tx/1' });
    await expect.poll(() => console.output()).toContain('dialog: a question\n');
    expect(await console.quit()).toBe(0);
    // Whoever starts the console while this one closes is not sent away.
    expect(console.output()).not.toContain('stand-in: ');
  } finally {
    console.kill();
  }
});

test('on Linux a console without a window shows one when its panel goes', async () => {
  const bin = join(root, 'bin');
  mkdirSync(bin);
  const panel = join(root, 'panel');
  writeFileSync(join(bin, 'dbus-send'), `#!/bin/sh\ncat "${panel}"\n`);
  chmodSync(join(bin, 'dbus-send'), 0o755);
  writeFileSync(panel, '   string ":1.7"\n');
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const console = await startStandIn(patientBuild(), join(root, 'linux'), { env });
  try {
    await ask(console, 'settings.set', { keepWatching: true });
    await expect.poll(async () => (await console.desk()).trays.length).toBe(1);
    expect((await ask(console, 'app.info')).capabilities).toMatchObject({ background: true });
    rmSync(panel);
    await console.act({ do: 'close', at: 0 });
    await expect.poll(() => count(console)).toBe(1);
    expect((await console.desk()).trays).toEqual([]);
    expect((await ask(console, 'app.info')).capabilities).toMatchObject({ background: false });
    expect(await console.quit()).toBe(0);
  } finally {
    console.kill();
  }
});

describe('the place for the tray', () => {
  const never = () => new Promise<never>(() => undefined);

  /** What came of so many looks at a desktop that answers so, one after the other; each is asked for twice. */
  async function looked(hosts: readonly (string | null)[], looks: number, fault?: string) {
    const told: (string | null)[] = [];
    const failed: string[] = [];
    let asked = 0;
    const watch = watchTray({
      after: Promise.resolve(),
      ask: async () => hosts[(asked += 1) - 1] ?? null,
      changed(host) {
        told.push(host);
        if (fault !== undefined) throw new Error(fault);
      },
      failed: (error) => void failed.push(String(error)),
      times: { firstMs: 1_000, everyMs: 1_000, againMs: 1 },
    });
    let last = await watch.first;
    for (let look = 1; look < looks; look += 1) [last = false] = await Promise.all([watch.look(), watch.look()]);
    return { told, asked, last, failed };
  }

  test('that does not answer keeps nobody waiting', async () => {
    const watch = watchTray({
      after: Promise.resolve(),
      ask: never,
      changed: () => undefined,
      failed: () => undefined,
      times: { firstMs: 20, everyMs: 1_000, againMs: 1 },
    });
    expect(await watch.first).toBe(false);
    expect(watch.host()).toBeNull();
  });

  test('is told of when it is another one, and asked once at a time', async () => {
    const { told, asked } = await looked([null, ':1', ':1', ':2', null, null], 5);
    expect([told, asked]).toEqual([[':1', ':2', null], 6]);
  });

  test('is still there when it is silent once, and gone when it is so twice', async () => {
    expect(await looked([':1', null, ':1'], 2)).toMatchObject({ told: [':1'], last: true });
    expect(await looked([':1', null, ':2'], 2)).toMatchObject({ told: [':1', ':2'], last: true });
    expect(await looked([':1', null, null], 2)).toMatchObject({ told: [':1', null], last: false });
  });

  test('is followed although an icon could not be made, and nobody hears of a start that failed', async () => {
    expect(await looked([':1', ':2'], 2, 'no picture')).toEqual({
      told: [':1', ':2'],
      asked: 2,
      last: true,
      failed: ['Error: no picture', 'Error: no picture'],
    });
  });
});
