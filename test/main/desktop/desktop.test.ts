/**
 * The built console on the desktop of the stand-in, with the real engine behind it: windows, menu, links, tray, printing, start at login, and a quit
 * while something is written. Not here: the pure parts (tables.test.ts, watch.test.ts), what only a real desktop can show.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILD_MS, buildOnce } from '../../support/electron-stand-in/built.ts';
import { type StandIn, startStandIn } from '../../support/electron-stand-in/drive.ts';
import { patientBuild } from '../../support/electron-stand-in/planted.ts';

const root = mkdtempSync(join(tmpdir(), 'desktop-test-'));
const config = join(root, 'config');

beforeAll(async () => {
  await buildOnce();
  // A session bus that has a place for tray icons; the stand-in's program asks it as it would any other.
  const bus = join(root, 'bin', 'dbus-send');
  mkdirSync(join(root, 'bin'));
  writeFileSync(bus, '#!/bin/sh\necho "   string \\":1.7\\""\n');
  chmodSync(bus, 0o755);
}, BUILD_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const WITH_TRAY = { PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`, XDG_CONFIG_HOME: config };

function start(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = WITH_TRAY): Promise<StandIn> {
  return startStandIn(patientBuild(), join(root, name), { args, env });
}

let calls = 0;
/** The output of a call; throws its failure. */
async function ask(console: StandIn, call: string, input: unknown = {}, profile?: string) {
  calls += 1;
  const answer = Object(
    await console.call({ id: `${calls}`, call, input, ...(profile === undefined ? {} : { profile }) }),
  );
  if (answer.ok !== true) throw new Error(`${call}: ${JSON.stringify(answer.failure)}`);
  return answer.output;
}

const urls = async (console: StandIn) => (await console.desk()).windows.map(({ url }) => url);

