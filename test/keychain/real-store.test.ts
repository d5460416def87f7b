/**
 * The vault against real key stores: an unlocked gnome-keyring, none, no bus, and a locked one. On Linux these always run;
 * elsewhere the store of the system would be the developer's own.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { PATIENCE_MS } from '../support/patience.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const CHILD = join(import.meta.dirname, 'store-child.ts');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A home of its own, so that no store of the person who runs the tests is touched. */
function emptyHome(): NodeJS.ProcessEnv {
  const home = mkdtempSync(join(tmpdir(), 'keychain-test-'));
  folders.push(home);
  const folder = (name: string) => {
    mkdirSync(join(home, name), { mode: 0o700 });
    return join(home, name);
  };
  const { PATH } = process.env;
  return { PATH, HOME: home, XDG_DATA_HOME: folder('data'), XDG_RUNTIME_DIR: folder('run'), TMPDIR: folder('tmp') };
}

async function report(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const { stdout } = await run(program, [...args], { cwd: ROOT, env, timeout: PATIENCE_MS });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('an unlocked keyring keeps, changes and forgets secrets, also many at once', async () => {
    // Inside `npm test` the bus and its keyring are there already; alone, the test brings its own.
    const isInside = process.env['MERCHANT_CONSOLE_INSIDE_KEYRING'] !== undefined;
    const wrapper = isInside ? [] : [join(ROOT, 'scripts', 'with-keyring.mjs'), process.execPath];
    const found = await report(process.execPath, [...wrapper, CHILD], process.env);
    expect(found).toEqual({
      probe: { kind: 'working', store: 'Secret Service' },
      absent: null,
      sets: Array.from({ length: 3 }, () => ({ set: 'done', same: true })),
      together: Array.from({ length: 10 }, () => true),
      deleted: 'done',
      after: null,
      again: 'done',
      empty: 'failed',
      seconds: expect.any(Number),
    });
  });

  const nothingWorks = (reason: string) => ({
    probe: { kind: 'unavailable', reason },
    absent: reason,
    sets: Array.from({ length: 3 }, () => ({ set: reason, same: false })),
    together: Array.from({ length: 10 }, () => false),
    deleted: reason,
    after: reason,
    again: reason,
    empty: 'failed',
    seconds: expect.any(Number),
  });

  test('without a message bus every operation says no-service', async () => {
    expect(await report(process.execPath, [CHILD], emptyHome())).toMatchObject({
      ...nothingWorks('no-service'),
      empty: expect.any(String),
    });
  });

  test('on a bus without a key store every operation says no-service', async () => {
    const env = emptyHome();
    const config = join(String(env['HOME']), 'bus.conf');
    writeFileSync(
      config,
      `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=${env['TMPDIR']}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
    );
    const found = await report('dbus-run-session', [`--config-file=${config}`, '--', process.execPath, CHILD], env);
    expect(found).toMatchObject({ ...nothingWorks('no-service'), empty: expect.any(String) });
  });

  test('a keyring that is locked, with nobody to ask, says locked when it is to keep something', async () => {
    const env = emptyHome();
    const script = 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; exec "$0" "$1"';
    const found = await report('dbus-run-session', ['--', 'bash', '-c', script, process.execPath, CHILD], env);
    // Looking for something that is not there needs no unlocking: the probe cannot tell, and says so in its words.
    expect(found).toMatchObject({
      probe: { kind: 'working' },
      absent: null,
      sets: Array.from({ length: 3 }, () => ({ set: 'locked', same: false })),
    });
  });
});
