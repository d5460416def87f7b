/**
 * When news ring outside of the windows: at once, then together, each once over restarts and jumps of the clock; against
 * a model that looks at every second. Real books, discrete clock. Not here: what is news (jobs/news/news), the single words (domain/news/notice).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Digest } from '../../../src/backend/engine/digest.ts';
import type { Notice } from '../../../src/backend/ports.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { type CountedNews, COUNTED_SUBJECTS, type CountedSubject } from '../../../src/domain/news/notice.ts';
import { FIRST_NOTIFICATIONS, type NotificationSettings } from '../../../src/domain/news/notification-settings.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { temporaryFolder } from '../mirror/sample.ts';
import { SILENT } from '../workers/fixture.ts';
import { DigestModel } from './digest-model.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const folder = temporaryFolder();
let store: Store;
let clock: DiscreteClock;
let told: Notice[];
let settings: { notifications: NotificationSettings };
let names: Map<string, string>;
let digest: Digest;

beforeAll(() => {
  store = openInProcess(folder.path);
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

async function opened(): Promise<Digest> {
  const next = new Digest({
    books: {
      read: (name, input) => clock.during(store.books.read(name, input)),
      write: (name, input) => clock.during(store.books.write(name, input)),
    },
    clock,
    log: SILENT,
    settings: () => Promise.resolve(settings),
    titleOf: (profileId) => names.get(profileId) ?? null,
    notify: (notice) => told.push(notice),
  });
  await next.open();
  return next;
}

async function started(): Promise<Digest> {
  const next = await opened();
  next.begin();
  return next;
}

async function begin(startMs = Date.UTC(2026, 10, 21, 12, 0, 0)): Promise<void> {
  await store.books.write('settings.set', { key: 'digest', value: null });
  clock = new DiscreteClock(startMs);
  told = [];
  settings = { notifications: FIRST_NOTIFICATIONS };
  names = new Map([
    ['p1', 'Shop'],
    ['p2', 'SANDBOX · Demo'],
  ]);
  digest = await started();
}

beforeEach(() => begin());

/** One has rung just now, so that what comes waits for a quarter of an hour. */
async function ring(): Promise<void> {
  await digest.take(news('closed-facts'));
  await clock.runFor(2_000);
  told = [];
}

const news = (about: CountedSubject, change: Partial<CountedNews> = {}): CountedNews => ({
  profileId: 'p1',
  about,
  count: 1,
  sums: [],
  body: `about ${about}`,
  ...change,
});
const rejection = (amount: string, token = 'USDT'): CountedNews =>
  news('rejected-withdrawals', { sums: [{ token, amount }] });
const failures = (count: number): CountedNews => news('failed-deliveries', { count });

/** What rang within so long. */
async function within(ms: number): Promise<readonly string[]> {
  await clock.runFor(ms);
  return told.splice(0).map(({ title, body, path }) => `${title}: ${body} → ${path}`);
}

describe('news that come', () => {
  it('ring within seconds in their own words, and then together every quarter of an hour', async () => {
    await digest.take(rejection('50.5'));
    expect(await within(2_000)).toEqual(['Shop: about rejected-withdrawals → /withdrawals?status=rejected']);
    await clock.runFor(MINUTE_MS);
    await digest.take(failures(5));
    await digest.take(rejection('0.10'));
    await digest.take(rejection('7', 'TRX'));
    await digest.take(failures(7));
    await digest.take(rejection('100'));
    expect(await within(13 * MINUTE_MS)).toEqual([]);
    expect(await within(2 * MINUTE_MS)).toEqual([
      'Shop: 3 withdrawals were rejected, 100.10 USDT, 7 TRX; 12 deliveries failed for good. → /',
    ]);
    expect(await within(HOUR_MS)).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });

  it('are told by business, and lead to the one screen they are about', async () => {
    await digest.take(failures(2));
    await digest.take({ ...rejection('3'), profileId: 'p2' });
    await clock.runFor(2_000);
    expect(told.splice(0)).toEqual([
      {
        title: 'News of 2 businesses',
        body: 'Shop: 2 deliveries failed for good.\nSANDBOX · Demo: one withdrawal was rejected, 3 USDT.',
        path: '/',
      },
    ]);
    await digest.take(failures(2));
    await digest.take(failures(1));
    await clock.runFor(HOUR_MS);
    expect(told).toEqual([
      {
        title: 'Shop',
        body: '3 deliveries failed for good.',
        path: '/webhooks/deliveries?state=failed',
        profileId: 'p1',
      },
    ]);
  });

  it('of a kind that was switched off do not ring, also when they wait already; switching it on brings nothing back', async () => {
    await ring();
    await digest.take(failures(1));
    settings = { ...settings, notifications: { ...FIRST_NOTIFICATIONS, failedDeliveries: false } };
    digest.wake();
    await digest.take(failures(2));
    settings = { ...settings, notifications: FIRST_NOTIFICATIONS };
    digest.wake();
    expect(await within(HOUR_MS)).toEqual([]);
    await digest.take(news('late-changes'));
    expect(await within(HOUR_MS)).toHaveLength(1);
  });

  it('of a profile that was forgotten are gone, from the disk as well', async () => {
    await ring();
    await digest.take(failures(1));
    await digest.take({ ...failures(4), profileId: 'p2' });
    names.delete('p1');
    await digest.forget('p1');
    expect(await store.books.read('settings.get', { key: 'digest' })).not.toContain('p1');
    expect(await within(HOUR_MS)).toEqual([
      'SANDBOX · Demo: about failed-deliveries → /webhooks/deliveries?state=failed',
    ]);
  });
});

