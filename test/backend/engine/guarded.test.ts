/** While a person waits for the API, pages of the backfill wait with their storing, but not for ever. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lane } from '../../../src/backend/api/endpoints/calls.ts';
import { guardedClient, guardedMirror } from '../../../src/backend/engine/guarded.ts';
import { Passage } from '../../../src/backend/engine/passage.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import type { Clock } from '../../../src/backend/ports.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { success, unwrap } from '../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { anInvoice } from '../../support/records.ts';
import { clientOf } from '../api/fixture.ts';

function passageOf(clock: Clock): Passage {
  return new Passage(
    {
      clock,
      bar: () => null,
      identify: () => Promise.resolve(success('proved')),
      onDifferent: () => undefined,
      onChange: () => undefined,
    },
    false,
  );
}

describe('giving way', () => {
  it('holds nobody when nobody waits in person', async () => {
    const clock = new DiscreteClock();
    const passage = passageOf(clock);
    void passage.attended('check', () => new Promise(() => undefined));
    await clock.run(passage.giveWay());
    expect(clock.monotonic()).toBe(0);
  });

  it('ends with the last person', async () => {
    const clock = new DiscreteClock();
    const passage = passageOf(clock);
    const people = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const { promise } of people) void passage.attended('click', () => promise);
    let isOver = false;
    const pages = Promise.all([passage.giveWay(), passage.giveWay()]).then(() => {
      isOver = true;
    });
    for (const { resolve } of people) {
      expect(isOver).toBe(false);
      resolve();
      // Its answer is stored in the same breath.
      await nextTurn();
      await nextTurn();
    }
    await pages;
    expect([isOver, clock.monotonic(), clock.sleepers]).toEqual([true, 0, 0]);
  });

  it('ends after a second, however many wait', async () => {
    const clock = new DiscreteClock();
    const passage = passageOf(clock);
    void passage.attended('confirm', () => new Promise(() => undefined));
    await clock.run(passage.giveWay());
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
    const passage = passageOf(systemClock);
    const client = guardedClient(
      clientOf(api.baseUrl, systemClock, { key: () => KEY_A }),
      passage,
      { heard: null },
      systemClock,
    );
    const mirror = guardedMirror(noted, passage);
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
