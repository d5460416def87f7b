/**
 * The built main and preload, run over the stand-in for the electron module: they fit together, they answer calls with the
 * real engine behind them, and their guards hold. Planted faults show that the guards' judge can say no.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALL_CHANNEL } from '../../src/contract/channel.ts';
import { BUILD_MS, buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { type StandIn, startStandIn } from '../support/electron-stand-in/drive.ts';
import { type Fault, patientBuild, plant, plantPatience, waitLonger } from '../support/electron-stand-in/planted.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'bundles-test-'));
  folders.push(made);
  return made;
}

beforeAll(buildOnce, BUILD_MS);
afterAll(() => folders.forEach((it) => rmSync(it, { recursive: true, force: true })));

describe('the built bundles', () => {
  let console: StandIn;
  beforeAll(async () => {
    console = await startStandIn(patientBuild(), join(folder(), 'data'));
  });
  afterAll(() => console.quit());

  test('the page calls through the preload and the engine answers', async () => {
    const list = await console.call({ id: '1', call: 'profiles.list' });
    expect(list).toMatchObject({ id: '1', ok: true, output: { profiles: [{ kind: 'sandbox', origin: 'sandbox' }] } });
    const { id } = Reflect.get(Object(list), 'output').profiles[0];
    const status = await console.call({ id: '2', call: 'sync.status', profile: id });
    expect(status).toMatchObject({ id: '2', ok: true, output: { profile: id, budget: { limit: 100 } } });
    const info = await console.call({ id: '3', call: 'app.info' });
    expect(info).toMatchObject({ ok: true, output: { capabilities: { shell: 'electron', saveAs: 'dialog' } } });
  });

  test('every guard holds', async () => {
    const findings = await console.audit();
    expect(Object.keys(findings)).toHaveLength(15);
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  test('every file of it parses as what it is run as', () => {
    const names = readdirSync(join(OUT, 'main'), { recursive: true, encoding: 'utf8' }).filter((it) =>
      it.endsWith('.js'),
    );
    expect(names).toContain('compute.js');
    // What is no module fails, and what a module imports is not loaded: each is one alone.
    const parse = `for (const path of process.argv.slice(1))
      try { new (require('node:vm').SourceTextModule)(require('node:fs').readFileSync(path, 'utf8')); }
      catch (error) { console.log(path, String(error)); }`;
    const paths = names.map((name) => join(OUT, 'main', name));
    const options = ['--no-warnings', '--experimental-vm-modules', '-e', parse];
    const { status, stdout } = spawnSync(process.execPath, [...options, ...paths], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('the compute thread computes', async () => {
    const period = { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' };
    const answer = await console.call({ id: 's', call: 'reconciliation.statement', input: { period } });
    expect(answer).toMatchObject({
      ok: true,
      output: { closeId: null, statement: { period, tokens: [{ token: 'USDT' }] } },
    });
  });

  test('a foreign page gets a refusal and no word more', async () => {
    const asked = console.foreign('https://evil.example', CALL_CHANNEL, { id: '1', call: 'profiles.list' });
    await expect(asked).rejects.toThrow(/^Error: Error invoking remote method 'console:call': Error: refused$/);
    expect(console.output()).toContain('refused: ipc {"origin":"https://evil.example"}');
  });

  test('the page hears events as plain frames, in order, and no event object', async () => {
    const heard: (readonly unknown[])[] = [];
    const stop = await console.subscribe((args) => heard.push(args));
    await expect.poll(() => heard.length).toBeGreaterThan(2);
    await stop();
    for (const [at, args] of heard.entries()) {
      expect(args).toHaveLength(1);
      expect(Object.keys(Object(args[0])).sort()).toEqual(['data', 'event', 'profile', 'seq']);
      expect(args[0]).toMatchObject({ event: expect.any(String), seq: at, data: expect.any(Object) });
    }
  });

  test('a link is opened only when the person, who sees where it leads, says so', async () => {
    const open = (url: string) => console.call({ id: 'l', call: 'links.open', input: { url } });
    const shown = async () => Object(await console.shown());
    expect(await open('https://user@evil.example/')).toMatchObject({ ok: false });
    expect((await shown()).dialogs).toEqual([]);
    await console.person({ button: 1 });
    expect(await open('https://explorer.example/tx/0xabc')).toMatchObject({ ok: true });
    expect(await shown()).toMatchObject({
      dialogs: [{ message: 'Open explorer.example in your browser?', detail: 'https://explorer.example/tx/0xabc' }],
      opened: [],
    });
    await console.person({ button: 0 });
    await open('https://explorer.example/tx/0xabc');
    expect((await shown()).opened).toEqual(['https://explorer.example/tx/0xabc']);
  });

  test('an export is saved where the person says, and nowhere when they do not', async () => {
    const jobs = async () => Object(await console.call({ id: 'j', call: 'jobs.list' })).output.jobs;
    const run = async () => {
      const answer = await console.call({ id: 'e', call: 'exports.start', input: { kind: 'invoices' } });
      const { jobId } = Object(answer).output;
      const job = async () => (await jobs()).find(({ id }: { id: string }) => id === jobId);
      await expect.poll(async () => (await job()).state).not.toBe('running');
      return (await job()).state;
    };
    const savePath = join(folder(), 'invoices.csv');
    await console.person({ savePath: '' });
    expect(await run()).toBe('cancelled');
    await console.person({ savePath });
    expect(await run()).toBe('done');
    expect(readFileSync(savePath, 'utf8').split('\n').length).toBeGreaterThan(1);
    const { file } = JSON.parse(readFileSync(`${savePath}.manifest.json`, 'utf8'));
    expect(file.sha256).toBe(createHash('sha256').update(readFileSync(savePath)).digest('hex'));
    const { dialogs } = Object(await console.shown());
    expect(dialogs.at(-1).defaultPath).toMatch(/^\/people\/me\/Downloads\/SANDBOX-invoices-.*\.csv$/);
  });

  test('the program ends cleanly and gives its data folder back', async () => {
    const data = join(folder(), 'data');
    const first = await startStandIn(patientBuild(), data);
    expect(await first.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
    const second = await startStandIn(patientBuild(), data);
    await expect(second.call({ id: '1', call: 'app.info' })).rejects.toThrow('the program ended with code 3');
    expect(second.output()).toContain(`Another console is closing or using the data folder ${data};`);
    expect(await first.quit()).toBe(0);
    const third = await startStandIn(patientBuild(), data);
    expect(await third.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
    expect(await third.quit()).toBe(0);
  });

  test('a start while another console closes waits for it, and an end asked for meanwhile comes at once', async () => {
    const data = join(folder(), 'data');
    const first = await startStandIn(patientBuild(), data);
    expect(await first.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
    const impatient = await startStandIn(patientBuild(), data);
    await expect.poll(() => impatient.output()).toContain('closing or using');
    // One that had waited to the end of its patience would say that the folder is in use.
    expect(await impatient.quit()).toBe(0);
    // What the first one needs to close is its own; the wait for it is what is looked at.
    const out = plantPatience(folder());
    waitLonger(out);
    const second = await startStandIn(out, data);
    const answer = second.call({ id: '1', call: 'app.info' });
    expect(await first.quit()).toBe(0);
    expect(await answer).toMatchObject({ ok: true });
    expect(await second.quit()).toBe(0);
  });
});

describe('planted faults are found', () => {
  const faults: readonly [name: string, rule: string, part: Fault['part'], from: RegExp, to: string, times: number][] =
    [
      ['a preload that requires fs', 'loaded', 'preload', /^/, 'require("fs");', 1],
      [
        'a preload that hands ipcRenderer out',
        'exposure',
        'preload',
        /\tcall,\n/,
        '\tcall, raw: electron.ipcRenderer.send,\n',
        1,
      ],
      ['a window without isolation', 'preferences', 'main', /contextIsolation:!0/, 'contextIsolation:!1', 1],
      ['a window without sandbox', 'preferences', 'main', /sandbox:!0/, 'sandbox:!1', 1],
      ['a handler without its sender check', 'senders', 'main', /throw (\w+)\(`ipc`/, '$1(`ipc`', 1],
      [
        'an origin checked by its beginning',
        'senders',
        'main',
        /(\w+)\.origin!==`app:\/\/console`/,
        '!$1.origin.startsWith(`app://console`)',
        1,
      ],
      ['sub-frames let in', 'senders', 'main', /(\w+)\.parent!==null/, '!1', 1],
      ['navigation not denied', 'navigation', 'main', /\.preventDefault\(\)/g, '.toString()', 15],
      ['new windows allowed', 'navigation', 'main', /action:`deny`/, 'action:`allow`', 1],
      ['permissions granted', 'permissions', 'main', /`clipboard-sanitized-write`/, '`geolocation`', 1],
      ['requests let through', 'requests', 'main', /cancel:!(\w+)/, 'cancel:!1', 1],
      [
        'a policy that allows inline scripts',
        'policy',
        'main',
        /script-src 'self'/,
        "script-src 'self' 'unsafe-inline'",
        1,
      ],
      ['no sandbox before ready', 'order', 'main', /(\w+)\.enableSandbox\(\)/, '0', 1],
    ];

  test.each(faults)('%s', async (_name, rule, part, from, to, times) => {
    const console = await startStandIn(plant(folder(), { part, from, to, times }), join(folder(), 'data'));
    const findings = await console.audit();
    console.kill();
    expect(findings[rule]).not.toEqual([]);
  });
});
