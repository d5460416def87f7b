/**
 * Starts that fail once the app is ready, and what reaches a console while it closes: over the stand-in, with what it is about changed in a copy of the
 * build. Not here: starts that are refused before (start-refused.test.ts), the last steps as such (ends.test.ts).
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { type StandIn, startStandIn } from '../support/electron-stand-in/drive.ts';
import { patientBuild, plant, plantPatience } from '../support/electron-stand-in/planted.ts';

const root = mkdtempSync(join(tmpdir(), 'closing-'));
beforeAll(buildOnce, BUILD_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const APP_INFO = { id: '1', call: 'app.info' };
const CLOSES = 'the engine closes';

/** Ends by itself: its exit code and all that it said. */
async function ended(out: string, data: string): Promise<string> {
  return startStandIn(out, data).then(async (it) => `code ${await it.ended}\n${it.output()}`, String);
}

describe('an installation that something is missing of', () => {
  const SENTENCE = /^dialog: The console could not start: a part of the program, or of the data folder \S+, cannot be/m;

  test('its screens: it says so and ends', async () => {
    const out = plant(mkdtempSync(join(root, 'damaged-')));
    rmSync(join(out, 'renderer'), { recursive: true });
    const said = await ended(out, join(root, 'no screens'));
    expect(said).toContain('code 1\n');
    expect(said.replace('no screens', 'no-screens')).toMatch(SENTENCE);
    expect(said).not.toContain('stand-in: ');
  });

  test('a part that is loaded once the engine is up: it says so when that is closed', async () => {
    // That it closes is what is looked at, and not how soon.
    const out = plantPatience(mkdtempSync(join(root, 'damaged-')));
    const [chunk, ...others] = readdirSync(join(out, 'main')).filter((name) => name.startsWith('follow-engine-'));
    if (chunk === undefined || others.length > 0) throw new Error('has the build changed its shape?');
    rmSync(join(out, 'main', chunk));
    const data = join(root, 'no-line');
    const said = await ended(out, data);
    expect(said).toContain('code 1\n');
    expect(said).toMatch(SENTENCE);
    expect(said).not.toContain('stand-in: ');
    // What SQLite takes away when the last connection is closed in order.
    expect(readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-wal'))).toEqual(
      [],
    );
  });
});

/** A console whose engine closes only once `go` was called, and says each time that it is told to. */
async function slowToClose(name: string, env: NodeJS.ProcessEnv = {}): Promise<readonly [StandIn, go: () => void]> {
  const folder = mkdtempSync(join(root, 'slow-'));
  const gate = join(folder, 'go');
  const wait = `process.stderr.write('${CLOSES}\\n');const {existsSync:isThere}=await import('node:fs');while(!isThere(${JSON.stringify(gate)}))await new Promise(go=>setTimeout(go,20));`;
  const out = plantPatience(folder, {
    part: 'main',
    from: /\.then\((\w+)=>\1\.close\(\)\)/,
    to: `.then(async engine=>{${wait}return engine.close()})`,
    times: 1,
  });
  const console = await startStandIn(out, join(root, name), { env });
  expect(await console.call(APP_INFO)).toMatchObject({ ok: true });
  return [console, () => writeFileSync(gate, '')];
}

const timesIn = (console: StandIn, words: string) => console.output().split(words).length - 1;
const windows = async (console: StandIn) => (await console.desk()).windows.length;

describe('a console that closes', () => {
  test('after a crash closes once, whatever else ends it, and sends nobody to itself meanwhile', async () => {
    const [console, go] = await slowToClose('crashed');
    console.act({ do: 'throw', text: 'planted' }).catch(() => undefined);
    await expect.poll(() => console.output()).toContain(CLOSES);
    console.signal('SIGTERM');
    await expect.poll(() => windows(console)).toBe(0);
    go();
    expect(await console.ended).toBe(1);
    expect(timesIn(console, CLOSES)).toBe(1);
    expect(timesIn(console, 'dialog: Something unforeseen')).toBe(1);
    expect(console.output()).not.toContain('stand-in: ');
  });

  test('opens no window over an engine that is closed, and has no icon in the tray', async () => {
    const [console, go] = await slowToClose('late', { STAND_IN_PLATFORM: 'win32' });
    await console.call({ id: '2', call: 'settings.set', input: { keepWatching: true } });
    await expect.poll(async () => (await console.desk()).trays.length).toBe(1);
    await console.act({ do: 'close', at: 0 });
    const quit = console.quit();
    await expect.poll(() => console.output()).toContain(CLOSES);
    expect((await console.desk()).trays).toEqual([]);
    await console.act({ do: 'second-instance', argv: ['/opt/console', 'merchant-console://invoice/late'] });
    await console.act({ do: 'notification', at: 0 });
    expect(await windows(console)).toBe(0);
    go();
    expect(await quit).toBe(0);
    expect(console.output()).not.toContain('stand-in: ');
  });

  test('on a Mac is started anew for whoever asked for it meanwhile, at what was asked for', async () => {
    const [console, go] = await slowToClose('mac', { STAND_IN_PLATFORM: 'darwin' });
    const quit = console.quit();
    await expect.poll(() => console.output()).toContain(CLOSES);
    await console.act({ do: 'activate' });
    await console.act({ do: 'open-url', url: 'merchant-console://invoice/l%C3%A4te' });
    expect(await windows(console)).toBe(0);
    go();
    expect(await quit).toBe(0);
    const [, args = ''] = /stand-in: started anew with (.*)/.exec(console.output()) ?? [];
    // Before them, here, what runs over the stand-in.
    expect(JSON.parse(args).slice(-3)).toEqual([
      '--data-dir',
      join(root, 'mac'),
      'merchant-console://invoice/l%C3%A4te',
    ]);
  });
});

test.skipIf(process.platform === 'win32')(
  'a console goes on when its terminal is closed, which a signal tells it',
  async () => {
    const console = await startStandIn(patientBuild(), join(root, 'terminal'));
    expect(await console.call(APP_INFO)).toMatchObject({ ok: true });
    console.signal('SIGHUP');
    console.signal('SIGHUP');
    expect(await console.call(APP_INFO)).toMatchObject({ ok: true });
    expect(await windows(console)).toBe(1);
    expect(await console.quit()).toBe(0);
  },
);
