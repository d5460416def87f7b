/** While a person waits for the API, pages of the backfill wait with their storing, but not for ever. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lane } from '../../../src/backend/api/calls.ts';
import { Courtesy, courteous } from '../../../src/backend/engine/courtesy.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { openInProcess } from '../../../src/backend/workers/in-process.ts';
import { unwrap } from '../../../src/domain/failure.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { anInvoice } from '../../support/records.ts';
import { clientOf } from '../api/fixture.ts';

describe('courtesy', () => {
  it('holds nobody when nobody waits', async () => {
    const clock = new DiscreteClock();
    await clock.run(new Courtesy(clock).yield());
    expect(clock.monotonic()).toBe(0);
  });

  it('ends with the last person', async () => {
    const clock = new DiscreteClock();
    const courtesy = new Courtesy(clock);
    const ends = [courtesy.begin(), courtesy.begin()];
    const pages = Promise.all([courtesy.yield(), courtesy.yield()]);
    for (const [index, end] of ends.entries()) void clock.sleep(100 * (index + 1)).then(end);
    await clock.run(pages);
    expect(clock.monotonic()).toBe(200);
    expect(clock.sleepers).toBe(0);
  });

  it('ends after a second, however many wait', async () => {
    const clock = new DiscreteClock();
    const courtesy = new Courtesy(clock);
    courtesy.begin();
    await clock.run(courtesy.yield());
    expect(clock.monotonic()).toBe(1_000);
  });
});

describe('a page that comes while somebody waits', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  /** A read in the lane, stored when it comes; and a page that is there before the answer. What was stored, in order. */
  async function race(lane: Lane): Promise<readonly string[]> {
    const api = await startIndependentApi();
    const folder = mkdtempSync(join(tmpdir(), 'merchant-console-courtesy-'));
    const store = openInProcess(folder);
    const inner = store.mirror('p1');
    const order: string[] = [];
    const noted: Mirror = {
      read: inner.read,
      write: (name, input) => {
        if ('records' in input) order.push(input.records.length === 1 ? 'the record' : 'the page');
        return inner.write(name, input);
      },
    };
    const { client, mirror } = courteous(
      { client: clientOf(api.baseUrl, systemClock, { key: () => KEY_A }), mirror: noted },
      systemClock,
    );
    undo.push(
      () => rmSync(folder, { recursive: true, force: true }),
      () => store.close(),
      () => api.close(),
      () => client.close(),
    );
    const arrived = new Promise<void>((resolve) => {
      api.behaviour.delayMs = () => {
        resolve();
        return 100;
      };
    });
    const facts = { quarantined: [], asOf: '2026-11-21T12:00:00Z', source: 'test', pass: null };
    const [first] = api.business.invoices;
    const person = client.getInvoice(first?.uuid ?? '', { lane }).then(async (result) => {
      await mirror.write('invoices.store', { ...facts, records: [unwrap(result).value] });
    });
    await arrived;
    const records = Array.from({ length: 50 }, (_, index) =>
      anInvoice({ uuid: `0f0e0d0c-0000-4000-8000-${String(index).padStart(12, '0')}` }),
    );
    await Promise.all([person, mirror.write('invoices.store', { ...facts, records })]);
    return order;
  }

  it('is stored after the record', async () => {
    expect(await race('click')).toEqual(['the record', 'the page']);
  });

  it('is stored at once when only the check waits', async () => {
    expect(await race('check')).toEqual(['the page', 'the record']);
  });
});
