/** What the shell makes of the engine's events, as tables: the picture of the watch, the tray's words, the question before the end. */
import { describe, expect, test } from 'vitest';
import { syncStatusCodec } from '../../../src/contract/calls/sync.ts';
import { trayView } from '../../../src/main/desktop/tray/view.ts';
import {
  afterTold,
  type WatchedJob,
  type WatchedProfile,
  NOTHING_WATCHED,
  type WatchedStatus,
  type ToldToDesktop,
  underWay,
  type Watched,
} from '../../../src/main/desktop/watch-model.ts';

function status(change: Partial<WatchedStatus> = {}): WatchedStatus {
  const list = { certificate: 'certified', asOf: '2026-10-01T00:00:00Z', seen: 1, total: 1 } as const;
  const budget = { limit: 100, remaining: 50, resetSeconds: 0, reserve: 0, reserveSet: 'automatic', foreignUse: false };
  return syncStatusCodec.parse({
    profile: 'a',
    state: 'idle',
    invoices: list,
    withdrawals: list,
    deliveries: { read: 0, terminal: 0 },
    quarantined: 0,
    budget: { ...budget, foreignPerMinute: 0, waitingMs: 0 },
    ...change,
  });
}

function profile(id: string, name: string, kind: WatchedProfile['kind'] = 'business'): WatchedProfile {
  return { id, name, kind, origin: 'https://api.example', key: 'keychain', readOnly: false };
}

function watched(statuses: readonly WatchedStatus[], names: readonly string[] = ['Orchard', 'Bakery']): Watched {
  const profiles = statuses.map((_status, at) => profile(`p${at}`, names[at] ?? `Shop ${at}`));
  return { ...NOTHING_WATCHED, profiles, statuses: new Map(statuses.map((one, at) => [`p${at}`, one])) };
}

const list = (certificate: WatchedStatus['invoices']['certificate']) => ({
  certificate,
  asOf: null,
  seen: 1,
  total: 2,
});
const offline = {
  since: '2026-10-01T00:00:00Z',
  failure: { kind: 'unavailable-offline', detail: 'no route' },
} as const;

describe('the tray', () => {
  test.each<readonly [string, WatchedStatus, string]>([
    ['certified complete', status(), 'calm'],
    ['all that was seen; completeness not provable', status({ withdrawals: list('as-far-as-seen') }), 'calm'],
    ['reading', status({ state: 'running', invoices: list('incomplete') }), 'calm'],
    // A pause of what is certified is still a pause: it grows old.
    ['reading paused', status({ state: 'paused' }), 'paused'],
    ['cannot be reached', status({ state: 'waiting', offline }), 'trouble'],
    ['stopped, needs you', status({ state: 'stopped', reason: 'the key is another business’s' }), 'trouble'],
  ])('says “%s”', (words, one, mark) => {
    const view = trayView(watched([one]), 0);
    expect([view.lines, view.mark]).toEqual([[`Orchard: ${words}`], mark]);
    expect(view.tooltip).toBe(`Merchant Console · Orchard: ${words}`);
  });

  test('names the worst of several, and the sandbox as one', () => {
    const all = watched([status(), status({ state: 'stopped' })]);
    expect(trayView(all, 3).tooltip).toBe('Merchant Console · 3 unread · Bakery: stopped, needs you');
    // Of what only starts nothing is known that could be worse.
    const starting = { ...all, profiles: [...all.profiles, profile('p2', 'Cellar')].toReversed() };
    expect(trayView(starting, 0).tooltip).toBe('Merchant Console · Bakery: stopped, needs you');
    const sandbox = { ...NOTHING_WATCHED, profiles: [profile('s', 'Play', 'sandbox')] };
    expect(trayView(sandbox, 0)).toMatchObject({ lines: ['SANDBOX · Play: starting'], mark: 'calm' });
  });

  test('marks what was not looked at, but trouble first; paused only where all is', () => {
    const mark = (all: Watched, unseen: number) => trayView(all, unseen).mark;
    expect(mark(watched([status()]), 1)).toBe('news');
    expect(mark(watched([status({ state: 'stopped' })]), 1)).toBe('trouble');
    expect(mark(watched([status({ state: 'paused' }), status()]), 0)).toBe('calm');
    expect(mark(NOTHING_WATCHED, 0)).toBe('calm');
  });

  test('shows foreign words as words, short, and few', () => {
    const evil = `<b>\u202Eevil\n${'x'.repeat(200)}`;
    const news = { title: evil, body: evil };
    const view = trayView({ ...watched([status()], [evil]), news }, 0);
    const shown = [view.tooltip, ...view.lines, view.news ?? ''];
    for (const text of shown) {
      expect(text).not.toMatch(/[\u202E<\n]/);
      expect(text.length).toBeLessThanOrEqual(140);
    }
    const many = trayView(watched(Array.from({ length: 30 }, () => status())), 0);
    expect(many.lines).toHaveLength(13);
    expect(many.lines.at(-1)).toBe('and 18 more');
  });

  test('stands still while a list is being read', () => {
    const at = (done: number) => status({ state: 'running', progress: { done, total: 9_000 } });
    expect(trayView(watched([at(2)]), 0)).toEqual(trayView(watched([at(8_000)]), 0));
  });
});