describe('a restart', () => {
  it('keeps what waits and tells nothing twice, whatever the clock shows then', async () => {
    await digest.take(failures(1));
    expect(await within(2_000)).toHaveLength(1);
    await digest.take(failures(3));
    await digest.close();
    clock.jumpWall(-10 * HOUR_MS);
    digest = await started();
    expect(await within(14 * MINUTE_MS)).toEqual([]);
    expect(await within(MINUTE_MS)).toHaveLength(1);
    await digest.close();
    clock.jumpWall(40 * HOUR_MS);
    digest = await started();
    expect(await within(HOUR_MS)).toEqual([]);
  });

  it('rings what waited although the machine wakes up, or other news come, before the businesses are there', async () => {
    await ring();
    await digest.take(failures(2));
    await digest.close();
    await clock.runFor(HOUR_MS);
    const businesses = [...names];
    names.clear();
    digest = await opened();
    digest.wake();
    await clock.runFor(5_000);
    await digest.take({ ...rejection('3'), profileId: 'p2' });
    expect(await within(MINUTE_MS)).toEqual([]);
    for (const [id, name] of businesses) names.set(id, name);
    digest.begin();
    expect(await within(2_000)).toEqual([
      'News of 2 businesses: Shop: 2 deliveries failed for good.\nSANDBOX · Demo: one withdrawal was rejected, 3 USDT. → /',
    ]);
  });

  it('takes nothing that makes no sense for news', async () => {
    await digest.close();
    const good = { ...failures(2), news: 1 };
    const bad = [
      null,
      7,
      { ...good, about: 'x' },
      { ...good, count: -1 },
      { ...good, count: 1e300 },
      { ...good, sums: 1 },
    ];
    const value = JSON.stringify({
      rangAt: 'x',
      waiting: [...bad, { ...good, sums: [{ token: 'T', amount: 'NaN' }] }],
    });
    await store.books.write('settings.set', { key: 'digest', value });
    digest = await started();
    expect(await within(HOUR_MS)).toHaveLength(1);
    await digest.close();
    await store.books.write('settings.set', { key: 'digest', value: '{"waiting": 3' });
    digest = await started();
    await digest.take(failures(1));
    expect(await within(HOUR_MS)).toHaveLength(1);
  });
});

describe('what many businesses have to say', () => {
  it('is told of all of them', async () => {
    await ring();
    for (let number = 0; number < 260; number += 1) {
      names.set(`many-${number}`, `Shop ${number}`);
      await digest.take({ ...failures(1), profileId: `many-${number}` });
    }
    await digest.close();
    digest = await started();
    await clock.runFor(HOUR_MS);
    expect(told).toMatchObject([
      { title: 'News of 260 businesses', body: expect.stringMatching(/And news of 256 more\.$/) },
    ]);
  });

  it('is no sum of a part when some of it cannot be read', async () => {
    await digest.close();
    const sums = [
      { token: 'USDT', amount: '3' },
      { token: 'TRX', amount: 'NaN' },
    ];
    const waiting = [{ ...rejection('1'), count: 2, news: 2, sums }];
    await store.books.write('settings.set', { key: 'digest', value: JSON.stringify({ rangAt: null, waiting }) });
    digest = await started();
    expect(await within(2_000)).toEqual(['Shop: 2 withdrawals were rejected. → /withdrawals?status=rejected']);
  });

  it('is no sum of a part either when more comes to what could not be read, over restarts as well', async () => {
    await digest.close();
    const waiting = [{ ...rejection('1'), count: 5, news: 5, sums: [{ token: 'USDT', amount: 'NaN' }] }];
    await store.books.write('settings.set', { key: 'digest', value: JSON.stringify({ rangAt: clock.now(), waiting }) });
    digest = await started();
    await digest.take(rejection('3.00'));
    await digest.close();
    digest = await started();
    await digest.take({ ...rejection('7'), profileId: 'p2' });
    expect(await within(HOUR_MS)).toEqual([
      'News of 2 businesses: Shop: 6 withdrawals were rejected.\nSANDBOX · Demo: one withdrawal was rejected, 7 USDT. → /',
    ]);
    await digest.take(rejection('3.00'));
    await digest.take(rejection('4.00'));
    expect(await within(HOUR_MS)).toEqual([
      'Shop: 2 withdrawals were rejected, 7.00 USDT. → /withdrawals?status=rejected',
    ]);
  });
});

