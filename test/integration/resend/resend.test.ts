/**
 * The promise of the resend: at most one POST for an intent, whatever becomes of its answer, and a named end for each. The server's
 * record of requests is the judge; the minute of evidence is compressed to seconds. Deaths of the process: crash.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import type { ResendMode } from '../../support/independent-api/options.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { StoredInvoice } from '../../support/independent-api/world.ts';
import { addProfile, type Bench, frameOf, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

/** A minute in four seconds. An answer may come before the end does, which is what is judged: `sentTo` waits for it. */
const FACTOR = 15;

let api: IndependentApi;
let bench: Bench;
let clock: FastClock;
let profile: string;
let used = 0;

beforeAll(async () => {
  clock = new FastClock(FACTOR);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 240, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  profile = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, profile);
  await bench.call('sync.pause', {});
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

afterEach(() => {
  api.behaviour.resend = 'normal';
  api.behaviour.resendStatus = 200;
  api.behaviour.delayMs = () => 0;
});

/** Invoices on which a test sends more than one intent on purpose. */
const limitOf = new Map<string, number>();

/** An invoice that no other test has touched, whose delivery failed, so that nothing has to be confirmed. */
function fresh(status = 'failed'): StoredInvoice {
  for (;;) {
    const invoice = api.business.invoices[used];
    used += 1;
    if (invoice === undefined) throw new Error('no invoices left');
    if (invoice.deliveries[0]?.['status'] === status) return invoice;
  }
}

function postsTo({ uuid }: StoredInvoice): number {
  return api.count('POST', new RegExp(`/${uuid}/resend-webhook$`));
}

type Report = CallOutput<'deliveries.resend'>;

async function resend(invoice: StoredInvoice, intentId: string, confirmed?: boolean): Promise<Report> {
  return bench.call('deliveries.resend', {
    invoiceUuid: invoice.uuid,
    intentId,
    ...(confirmed === undefined ? {} : { confirmed }),
  });
}

/** The report when it has come to its end, or when a person is asked. */
async function ended(intentId: string): Promise<Report> {
  return until(
    () => bench.call('resends.get', { intentId }),
    ({ outcome }) => outcome !== 'waiting' && outcome !== 'resolving',
  );
}

async function sentTo(invoice: StoredInvoice, intentId: string, confirmed?: boolean): Promise<Report> {
  await resend(invoice, intentId, confirmed);
  return ended(intentId);
}

describe('an answer that arrives', () => {
  it.each([200, 201, 202, 204 + 2])('is confirmed, with status %i, and is read back', async (status) => {
    api.behaviour.resendStatus = status;
    const invoice = fresh();
    const intentId = randomUUID();
    const report = await resend(invoice, intentId);
    expect(report).toMatchObject({ intentId, invoiceUuid: invoice.uuid });
    expect(await ended(intentId)).toMatchObject({ outcome: 'confirmed' });
    const read = await until(
      () => bench.call('resends.get', { intentId }),
      ({ evidence }) => evidence?.facts.some((fact) => fact.startsWith('Read back')) === true,
    );
    expect(read.evidence?.reads).toBeGreaterThan(0);
    expect(postsTo(invoice)).toBe(1);
  });

  it('the same frame again, at once and later, answers what is known and sends nothing', async () => {
    const invoice = fresh();
    const intentId = randomUUID();
    api.behaviour.delayMs = (seen) => (seen.method === 'POST' ? 60 : 0);
    const answers = await Promise.all([1, 2, 3, 4].map(() => resend(invoice, intentId)));
    expect(new Set(answers.map((answer) => answer.intentId))).toEqual(new Set([intentId]));
    await ended(intentId);
    // What has ended is answered from the books.
    expect((await resend(invoice, intentId)).outcome).toBe('confirmed');
    expect((await resend(invoice, intentId, true)).outcome).toBe('confirmed');
    expect(postsTo(invoice)).toBe(1);
  });

  it('of two intents at once one is sent; the other is refused with the open id', async () => {
    const invoice = fresh();
    const intents = [randomUUID(), randomUUID(), randomUUID()];
    api.behaviour.delayMs = (seen) => (seen.method === 'POST' ? 100 : 0);
    const answers = await Promise.all(intents.map((intentId) => resend(invoice, intentId)));
    expect(answers).toHaveLength(3);
    const ends = await Promise.all(intents.map(ended));
    const refused = ends.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toHaveLength(2);
    const winner = intents.find((intentId) => !refused.some((report) => report.intentId === intentId));
    for (const { failure } of refused) {
      expect(failure).toMatchObject({
        kind: 'rejected',
        code: 'RESEND_ALREADY_OPEN',
        details: { openIntentId: winner },
      });
    }
    expect(postsTo(invoice)).toBe(1);
  });

  it('the spelling of the uuid makes no second intent', async () => {
    const invoice = fresh();
    api.behaviour.delayMs = (seen) => (seen.method === 'POST' ? 100 : 0);
    const [lower, upper] = await Promise.all([
      resend(invoice, randomUUID()),
      bench.call('deliveries.resend', { invoiceUuid: invoice.uuid.toUpperCase(), intentId: randomUUID() }),
    ]);
    const ends = await Promise.all([ended(lower?.intentId ?? ''), ended(upper?.intentId ?? '')]);
    expect(ends.map(({ outcome }) => outcome).sort()).toEqual(['confirmed', 'refused']);
    expect(
      api.requests.filter(({ method, path }) => method === 'POST' && path.toLowerCase().includes(invoice.uuid)),
    ).toHaveLength(1);
  });
});

// Together, since each of them is a minute of waiting.
describe.concurrent('FAULT-2: an answer that is lost', () => {
  const MODES: Readonly<Record<Exclude<ResendMode, 'normal'>, readonly string[]>> = {
    'drop-before': ['not-observed'],
    'process-then-drop': ['occurred'],
    'process-then-500': ['occurred'],
    'process-then-html': ['occurred'],
    'process-then-truncated': ['occurred'],
    'process-late': ['occurred'],
    'process-and-dashboard': ['occurred-maybe-others'],
    'system-retry-instead': ['inconclusive'],
    'wrong-answer': ['occurred'],
  };

  it.each([false, true])(
    'is resolved by reading and never sent again (a new delivery for each resend: %s)',
    async (newDelivery) => {
      const runs = Object.entries(MODES).map(([mode, outcomes]) => {
        const invoice = fresh();
        if (newDelivery) api.behaviour.newDeliveryFor.add(invoice.uuid);
        const known = Object.keys(MODES).find((name): name is Exclude<ResendMode, 'normal'> => name === mode);
        if (known !== undefined) api.behaviour.resendOf.set(invoice.uuid, known);
        return { mode, outcomes, invoice, intentId: randomUUID() };
      });
      const answers = await Promise.all(runs.map(({ invoice, intentId }) => resend(invoice, intentId)));
      // Nobody waits the minute that it takes to find out that nothing was carried out.
      const open = answers.filter(({ outcome }) => outcome === 'resolving' || outcome === 'waiting');
      expect(open.length).toBeGreaterThan(0);
      // The caller repeats its frame while the fate is open: nothing is sent.
      await Promise.all(runs.map(({ invoice, intentId }) => resend(invoice, intentId, true)));
      for (const { mode, outcomes, invoice, intentId } of runs) {
        const report = await ended(intentId);
        const expected = newDelivery && mode === 'process-and-dashboard' ? [...outcomes, 'occurred'] : outcomes;
        expect(expected, mode).toContain(report.outcome);
        expect(report.evidence?.facts.length, mode).toBeGreaterThan(0);
        expect(report.evidence?.reads, mode).toBeGreaterThan(0);
        expect(postsTo(invoice), mode).toBe(1);
      }
    },
  );

  it('a second intent while the fate is open is refused; afterwards it needs a confirmation', async () => {
    const invoice = fresh();
    api.behaviour.resendOf.set(invoice.uuid, 'drop-before');
    limitOf.set(invoice.uuid, 2);
    const first = randomUUID();
    await resend(invoice, first);
    const second = randomUUID();
    await resend(invoice, second);
    expect(await ended(second)).toMatchObject({
      outcome: 'refused',
      failure: { code: 'RESEND_ALREADY_OPEN', details: { openIntentId: first } },
    });
    expect((await ended(first)).outcome).toBe('not-observed');
    api.behaviour.resendOf.set(invoice.uuid, 'normal');
    const third = randomUUID();
    expect(await sentTo(invoice, third)).toMatchObject({ outcome: 'needs-confirmation', warning: 'unresolved-before' });
    expect(postsTo(invoice)).toBe(1);
    expect(await resend(invoice, third, true)).toMatchObject({ intentId: third });
    expect((await ended(third)).outcome).toBe('confirmed');
    expect(postsTo(invoice)).toBe(2);
    const { resends } = await bench.call('resends.ofInvoice', { invoiceUuid: invoice.uuid });
    expect(resends.map(({ intentId }) => intentId)).toEqual([third, first]);
  });
});

describe('an answer that is lost for long', () => {
  it('FAULT-3: what is applied five minutes later is still found, and the outcome put right', async () => {
    const invoice = fresh();
    api.behaviour.lateMs = 200_000;
    api.behaviour.resendOf.set(invoice.uuid, 'process-late');
    const intentId = randomUUID();
    await resend(invoice, intentId);
    expect((await ended(intentId)).outcome).toBe('not-observed');
    clock.skip(240_000);
    const found = await until(
      () => bench.call('resends.get', { intentId }),
      ({ outcome }) => outcome === 'occurred',
    );
    expect(found.evidence?.facts).toContain('Found on a later look.');
    expect(postsTo(invoice)).toBe(1);
    api.behaviour.lateMs = 40_000;
  });
});

describe('what a resend asks or refuses first', () => {
  it('a delivered webhook needs a confirmation; the same intent is then sent, once', async () => {
    const invoice = fresh('delivered');
    const intentId = randomUUID();
    expect(await sentTo(invoice, intentId)).toMatchObject({
      outcome: 'needs-confirmation',
      warning: 'already-delivered',
    });
    expect(await sentTo(invoice, intentId)).toMatchObject({ outcome: 'needs-confirmation' });
    expect(await bench.call('resends.get', { intentId })).toMatchObject({ outcome: 'needs-confirmation' });
    expect(postsTo(invoice)).toBe(0);
    expect((await sentTo(invoice, intentId, true)).outcome).toBe('confirmed');
    await resend(invoice, intentId, true);
    expect(postsTo(invoice)).toBe(1);
  });

  it('a queued retry within the minute is offered to wait for', async () => {
    const invoice = fresh();
    const [delivery] = invoice.deliveries;
    Object.assign(delivery ?? {}, {
      status: 'pending',
      next_attempt_at: new Date(clock.world() + 50_000).toISOString(),
    });
    expect(await sentTo(invoice, randomUUID())).toMatchObject({
      outcome: 'needs-confirmation',
      warning: 'retries-by-itself-soon',
    });
    expect(postsTo(invoice)).toBe(0);
  });

  it('in flight: the reason of the API, nothing is sent', async () => {
    const invoice = fresh();
    Object.assign(invoice.deliveries[0] ?? {}, { status: 'delivering' });
    expect(await sentTo(invoice, randomUUID())).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'rejected', code: 'WEBHOOK_NOT_RESENDABLE', status: 409 },
    });
    expect(postsTo(invoice)).toBe(0);
  });

  it('no delivery yet, and no such invoice', async () => {
    const order = api.order();
    expect(await sentTo(order, randomUUID())).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'rejected', code: 'WEBHOOK_NOT_FOUND', status: 404 },
    });
    const intentId = randomUUID();
    const nobody = { ...order, uuid: '00000000-0000-4000-8000-000000000000' };
    expect(await sentTo(nobody, intentId)).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'not-found', code: 'MERCHANT_INVOICE_NOT_FOUND' },
    });
    expect(api.count('POST', /00000000-0000-4000-8000-000000000000/)).toBe(0);
  });

  it('too soon: with the milliseconds to wait', async () => {
    const invoice = fresh();
    limitOf.set(invoice.uuid, 2);
    const first = randomUUID();
    await sentTo(invoice, first);
    api.behaviour.resendIntervalSeconds = 90;
    const report = await sentTo(invoice, randomUUID(), true);
    api.behaviour.resendIntervalSeconds = 0;
    expect(report).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'rejected', code: 'WEBHOOK_RESEND_TOO_SOON', status: 429 },
    });
    expect(report.failure).toHaveProperty('retryAfterMs');
    expect(invoice.executed).toBe(1);
  });

  it('an id that is no uuid is an invalid input, and no request', async () => {
    const before = api.requests.length;
    for (const invoiceUuid of ['order 22', '..', 'a/b']) {
      expect(await bench.refused('deliveries.resend', { invoiceUuid, intentId: randomUUID() })).toMatchObject({
        kind: 'invalid-input',
      });
    }
    expect(api.requests.length).toBe(before);
  });

  it('an intent of another profile is not answered for, and is no bug', async () => {
    const other = await startIndependentApi({
      businesses: [{ key: 'another-key-0123456789', invoices: 20 }],
      now: () => clock.world(),
    });
    const second = await addProfile(bench, other.baseUrl, 'another-key-0123456789');
    const invoice = fresh();
    const intentId = randomUUID();
    await sentTo(invoice, intentId);
    const target = other.business.invoices.find(({ deliveries }) => deliveries[0]?.['status'] === 'failed');
    const failure = await bench.refused('deliveries.resend', { invoiceUuid: target?.uuid ?? '', intentId }, second);
    expect(failure).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'intentId' }] });
    expect(await bench.refused('resends.get', { intentId }, second)).toMatchObject({ kind: 'not-found' });
    expect(other.count('POST', /./)).toBe(0);
    await bench.call('profiles.forget', { id: second, mirror: true, books: true });
    await other.close();
  });
});

