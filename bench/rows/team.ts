/**
 * Twenty people at work on one engine: the built program of a team's host, TLS sockets, sessions and streams of their own, all of them in this process. What one
 * person waits for is measured in a thread of its own, since what nineteen others are told has to be read as well: alone and beside nineteen who each ask for something
 * once a second, in turns, on the same engine; a write is timed until the stream of each other one has told of it.
 */
import { once } from 'node:events';
import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { createBrowser } from '../../test/server/harness.ts';
import { buildOnce } from '../../test/support/electron-stand-in/built.ts';
import { type Desk, noteHeard, refusals, type Session, startTeamAtWork } from '../../test/support/team-desks.ts';
import type { BenchRow, RowOptions } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';

const DESKS = 20;
const WRITES = 40;
const PAGE_MS = 100;
const HEARD_MS = 1_000;
const CLICK_AT_MOST = 1.3;
/** What somebody who works does once in so long. */
const EVERY_MS = 1_000;
/** A person does not click without a pause. */
const BETWEEN_MS = 50;
/** Clicks of one kind before the other kind has its turn: what else the machine does meets both. */
const BLOCK = 25;

const first = { filter: {}, sort: [], offset: 0, limit: 100 };

export const team: BenchRow = {
  name: 'team',
  about:
    'twenty people on one engine over TLS: a page, a click beside nineteen others, a write on every screen, own 429s (real time)',
  run: async ({ size, clicks, seed, say }: RowOptions) => {
    await buildOnce();
    const work = await startTeamAtWork({ desks: DESKS, size, seed, say });
    try {
      const [one, ...rest] = work.desks;
      if (one === undefined) throw new Error('nobody is there');
      const { rows } = Object(await one.call('invoices.page', first));
      const ids: readonly string[] = rows.map((row: unknown) => String(fieldOf(row, 'uuid')));
      const others = new Others(rest, ids);
      const clicker = new Clicker(one.session, ids);
      const [alone, beside]: [number[], number[]] = [[], []];
      while (beside.length < clicks) {
        await clicker.click(alone);
        others.begin();
        await clicker.click(beside);
        await others.rest();
        say(`${beside.length} of ${clicks}`);
      }
      await clicker.close();
      say('writes');
      others.begin();
      const heard: number[] = [];
      for (let write = 0; write < WRITES; write += 1)
        heard.push(...(await noteHeard(work.desks, write % DESKS, ids[write] ?? '')));
      await others.rest();
      const { pages } = others;
      const refused = await refusals(work);
      const told = (of: readonly number[]): string =>
        `p95 ${figure(percentile(of, 0.95), 'ms')} (p50 ${figure(percentile(of, 0.5))}, n ${of.length})`;
      const [page, event] = [percentile(pages, 0.95), percentile(heard, 0.95)];
      const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
      return [
        {
          what: `a page of 100 of ${size} invoices, twenty people`,
          ours: told(pages),
          beside: '–',
          ratio: '–',
          limit: `p95 ≤ ${PAGE_MS} ms`,
          met: page <= PAGE_MS,
        },
        {
          what: 'a note by one until every other screen has heard of it',
          ours: told(heard),
          beside: '–',
          ratio: '–',
          limit: `p95 ≤ ${HEARD_MS} ms`,
          met: event <= HEARD_MS,
        },
        {
          what: 'a click beside nineteen others',
          ours: told(beside),
          beside: `alone ${told(alone)}`,
          ratio: times(percentile(beside, 0.95), percentile(alone, 0.95)),
          limit: `${CLICK_AT_MOST}×`,
          met: ratio <= CLICK_AT_MOST,
        },
        {
          what: 'requests of ours that the API refused as too many',
          ours: String(refused),
          beside: '–',
          ratio: '–',
          limit: '0',
          met: refused === 0,
        },
      ];
    } finally {
      await work.close();
    }
  },
};

interface Clicking {
  readonly session: Session;
  readonly ids: readonly string[];
}

/** Records opened one after the other, in a thread that does nothing else. */
class Clicker {
  readonly #thread: Worker;

  constructor(session: Session, ids: readonly string[]) {
    const clicking: Clicking = { session, ids };
    this.#thread = new Worker(new URL(import.meta.url), { workerData: clicking });
  }

  /** A block of them. */
  async click(took: number[]): Promise<void> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#thread.postMessage(BLOCK);
    const [more]: unknown[] = await once(this.#thread, 'message');
    if (Array.isArray(more)) took.push(...more.map(Number));
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** In the thread: as many as it is told, each timed. */
function clickAsTold({ session: { origin, ca, headers, profile }, ids }: Clicking): void {
  const browser = createBrowser(origin, ca, new Agent({ keepAlive: true, ca }));
  let clicks = 0;
  const click = async (): Promise<number> => {
    const frame = { id: `click-${clicks}`, call: 'invoices.get', input: { ident: ids[clicks % ids.length] }, profile };
    clicks += 1;
    const began = performance.now();
    const { body } = await browser.ask('POST', '/call', headers, JSON.stringify(frame));
    if (fieldOf(JSON.parse(body), 'ok') !== true) throw new Error(body.slice(0, 500));
    return performance.now() - began;
  };
  parentPort?.on('message', (count: number) => {
    void (async () => {
      const took: number[] = [];
      for (; took.length < count; await sleep(BETWEEN_MS)) took.push(await click());
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      parentPort?.postMessage(took);
    })();
  });
}

/** Those beside whom somebody clicks: each asks for a page and a record once a second, at a moment of their own. */
class Others {
  /** How long each page took. */
  readonly pages: number[] = [];
  readonly #desks: readonly Desk[];
  readonly #ids: readonly string[];
  #ending = new AbortController();
  #working: readonly Promise<void>[] = [];

  constructor(desks: readonly Desk[], ids: readonly string[]) {
    this.#desks = desks;
    this.#ids = ids;
  }

  begin(): void {
    this.#ending = new AbortController();
    this.#working = this.#desks.map((desk, at) => this.#work(desk, at, this.#ending.signal));
  }

  /** Once what is under way has ended. */
  async rest(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#working);
  }

  async #work(desk: Desk, at: number, ending: AbortSignal): Promise<void> {
    const wait = (ms: number): Promise<void> =>
      sleep(Math.max(0, ms), undefined, { signal: ending }).catch(() => undefined);
    await wait((at * EVERY_MS) / DESKS);
    for (let deed = at; !ending.aborted; deed += 1) {
      const began = performance.now();
      await desk.call('invoices.page', { ...first, offset: (deed % 5) * 100 });
      this.pages.push(performance.now() - began);
      await desk.call('invoices.get', { ident: this.#ids[deed % this.#ids.length] });
      await wait(EVERY_MS - (performance.now() - began));
    }
  }
}

if (!isMainThread && fieldOf(workerData, 'session') !== undefined) clickAsTold(workerData);