function job(change: Partial<WatchedJob>): WatchedJob {
  return { id: 'j', kind: 'bulk-resend', label: 'Run', state: 'running', done: 0, ...change };
}

describe('what is under way', () => {
  const said = (jobs: readonly WatchedJob[], creates = 0) => underWay(new Map([['p', jobs]]), creates);

  test.each<readonly [Partial<WatchedJob>, string]>([
    [{ done: 12, total: 40 }, 'A resend run is under way: 12 of 40. It is kept and goes on at the next start.'],
    [{ state: 'waiting', done: 1_200 }, 'A resend run is under way: 1,200. It is kept and goes on at the next start.'],
    [
      { kind: 'import', label: 'Import of a.csv' },
      'Import of a.csv is under way. It would be given up as a whole and can be begun again.',
    ],
    [
      { kind: 'resend' },
      'A webhook is being sent again. The result is looked up at the next start; nothing is sent twice.',
    ],
  ])('%j is said with what becomes of it', (change, sentence) => {
    expect(said([job(change)])).toEqual([sentence]);
  });

  test('is told once: what a run sends is part of the run', () => {
    expect(said([job({ done: 1, total: 2 }), job({ kind: 'resend' })])).toHaveLength(1);
  });

  test('is an invoice that is being created', () => {
    expect(said([], 2)).toEqual([
      '2 invoices are being created. The order is kept, and what came of it is looked up at the next start.',
    ]);
  });

  test('is not what reads, what stands, and what can be made again', () => {
    const kinds = ['sync', 'watch', 'export', 'report', 'period-reading'] as const;
    const states = ['paused', 'done', 'cancelled', 'failed'] as const;
    expect(said([...kinds.map((kind) => job({ kind })), ...states.map((state) => job({ state }))])).toEqual([]);
  });
});

test('what belongs to a profile that is gone is forgotten with it', () => {
  const told: readonly ToldToDesktop[] = [
    { kind: 'profiles', profiles: [profile('a', 'A'), profile('b', 'B')], selected: 'a' },
    { kind: 'status', profile: 'a', status: status() },
    { kind: 'jobs', profile: 'a', jobs: [job({})] },
    { kind: 'jobs', profile: 'b', jobs: [] },
    { kind: 'news', news: { title: 't', body: 'b' } },
    { kind: 'profiles', profiles: [profile('b', 'B')], selected: 'b' },
  ];
  const end = told.reduce(afterTold, NOTHING_WATCHED);
  expect([[...end.statuses.keys()], [...end.jobs.keys()], end.news?.title]).toEqual([[], ['b'], 't']);
});