describe('a console with a tray', () => {
  let console: StandIn;
  beforeAll(async () => {
    console = await start('tray', ['merchant-console://invoice/first']);
  });
  afterAll(() => console.kill());

  test('says what it can do, and opens at the link that started it', async () => {
    // Whether icons are shown is asked of another program, whose answer may come after the first second.
    await expect
      .poll(async () => (await ask(console, 'app.info')).capabilities)
      .toMatchObject({
        opensWindows: true,
        printPdf: true,
        chooseFolder: true,
        launchAtLogin: true,
        background: true,
        notify: true,
      });
    expect(await urls(console)).toEqual(['app://console/#/invoices/first']);
  });

  test('a screen has one window, which comes to the front when it is asked for again', async () => {
    await ask(console, 'windows.open', { path: '/' });
    // It comes to the front by itself once it has something to show.
    await expect.poll(async () => (await console.desk()).windows[1]?.isFocused).toBe(true);
    await ask(console, 'windows.open', { path: '/invoices/first' });
    const { windows } = await console.desk();
    expect(windows.map(({ url, isFocused }) => [url, isFocused])).toEqual([
      ['app://console/#/invoices/first', true],
      ['app://console/', false],
    ]);
    // A record's window is smaller than the console's.
    expect(windows[0]?.bounds.width).toBeLessThan(windows[1]?.bounds.width ?? 0);
  });

  test('more windows than anybody can use are refused in words', async () => {
    for (let at = 0; at < 11; at += 1) await ask(console, 'windows.open', { path: `/invoices/many-${at}` });
    expect(await urls(console)).toHaveLength(12);
    expect(Object(await console.shown()).dialogs.at(-1)).toMatchObject({
      message: '12 windows are open.',
      detail: 'Close one of them to open another.',
    });
    for (let at = 11; at > 1; at -= 1) await console.act({ do: 'close', at });
    expect(await urls(console)).toHaveLength(2);
  });

  test('the menu asks the page in front, and no other', async () => {
    const heard: unknown[] = [];
    const stop = await console.subscribe(([frame]) => {
      if (Object(frame).event === 'window.command') heard.push(Object(frame).data);
    });
    await console.act({ do: 'focus', at: 1 });
    await console.act({ do: 'menu', label: 'Save as PDF…' });
    await console.act({ do: 'focus', at: 0 });
    const labels = ['Find…', 'Save as PDF…', 'Invoices', 'Licences'];
    for (const label of labels) await console.act({ do: 'menu', label });
    await expect.poll(() => heard.length).toBe(4);
    expect(heard).toEqual([
      { do: 'find' },
      { do: 'print' },
      { do: 'show', path: '/invoices' },
      { do: 'show', path: '/settings' },
    ]);
    await stop();
    await console.act({ do: 'menu', label: 'Show the Data Folder' });
    expect((await console.desk()).revealed).toEqual([join(root, 'tray')]);
  });

  test('links from outside show a screen, or nothing but a line in the log', async () => {
    const argv = ['/opt/console', '--', 'merchant-console://withdrawal/w%2F1', '--data-dir=/evil'];
    await console.act({ do: 'second-instance', argv });
    await expect.poll(() => urls(console)).toContain('app://console/#/withdrawals/w%2F1');
    await console.act({ do: 'open-url', url: 'merchant-console://invoice/first' });
    expect((await console.desk()).windows[0]?.isFocused).toBe(true);
    const before = await urls(console);
    await console.act({ do: 'open-url', url: 'merchant-console://invoice/../settings?secret' });
    await console.act({ do: 'second-instance', argv: ['/opt/console', 'merchant-console://evil/secret'] });
    expect(await urls(console)).toEqual(before);
    expect(console.output()).toContain('refused: link {"length":"45"}');
    expect(console.output()).not.toContain('secret');
    await console.act({ do: 'close', at: 2 });
  });

  test('the zoom is what the person made of it, in a window that opens then and in a page that is loaded again', async () => {
    const zooms = async () => (await console.desk()).windows.map(({ zoom }) => zoom);
    await console.act({ do: 'zoom', level: 1.5 });
    await ask(console, 'windows.open', { path: '/invoices/zoomed' });
    await expect.poll(async () => (await console.desk()).windows[2]?.isFocused).toBe(true);
    expect(await zooms()).toEqual([1.5, 1.5, 1.5]);
    await console.act({ do: 'zoom', level: 0.5 });
    await console.act({ do: 'reload', at: 1 });
    expect(await zooms()).toEqual([0.5, 0.5, 0.5]);
    await console.act({ do: 'zoom', level: 0 });
    await console.act({ do: 'close', at: 2 });
  });

  test('a page that stops is loaded again; one that stops twice is not left empty without a word', async () => {
    const asked = async () =>
      Object(await console.shown()).dialogs.filter((it: unknown) => /stopped twice/.test(Object(it).message));
    await console.act({ do: 'crash', at: 1 });
    expect(await asked()).toEqual([]);
    await console.person({ button: 0 });
    await console.act({ do: 'crash', at: 1 });
    await expect.poll(async () => (await asked()).length).toBe(1);
    expect(await urls(console)).toHaveLength(2);
    await ask(console, 'windows.open', { path: '/invoices/dead' });
    await expect.poll(() => urls(console)).toHaveLength(3);
    await console.person({ button: 1 });
    await console.act({ do: 'crash', at: 2 });
    await console.act({ do: 'crash', at: 2 });
    await expect.poll(() => urls(console)).toHaveLength(2);
  });

  test('a title is plain and short, and a right click offers what fits', async () => {
    await console.act({ do: 'title', at: 1, title: `SANDBOX · a\u202Eb${'x'.repeat(500)}` });
    const title = (await console.desk()).windows[1]?.title ?? '';
    expect(title).toMatch(/^SANDBOX · a⟨202E⟩bx+…$/);
    expect(title.length).toBeLessThan(200);
    const editFlags = { canUndo: false, canRedo: false, canCut: false, canCopy: true, canPaste: false };
    const flags = { ...editFlags, canDelete: false, canSelectAll: false, canEditRichly: false };
    const params = { isEditable: false, selectionText: '12.50 USDT', editFlags: flags };
    await console.act({ do: 'right-click', at: 1, params });
    await console.act({ do: 'right-click', at: 1, params: { ...params, selectionText: '' } });
    expect((await console.desk()).popups).toEqual([['copy']]);
  });

  test('a screen is printed for A4 into the file that the person names, and nowhere else', async () => {
    const print = () => ask(console, 'windows.printPdf', { suggestedName: 'Statement 10/2026' });
    await console.person({ savePath: '' });
    expect(await print()).toEqual({ kind: 'declined' });
    const savePath = join(root, 'statement.pdf');
    writeFileSync(`${savePath}.partial`, 'of somebody else');
    await console.person({ savePath });
    expect(await print()).toEqual({ kind: 'saved' });
    expect(Object(await console.shown()).dialogs.at(-1).defaultPath).toBe('/people/me/Downloads/Statement 10-2026.pdf');
    expect(readFileSync(savePath, 'utf8')).toContain(
      '"pageSize":"A4","preferCSSPageSize":true,"displayHeaderFooter":false',
    );
    await console.person({ savePath: join(root, 'no-such-folder', 'x.pdf') });
    await expect(print()).rejects.toThrow('windows.printPdf');
    expect(readdirSync(root).filter((name) => name.includes('partial'))).toEqual(['statement.pdf.partial']);
    expect(readFileSync(`${savePath}.partial`, 'utf8')).toBe('of somebody else');
  });

  test('a folder is chosen by the person, from where it was before, and none is none', async () => {
    const choose = (from?: string) => ask(console, 'windows.chooseFolder', from === undefined ? {} : { from });
    await console.person({ savePath: '' });
    expect(await choose()).toEqual({ folder: null });
    expect(Object(await console.shown()).dialogs.at(-1)).toEqual({ properties: ['openDirectory', 'createDirectory'] });
    await console.person({ savePath: join(root, 'reports') });
    expect(await choose('/mnt/finance')).toEqual({ folder: join(root, 'reports') });
    expect(Object(await console.shown()).dialogs.at(-1)).toMatchObject({ defaultPath: '/mnt/finance' });
  });

  test('the start at login is an entry of the desktop, and gone again', async () => {
    const file = join(config, 'autostart', 'merchant-console.desktop');
    expect(await ask(console, 'login.get')).toEqual({ on: false });
    expect(await ask(console, 'login.set', { on: true })).toEqual({ on: true });
    expect(readFileSync(file, 'utf8')).toContain(`"--at-login" "--data-dir=${join(root, 'tray')}"`);
    expect(await ask(console, 'login.get')).toEqual({ on: true });
    expect(await ask(console, 'login.set', { on: false })).toEqual({ on: false });
    expect(existsSync(file)).toBe(false);
  });

  test('the tray comes with its setting and shows the watch', async () => {
    expect((await console.desk()).trays).toEqual([]);
    await ask(console, 'settings.set', { keepWatching: true, colourScheme: 'dark' });
    const labels = async () => (await console.desk()).trays[0]?.labels ?? [];
    await expect.poll(labels).toContain('Quit Merchant Console');
    expect((await console.desk()).theme).toBe('dark');
    const { selected } = await ask(console, 'profiles.list');
    await ask(console, 'sync.pause', {}, selected);
    await expect.poll(labels).toContain('SANDBOX · Sandbox: reading paused');
    await ask(console, 'sync.start', {}, selected);
    await expect.poll(labels).not.toContain('SANDBOX · Sandbox: reading paused');
  });

  test('a screen of another business has a window of its own; a link means the default one', async () => {
    const own: string = (await ask(console, 'profiles.list')).selected;
    const open = (profile: string) => ask(console, 'windows.open', { path: `/invoices/first?profile=${profile}` });
    const focused = async () => (await console.desk()).windows.findIndex(({ isFocused }) => isFocused);
    const link = () => console.act({ do: 'open-url', url: 'merchant-console://invoice/first' });
    await console.act({ do: 'focus', at: 1 });
    await open(own);
    expect([await focused(), (await urls(console)).length]).toEqual([0, 2]);
    await open('other');
    await expect.poll(focused).toBe(2);
    await console.act({ do: 'focus', at: 0 });
    await open('other');
    expect([await focused(), (await urls(console)).length]).toEqual([2, 3]);
    await link();
    expect([await focused(), (await urls(console)).length]).toEqual([0, 3]);
    // The person turns the first window to the other business: its page asks about that one now.
    await expect(ask(console, 'jobs.list', {}, 'other')).rejects.toThrow('jobs.list');
    await link();
    await expect.poll(focused).toBe(3);
    await ask(console, 'jobs.list', {}, own);
    await console.act({ do: 'focus', at: 2 });
    await console.act({ do: 'menu', label: 'Open This Screen in Its Own Window' });
    await expect.poll(() => urls(console)).toHaveLength(5);
    await expect
      .poll(async () => (await urls(console))[4])
      .toMatch(/^app:\/\/console\/#\/invoices\/first\?.*profile=other$/);
  });

  test('without a window it stays in the tray, says so once, and comes back', async () => {
    for (const back of ['tray', 'notification'] as const) {
      while ((await urls(console)).length > 0) await console.act({ do: 'close', at: 0 });
      expect((await console.desk()).notifications.map(({ title }) => title)).toEqual([
        'Merchant Console keeps watching',
      ]);
      if (back === 'tray') await console.act({ do: 'tray', label: 'Open Merchant Console' });
      else await console.act({ do: 'notification', at: 0 });
      await expect.poll(() => urls(console)).toEqual(['app://console/']);
    }
  });
});

test('a window stands where it stood, unless nobody could reach it there; at login there is none where a tray is', async () => {
  const first = await start('login');
  await ask(first, 'settings.set', { keepWatching: true });
  await expect.poll(async () => (await first.desk()).trays.length).toBe(1);
  await first.act({ do: 'move', at: 0, bounds: { x: 40, y: 50, width: 1_000, height: 700 } });
  await first.act({ do: 'zoom', level: 1 });
  expect(await first.quit()).toBe(0);

  const second = await start('login', ['--at-login']);
  await expect.poll(async () => (await second.desk()).trays.length).toBe(1);
  expect((await second.desk()).windows).toEqual([]);
  await second.act({ do: 'second-instance', argv: ['/opt/console'] });
  await expect.poll(() => urls(second)).toEqual(['app://console/']);
  const place = { x: 40, y: 50, width: 1_000, height: 700 };
  await expect.poll(async () => (await second.desk()).windows[0]).toMatchObject({ bounds: place, zoom: 1 });
  // Its display goes away while it is open.
  await second.act({ do: 'move', at: 0, bounds: { x: -3_000, y: 50, width: 1_000, height: 700 } });
  await second.act({ do: 'displays', areas: [{ x: 0, y: 0, width: 1_920, height: 1_040 }] });
  expect((await second.desk()).windows[0]?.bounds).toEqual({ x: 460, y: 170, width: 1_000, height: 700 });
  expect(await second.quit()).toBe(0);

  // Without a tray the console would be out of reach.
  const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', PATH: '/nowhere' };
  const bare = await start('login', ['--at-login'], { ...WITH_TRAY, ...nowhere });
  await expect.poll(() => urls(bare)).toEqual(['app://console/']);
  expect((await ask(bare, 'app.info')).capabilities).toMatchObject({ background: false });
  // Its last window takes the console with it.
  await bare.act({ do: 'close', at: 0 });
  expect(await bare.ended).toBe(0);
});

describe('a quit while a run of resends is under way', () => {
  const QUESTION = 'Quit while work is under way?';
  const runId = 'run-of-the-test-0001';
  const runOf = async (console: StandIn, profile: string) => ask(console, 'resends.run', { runId }, profile);

  const isOfRun = (jobs: string): boolean => /bulk-resend[^}]*"state":"(?:running|waiting)"/.test(jobs);
  /** What the page hears of jobs from now on. */
  async function jobsHeard(console: StandIn): Promise<readonly string[]> {
    const heard: string[] = [];
    await console.subscribe(([frame]) => {
      if (Object(frame).event === 'jobs.changed') heard.push(JSON.stringify(Object(frame).data));
    });
    return heard;
  }

  test('asks once; the run is kept and goes on, and the end of the system asks nobody', async () => {
    const first = await start('quit');
    const profile: string = (await ask(first, 'profiles.list')).profiles[0].id;
    const final = { filter: { status: ['success'] }, offset: 0, limit: 60 };
    const page = async () => (await ask(first, 'invoices.page', final, profile)).rows;
    await expect.poll(async () => (await page()).length).toBeGreaterThan(30);
    const invoices = (await page()).map(({ uuid }: { uuid: string }) => uuid);
    // The shell hears of a job when the page does.
    const heard = await jobsHeard(first);
    await ask(first, 'resends.start', { runId, label: 'October', invoices }, profile);
    const isRunning = async (console: StandIn) =>
      ['running', 'waiting'].includes((await runOf(console, profile)).state);
    await expect.poll(() => heard.some(isOfRun)).toBe(true);

    // The last window: closing it would end the console, so it asks; “Stay” leaves it open.
    await first.person({ button: 1 });
    await first.act({ do: 'close', at: 0 });
    await expect.poll(async () => Object(await first.shown()).dialogs.length).toBe(1);
    const [{ message, detail }] = Object(await first.shown()).dialogs;
    expect(message).toBe(QUESTION);
    expect(detail).toMatch(/^A resend run is under way: \d+ of \d+\. It is kept and goes on at the next start\.$/);
    expect(await urls(first)).toHaveLength(1);
    expect(await isRunning(first)).toBe(true);
    // Windows asks whether its session may end, and somebody calls that off: the console still asks.
    await first.act({ do: 'query-session-end' });
    await first.act({ do: 'close', at: 0 });
    await expect.poll(async () => Object(await first.shown()).dialogs.length).toBe(2);
    expect(await urls(first)).toHaveLength(1);

    await first.person({ button: 0 });
    expect(await first.quit()).toBe(0);

    const second = await start('quit');
    const again = await jobsHeard(second);
    await expect.poll(() => isRunning(second)).toBe(true);
    const { counts } = await runOf(second, profile);
    expect(counts.total).toBe(invoices.length);
    // The shell knows of the run again when the page does: a person would be asked, the system is not.
    await expect.poll(() => again.some(isOfRun)).toBe(true);
    second.act({ do: 'shutdown' }).catch(() => undefined);
    expect(await second.ended).toBe(0);
    expect(second.output()).not.toContain('dialog: ');
    expect(second.output()).not.toContain('Error');
  });
});
