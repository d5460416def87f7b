/** The built host of a team as a program, as `npm run serve` starts it: two people of a real provider, the engine behind them, and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../src/server/options.ts';
import { startWatch } from '../../src/server/health.ts';
import { BUILD_MS, buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { waitedLongerThan } from '../support/work-time.ts';
import { ADA, BEN, createBrowser, EVE } from './harness.ts';

const TRIAL = join(import.meta.dirname, '..', 'support', 'team-trial.ts');

const folder = mkdtempSync(join(tmpdir(), 'server-test-'));
beforeAll(buildOnce, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The trial in a process of its own, as far as its line. */
async function startTrial() {
  const run = `import { tryTeam } from ${JSON.stringify(TRIAL)}; process.exit(await tryTeam([]));`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', run], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (stderr += piece.toString()));
  await expect.poll(() => stdout || child.exitCode).toContain('\n');
  const line: { serve: string; people: unknown } = JSON.parse(stdout);
  const [, certificate = ''] = /takes (\S+) as its authority/.exec(stderr) ?? [];
  return { child, ...line, ca: readFileSync(certificate, 'utf8') };
}

describe('the program', () => {
  test('lets two people in, tells one of a note by the other within a second, and ends in order', async () => {
    const { child, serve, people, ca } = await startTrial();
    expect(people).toEqual([
      { name: 'Ada', address: 'ada@example.com' },
      { name: 'Ben', address: 'ben@example.com' },
    ]);
    const [ada, ben] = [createBrowser(serve, ca), createBrowser(serve, ca)];
    expect((await ada.signIn(ADA)).headers.location).toBe('/');
    expect((await ben.signIn(BEN)).headers.location).toBe('/');
    expect((await createBrowser(serve, ca).signIn(EVE)).body).toContain('You are not invited');
    expect(JSON.parse((await ben.call('people.me')).body)).toMatchObject({
      output: { person: { name: 'Ben', isHostAdmin: false } },
    });
    // The key store of the host is the sealed one, and its master key is there.
    expect(JSON.parse((await ada.call('vault.status')).body)).toMatchObject({
      output: { kind: 'working', store: expect.stringContaining('Sealed') },
    });
    const { state } = await ben.stream();
    await expect.poll(() => state.text).toContain('heartbeat');
    const [profile] = JSON.parse((await ada.call('profiles.list')).body).output.profiles;
    const asAda = async (call: string, input: unknown) => {
      const body = JSON.stringify({ id: call, call, input, profile: profile.id });
      return JSON.parse((await ada.ask('POST', '/call', ada.json, body)).body).output;
    };
    const first = { filter: {}, sort: [], offset: 0, limit: 1 };
    const invoice = async () => (await asAda('invoices.page', first))?.rows?.[0]?.uuid ?? '';
    await expect.poll(invoice).toMatch(/^[\da-f-]{36}$/);
    const recordId = await invoice();
    /** Whether a note was on the other's stream within a second, of which those do not count in which we had no processor. */
    const isInTime = async (): Promise<boolean> => {
      const heard = state.text.length;
      const isLate = waitedLongerThan(1_000);
      await asAda('notes.add', { list: 'invoices', recordId, noteId: randomUUID(), text: 'Seen by both' });
      await expect.poll(() => state.text.slice(heard), { interval: 20 }).toMatch(/"books\.changed".*"notes"/);
      return !isLate();
    };
    // The host is a process of its own, whose turns nobody here counts: one of five tries has to meet a machine that gives it some.
    let tries = 1;
    while (!(await isInTime())) expect((tries += 1)).toBeLessThanOrEqual(5);
    expect(child.kill('SIGTERM')).toBe(true);
    const [code] = await once(child, 'exit');
    expect([code, state.isOver]).toEqual([0, true]);
  });

  test('without options says how it is used, and ends with 2', async () => {
    const child = spawn(process.execPath, [join(OUT, 'main', 'server.js')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(stderr).toBe('Usage: server.js --options FILE\n');
  });
});

describe('the options', () => {
  const good = {
    origin: 'https://console.example.com',
    listen: { port: 8443 },
    tls: { certificate: 'cert.pem', key: '/etc/key.pem' },
    provider: { issuer: 'https://accounts.example.com', clientId: 'console' },
    dataFolder: 'data',
  };
  const read = (value: unknown) => {
    const file = join(folder, 'options.json');
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    const options = readOptions(file);
    return options.ok ? options : options.complaint.replace(`${file}: `, '');
  };

  test('are read, with paths from where they lie', () => {
    expect(read(good)).toMatchObject({
      options: {
        listen: { address: '127.0.0.1', port: 8443 },
        tls: { certificate: join(folder, 'cert.pem'), key: '/etc/key.pem' },
        dataFolder: join(folder, 'data'),
        firstPeople: [],
      },
    });
  });

  test.each<[unknown, string]>([
    ['{', 'it is not JSON.'],
    ['[]', 'it has to be an object.'],
    [
      { ...good, origin: 'http://console.example.com' },
      '“origin” has to be the https address that people open, without a path.',
    ],
    [
      { ...good, origin: 'https://console.example.com/' },
      '“origin” has to be the https address that people open, without a path.',
    ],
    [{ ...good, listen: { port: 'x' } }, '“listen.port” has to be a port number.'],
    [{ ...good, secret: 'x' }, '“secret” is not known.'],
    [
      { ...good, provider: { issuer: 'http://accounts.example.com', clientId: 'x' } },
      '“provider.issuer” has to be an https address.',
    ],
    ...['https://login.microsoftonline.com/common/v2.0', 'https://accounts.google.com'].map(
      (issuer): [unknown, string] => [
        { ...good, provider: { issuer, clientId: 'x', addressesAreVerified: true } },
        '“provider.addressesAreVerified” is for the issuer of one company; anybody can have an account at this one.',
      ],
    ),
    [{ ...good, tls: undefined }, 'it needs “tls”, or “trustedProxies” where a proxy speaks TLS for this host.'],
    [
      { ...good, trustedProxies: ['10.0.0.0/8'] },
      '“tls” and “trustedProxies” exclude each other: either this host speaks TLS or the proxy does.',
    ],
    [
      { ...good, trustedProxies: ['10.0.0.0/80'] },
      '“trustedProxies.0” has to be an address, or a range such as 10.0.0.0/8.',
    ],
    [{ ...good, firstPeople: [{ address: 'a@b.c', roles: ['owner'] }] }, '“firstPeople.0.roles.0” is no role.'],
  ])('%j are complained about in a sentence', (value, complaint) => {
    expect(read(value)).toBe(complaint);
  });
});

describe('health and figures', () => {
  test('have a listener of their own, and hold counts alone', async () => {
    const figures = {
      isReady: true,
      sessions: 2,
      streams: 1,
      callsOpen: 0,
      calls: 7,
      signIns: { in: 2, refused: 1, failed: 0 },
    };
    const state = { isReady: true };
    const watch = await startWatch({ address: '127.0.0.1', port: 0 }, () => ({ ...figures, ...state }));
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${watch.port}${path}`);
      return [response.status, await response.text()] as const;
    };
    expect(await get('/healthz')).toEqual([200, 'ok\n']);
    const [, text] = await get('/metrics');
    expect(text).toContain('# TYPE console_sessions gauge\nconsole_sessions 2\n');
    expect(text).toContain('console_sign_ins_total{outcome="refused"} 1\n');
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:# TYPE [a-z_0-9]+ (?:gauge|counter)|[a-z_0-9]+(?:\{outcome="[a-z]+"\})? [\d.e+-]+)$/);
    state.isReady = false;
    expect((await get('/healthz'))[0]).toBe(503);
    expect((await get('/else'))[0]).toBe(404);
    watch.close();
  });
});
