/** The teams of a computer over a real host with TLS: remembered, come in at, shown, saved from, left; where the token lies, and what a window of one hears. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { networkOf } from '../../src/backend/api/transport/network.ts';
import { reachBy } from '../../src/backend/api/transport/reach.ts';
import type { Vault } from '../../src/backend/ports.ts';
import { systemClock, systemIds } from '../../src/backend/system.ts';
import type { EventFrame } from '../../src/contract/envelope.ts';
import { besideOwn } from '../../src/main/teams.ts';
import type { SoonServedApp } from '../../src/shell/served-soon.ts';
import { knownHostsOf, originOf } from '../../src/shell/teams/known.ts';
import { TeamsHere } from '../../src/shell/teams/teams.ts';
import { ADA, startTeam, type Team } from './harness.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team.close());

function memoryVault() {
  const secrets = new Map<string, string>();
  const vault: Vault = {
    probe: async () => ({ kind: 'working', store: 'memory' }),
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
  };
  return { vault, secrets };
}

/** A computer whose one window shows what it is turned to, and whose person saves every file. */
function computer(of: Team = team, kept = memoryVault(), dataFolder = mkdtempSync(join(tmpdir(), 'teams-test-'))) {
  const host = { resolveProxy: async () => 'DIRECT', systemCa: async () => [of.certificate.cert] };
  const redacted: string[] = [];
  const log = { warn: () => undefined, redact: (secret: string) => void redacted.push(secret) };
  const reach = reachBy(networkOf(host, log, systemClock), systemClock);
  const opened: string[] = [];
  const window: { team: string | null } = { team: null };
  const saved: { name: string; text: string }[] = [];
  const teams = new TeamsHere({
    dataFolder,
    windows: {
      open: async (address) => void opened.push(address),
      teamOf: () => window.team,
      turn: (_client, id) => (window.team = id),
      turnAll: (id) => void (window.team === id && (window.team = null)),
      async saveAs({ path, suggestedName }) {
        saved.push({ name: suggestedName, text: readFileSync(path, 'utf8') });
        return { kind: 'saved' };
      },
    },
    vault: kept.vault,
    clock: systemClock,
    ids: systemIds,
    engine: Promise.resolve({ reach, log }),
  });
  onTestFinished(() => {
    teams.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const standing = () => teams.list('w').teams[0]?.standing;
  /** As their person does in the browser. */
  async function comeIn(id: string) {
    const { compared, problem } = await teams.signIn(id);
    expect(problem).toBeNull();
    const browser = of.browser();
    const page = await browser.get(await browser.toCallback(ADA, opened.at(-1)));
    expect(page.body).toContain(compared);
    const yes = /href="(\/sign-in\/desk\/yes\?yes=[\w-]+)"/.exec(page.body)?.[1] ?? '';
    await browser.get((await browser.get(yes)).headers.location ?? '');
    await expect.poll(standing).toBe('in');
  }
  return { teams, opened, window, saved, redacted, dataFolder, standing, comeIn, ...kept };
}

describe('a team', () => {
  test('is found, remembered, come in at, shown, and left; its token lies in the key store alone', async () => {
    const { teams, comeIn, dataFolder, secrets, redacted, standing, window } = computer();
    expect(await teams.look(team.origin)).toEqual({ origin: team.origin, problem: null });
    const id = await teams.add(`${team.origin}/#/invoices`);
    expect(await teams.add(team.origin)).toBe(id);
    await comeIn(id);
    await teams.show('w', id);
    expect(teams.list('w')).toEqual({
      way: 'windows',
      teams: [
        {
          id,
          origin: team.origin,
          host: new URL(team.origin).host,
          person: 'Ada',
          standing: 'in',
          since: null,
          reason: null,
        },
      ],
      here: id,
    });
    const answer = await teams.engineOf(id).dispatch({ id: '1', call: 'echo', input: 'x' }, 'w');
    expect(answer).toEqual({ id: '1', ok: true, output: 'x' });
    const [[account, secret] = ['', '']] = [...secrets];
    const token: string = JSON.parse(secret).token;
    expect([account, redacted]).toEqual([`team-${id}`, [token]]);
    for (const name of readdirSync(dataFolder))
      expect(readFileSync(join(dataFolder, name), 'utf8')).not.toContain(token);
    await teams.signOut(id);
    expect([standing(), secrets.size]).toEqual(['out', 0]);
    expect(await teams.engineOf(id).dispatch({ id: '2', call: 'echo' }, 'w')).toMatchObject({ ok: false });
    await teams.forget(id);
    expect([teams.list('w').teams, window.team]).toEqual([[], null]);
  });

  test('is known again in the next run without another sign-in, and an address that was changed behind it gets no token', async () => {
    const kept = memoryVault();
    const first = computer(team, kept);
    const id = await first.teams.add(team.origin);
    await first.comeIn(id);
    const folder = mkdtempSync(join(tmpdir(), 'teams-test-'));
    const text = readFileSync(join(first.dataFolder, 'teams.json'), 'utf8');
    writeFileSync(join(folder, 'teams.json'), text);
    const second = computer(team, kept, folder);
    expect(second.standing()).toBe('unknown');
    expect(await second.teams.engineOf(id).dispatch({ id: '1', call: 'echo', input: 1 }, 'w')).toMatchObject({
      ok: true,
    });
    const other = await startTeam();
    onTestFinished(() => other.close());
    const third = mkdtempSync(join(tmpdir(), 'teams-test-'));
    writeFileSync(join(third, 'teams.json'), text.replace(team.origin, other.origin));
    const changed = computer(other, kept, third);
    expect(await changed.teams.engineOf(id).dispatch({ id: '1', call: 'echo' }, 'w')).toMatchObject({ ok: false });
    expect([changed.standing(), other.seen]).toEqual(['out', []]);
  });

  test('saves a finished file where its person says, once, and leaves none behind', async () => {
    const { teams, comeIn, saved, dataFolder } = computer();
    const id = await teams.add(team.origin);
    await comeIn(id);
    await teams.show('w', id);
    const path = join(mkdtempSync(join(tmpdir(), 'teams-test-')), 'export.csv');
    writeFileSync(path, 'a,b\n1,2\n');
    const offered = await team.host.saveAs({ path, suggestedName: 'x.csv', mimeType: 'text/csv', personId: 'ada' });
    const file = { ticket: offered.kind === 'offered' ? offered.ticket : '', name: 'invoices.csv' };
    expect(await teams.save('w', file)).toBe('saved');
    expect(saved).toEqual([{ name: 'invoices.csv', text: 'a,b\n1,2\n' }]);
    expect(await teams.save('w', file)).toBe('failed');
    expect(readdirSync(join(dataFolder, 'exports'))).toEqual([]);
  });

  test.each([
    ['nothing', 'https://127.0.0.1:9', 'Nothing answers at that address.'],
    ['no https', 'http://console.example', 'That is not the https address of a host.'],
  ])('is not found where there is %s, and that is said', async (_what, address, problem) => {
    expect((await computer().teams.look(address)).problem).toBe(problem);
  });
});

describe('what lies in the file', () => {
  const host = {
    id: '11111111-2222-4333-8444-555555555555',
    origin: 'https://a.example',
    person: 'Ada',
    usedAt: '2026-01-01T00:00:00.000Z',
  };
  test('is read as hostile', () => {
    const all = [
      host,
      host,
      { ...host, id: '../x' },
      { ...host, id: host.id.replace('1', '2'), origin: 'http://a.example' },
      null,
      7,
    ];
    expect(knownHostsOf(JSON.stringify({ teams: all }))).toEqual([host]);
    for (const text of ['', 'null', '[]', '{"teams":{}}', '{']) expect(knownHostsOf(text)).toEqual([]);
  });

  test.each([
    ['console.example', 'https://console.example'],
    ['https://console.example:8443/#/invoices', 'https://console.example:8443'],
    ['https://ada@console.example', null],
    ['http://console.example', null],
    ['javascript://x', null],
    ['', null],
  ])('%s means %s', (address, origin) => expect(originOf(address)).toBe(origin));
});

describe('a window of a team', () => {
  function beside() {
    const asked: string[] = [];
    const heard: EventFrame[] = [];
    const tell: Record<'own' | 'team', (frame: EventFrame) => void> = { own: () => undefined, team: () => undefined };
    const lock = { isLocked: false };
    const answering = (name: 'own' | 'team', output: unknown) => ({
      async dispatch(frame: unknown) {
        asked.push(`${name} ${String(Reflect.get(Object(frame), 'call'))}`);
        return { id: '1', ok: true, output } as const;
      },
      subscribe(_client: string, listener: (frame: EventFrame) => void) {
        tell[name] = listener;
        return () => undefined;
      },
    });
    const own: SoonServedApp = {
      ...answering('own', {
        isLocked: false,
        capabilities: { shell: 'electron', saveAs: 'dialog', notify: true, printPdf: true },
      }),
      closeClient: () => undefined,
      command: () => undefined,
      isLocked: () => lock.isLocked,
    };
    const app = besideOwn(own, answering('team', { isLocked: false }));
    return { app, asked, tell, heard, lock };
  }
  const event = (name: string, seq: number): EventFrame => ({ event: name, profile: null, seq, data: {} });

  test('asks this computer what is this computer’s, and the team everything else', async () => {
    const { app, asked } = beside();
    for (const call of [
      'teams.list',
      'windows.open',
      'updates.status',
      'lock.now',
      'invoices.page',
      'settings.get',
      'windows.chooseFolder',
      'lock.open',
    ])
      await app.dispatch({ id: '1', call }, 'w');
    expect(asked).toEqual([
      'own teams.list',
      'own windows.open',
      'own updates.status',
      'own lock.now',
      'team invoices.page',
      'team settings.get',
      'team windows.chooseFolder',
      'team lock.open',
    ]);
    expect(await app.dispatch({ id: '1', call: 'app.info' }, 'w')).toMatchObject({
      output: { capabilities: { shell: 'electron', saveAs: 'download', notify: false, printPdf: true } },
    });
  });

  test('is told nothing of the team while this computer is locked, and that it missed something', async () => {
    const { app, tell, heard, lock, asked } = beside();
    app.subscribe('w', (frame) => heard.push(frame));
    tell.team(event('heartbeat', 0));
    lock.isLocked = true;
    tell.own(event('lock.changed', 1));
    tell.team(event('books.changed', 1));
    expect(await app.dispatch({ id: '1', call: 'invoices.page' }, 'w')).toEqual({
      id: '1',
      ok: false,
      failure: { kind: 'locked' },
    });
    expect(asked).toEqual([]);
    lock.isLocked = false;
    tell.team(event('books.changed', 2));
    expect(heard.map((frame) => `${frame.event} ${frame.seq}`)).toEqual([
      'heartbeat 0',
      'lock.changed 1',
      'books.changed 3',
    ]);
  });

  test('counts its own events and the team’s as one stream: a gap of the team’s is a gap, a command is none, and the team commands no window', () => {
    const { app, tell, heard } = beside();
    app.subscribe('w', (frame) => heard.push(frame));
    tell.team(event('heartbeat', 0));
    tell.own(event('window.command', 7));
    tell.own(event('heartbeat', 8));
    tell.team(event('window.command', 1));
    tell.team(event('books.changed', 2));
    tell.team(event('books.changed', 4));
    // Another stream of the host.
    tell.team(event('heartbeat', 0));
    expect(heard.map((frame) => `${frame.event} ${frame.seq}`)).toEqual([
      'heartbeat 0',
      'window.command 1',
      'books.changed 2',
      'books.changed 4',
      'heartbeat 6',
    ]);
  });
});