describe('what came', () => {
  it('counts once it is kept, so that a console that dies has told nothing that the next one knows nothing of', async () => {
    const order: string[] = [];
    const { books } = store;
    const watched = new Digest({
      books: {
        read: (name, input) => clock.during(books.read(name, input)),
        write: async (name, input) => {
          const answer = await clock.during(books.write(name, input));
          order.push('kept');
          return answer;
        },
      },
      clock,
      log: SILENT,
      settings: () => Promise.resolve(settings),
      titleOf: () => 'Shop',
      notify: () => order.push('told'),
    });
    await watched.open();
    watched.begin();
    await watched.take(failures(2));
    expect(order).toEqual(['kept']);
    await clock.runFor(2_000);
    // Off the disk before it rings.
    expect(order).toEqual(['kept', 'kept', 'told']);
    await watched.close();
  });
});

describe('the clock', () => {
  it('may be put back or forward while something waits: it is told within a minute of when it may', async () => {
    await digest.take(failures(1));
    expect(await within(2_000)).toHaveLength(1);
    await digest.take(failures(2));
    clock.jumpWall(-3 * HOUR_MS);
    expect(await within(10 * MINUTE_MS)).toEqual([]);
    clock.jumpWall(12 * HOUR_MS);
    expect(await within(MINUTE_MS)).toHaveLength(1);
    await digest.take(failures(3));
    clock.jumpWall(-12 * HOUR_MS);
    expect(await within(HOUR_MS)).toHaveLength(1);
    expect(await within(HOUR_MS)).toEqual([]);
  });
});

describe('a disk that takes nothing', () => {
  it('lets nothing ring that it might tell twice, and loses nothing of this run', async () => {
    const write = store.books.write;
    let isFull = true;
    const full = {
      ...store,
      books: {
        ...store.books,
        write: (async (name, input) => {
          if (isFull) throw new Error('full');
          return write(name, input);
        }) satisfies typeof write,
      },
    };
    const over = new Digest({
      books: full.books,
      clock,
      log: SILENT,
      settings: () => Promise.resolve(settings),
      titleOf: () => 'Shop',
      notify: (notice) => told.push(notice),
    });
    await over.open();
    over.begin();
    await over.take(failures(1));
    await over.take(failures(4));
    expect(await within(HOUR_MS)).toEqual([]);
    isFull = false;
    expect(await within(MINUTE_MS)).toEqual([
      'Shop: 5 deliveries failed for good. → /webhooks/deliveries?state=failed',
    ]);
    expect(await within(HOUR_MS)).toEqual([]);
    await over.close();
  });
});

describe('any history', () => {
  it(`rings as a model does that looks at every second`, async () => {
    let rung = 0;
    for (let seed = 1; seed <= scaled(120); seed += 1) rung += await compare(seed);
    // The histories have something to tell.
    expect(rung).toBeGreaterThan(scaled(120) * 3);
  });

  async function compare(seed: number): Promise<number> {
    const random = seeded(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] ?? neverEmpty();
    await begin();
    const model = new DigestModel(() => clock.now(), settings, names);
    const change = (next: typeof settings): void => {
      settings = next;
      model.settings = next;
      digest.wake();
    };
    for (let step = 0; step < 40; step += 1) {
      const kind = random();
      if (kind < 0.55) {
        const profileId = pick(['p1', 'p1', 'p2']);
        const sums =
          random() < 0.5 ? [{ token: pick(['USDT', 'TRX', '']) || null, amount: pick(['0.1', '2', '-3.07']) }] : [];
        const about = pick(COUNTED_SUBJECTS);
        const one = news(about, { profileId, count: 1 + Math.floor(random() * 5), sums, body: `${seed}/${step}` });
        model.take(one);
        await digest.take(one);
      } else if (kind < 0.7) {
        const isOn = (): boolean => random() < 0.8;
        const [failedDeliveries, rejectedWithdrawals, lateChanges] = [isOn(), isOn(), isOn()];
        const rest = { health: isOn(), closingLinks: isOn(), feesMoved: isOn() };
        const payouts = { newAddresses: isOn(), approvedWithdrawals: isOn(), scheduledExports: isOn() };
        change({ notifications: { failedDeliveries, rejectedWithdrawals, lateChanges, ...rest, ...payouts } });
      } else if (kind < 0.78) {
        clock.jumpWall((Math.floor(random() * 48) - 24) * 1_000 * pick([1, 60, 3_600]));
        digest.wake();
      } else if (kind < 0.86) {
        await digest.close();
        model.restart();
        digest = await started();
      } else if (kind < 0.9) {
        const gone = pick(['p1', 'p2']);
        model.forget(gone);
        await digest.forget(gone);
      }
      model.look();
      await clock.runFor(0);
      const seconds = pick([0, 1, 2, 30, 600, 900, 3_600, 30_000]);
      const from = clock.now();
      for (let second = 1; second <= seconds; second += 1) model.pass(from + second * 1_000);
      await clock.runFor(seconds * 1_000);
      expect(told, `seed ${seed}, step ${step}`).toEqual(model.told);
    }
    await digest.close();
    return told.length;
  }
});

function neverEmpty(): never {
  throw new Error('nothing to pick from');
}