describe('windows that close', () => {
  it('a resend goes on when its window is gone and when its frame is cancelled', async () => {
    const invoice = fresh();
    const intentId = randomUUID();
    api.behaviour.delayMs = (seen) => (seen.method === 'POST' ? 60 : 0);
    const frame = frameOf('deliveries.resend', { invoiceUuid: invoice.uuid, intentId }, profile);
    const answer = bench.app.dispatch(frame, 'short-lived window');
    await bench.app.dispatch({ cancel: frame['id'] }, 'short-lived window');
    bench.app.closeClient('short-lived window');
    expect(await answer).toMatchObject({ ok: true });
    expect((await ended(intentId)).outcome).toBe('confirmed');
    expect(postsTo(invoice)).toBe(1);
  });

  it('each resend is in the activity log once for each thing that was learned', async () => {
    const invoice = fresh();
    const intentId = randomUUID();
    await resend(invoice, intentId);
    await until(
      () => bench.call('resends.get', { intentId }),
      ({ evidence }) => (evidence?.reads ?? 0) > 0,
    );
    const changes = bench.events.filter(
      ({ event, data }) => event === 'resend.changed' && JSON.stringify(data).includes(intentId),
    );
    expect(changes.length).toBeGreaterThan(1);
  });
});

it('no invoice of all these tests was sent more often than it had intents', () => {
  const tooMany = api.business.invoices.filter((invoice) => postsTo(invoice) > (limitOf.get(invoice.uuid) ?? 1));
  expect(tooMany).toEqual([]);
});
