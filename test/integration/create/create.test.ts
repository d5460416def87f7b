/**
 * The promise of the create: never two orders, never a false "failed", every field that was sent compared with what the API has. The
 * server's record of requests and of invoices is the judge.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import type { CreateMode } from '../../support/independent-api/options.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const FACTOR = 10;
let api: IndependentApi;
let bench: Bench;
let profile: string;
let orders = 0;

beforeAll(async () => {
  const clock = new FastClock(FACTOR);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 20, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  profile = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, profile);
  await bench.call('sync.pause', {});
});

afterEach(() => {
  Object.assign(api.behaviour, {
    create: 'normal',
    dealsEnabled: true,
    repeatStatus: 200,
    sendDate: true,
    validation: 'coded',
    delayMs: () => 0,
    intercept: () => null,
  });
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

type Input = CallInput<'invoices.create'>;
type Output = CallOutput<'invoices.create'>;

function orderOf(more: Partial<Input> = {}): Input {
  orders += 1;
  return {
    intentId: randomUUID(),
    external_id: `create ${orders} ä/%2F`,
    customer_id: 'c-1',
    amount: '49.9',
    currency: 'EUR',
    ...more,
  };
}

async function create(input: Input): Promise<Output> {
  return bench.call('invoices.create', input);
}

function bodiesOf({ external_id: id }: Input): readonly string[] {
  return api.requests
    .filter(({ method, body }) => method === 'POST' && body.includes(JSON.stringify(id)))
    .map(({ body }) => body);
}

/** Its copy is in the mirror: an answer waits for that no longer than three seconds of its clock, and a busy thread may need more. */
async function copied({ external_id: id }: Pick<Input, 'external_id'>): Promise<void> {
  await until(
    () => bench.call('invoices.page', { filter: { text: id }, offset: 0, limit: 200 }),
    ({ rows }) => rows.some(({ external_id: found }) => found === id),
  );
}

function invoicesOf({ external_id: id }: Input): number {
  return api.business.invoices.filter(({ json }) => json['external_id'] === id).length;
}

describe('one order', () => {
  it('is created with canonical bytes, answered with its record, and in the mirror', async () => {
    const input = orderOf({ purpose: 'Two "chairs" – 1 €' });
    const made = await create(input);
    expect(made).toMatchObject({
      intentId: input.intentId,
      outcome: 'created',
      invoice: { external_id: input.external_id, status: 'pending' },
    });
    expect(made).not.toHaveProperty('differences');
    expect(made.invoice?.payment_url).toContain('https://pay.example/');
    const [body] = bodiesOf(input);
    expect(JSON.parse(body ?? '')).toEqual({
      external_id: input.external_id,
      customer_id: 'c-1',
      amount: '49.90',
      currency: 'EUR',
      purpose: 'Two "chairs" – 1 €',
    });
    await copied(input);
    expect((await bench.call('invoices.get', { ident: made.invoice?.uuid ?? '' })).source).toBe('mirror');
  });

  it('the same intent again answers what is known; with other fields it is refused', async () => {
    const input = orderOf();
    const [first, second] = await Promise.all([create(input), create(input)]);
    const third = await create(input);
    expect([first?.outcome, second?.outcome, third.outcome]).toEqual(['created', 'created', 'created']);
    expect(third.invoice?.uuid).toBe(first?.invoice?.uuid);
    expect(bodiesOf(input)).toHaveLength(1);
    expect(await bench.refused('invoices.create', { ...input, amount: '50' })).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'intentId' }],
    });
    expect(bodiesOf(input)).toHaveLength(1);
  });

  it('of two intents for one external_id at once, one is sent', async () => {
    api.behaviour.delayMs = (seen) => (seen.method === 'POST' ? 80 : 0);
    const input = orderOf();
    const answers = await Promise.all([create(input), create({ ...input, intentId: randomUUID() })]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['created', 'refused']);
    expect(answers.find(({ outcome }) => outcome === 'refused')?.failure).toMatchObject({
      code: 'CREATE_ALREADY_OPEN',
    });
    expect(bodiesOf(input)).toHaveLength(1);
  });

  it.each([
    { amount: '0' },
    { amount: '-1' },
    { amount: '1.001' },
    { amount: '1e3' },
    { amount: '٣' },
    { external_id: '.' },
    { external_id: '..' },
    { callback_url: 'http://shop.example/hook' },
    { currency: 'E' },
    { customer_id: '' },
    { external_id: 'x'.repeat(129) },
    { external_id: 'half \ud800' },
  ])('is refused here before a byte is sent: %j', async (wrong) => {
    const before = api.requests.length;
    expect(await bench.refused('invoices.create', { ...orderOf(), ...wrong })).toMatchObject({ kind: 'invalid-input' });
    expect(api.requests.length).toBe(before);
  });
});

describe('an order that is there already', () => {
  it.each([200, 201])('is "existing", with what was not applied (status %i)', async (repeatStatus) => {
    const input = orderOf({ purpose: 'first', callback_url: 'https://shop.example/one' });
    await create(input);
    api.behaviour.repeatStatus = repeatStatus;
    // An order of the same second may be our own; this one is older.
    bench.clock.skip(60_000);
    const again = await create({
      ...input,
      intentId: randomUUID(),
      purpose: 'second',
      callback_url: 'https://shop.example/two',
      customer_id: 'c-2',
    });
    expect(again.outcome).toBe('existing');
    expect(again.differences).toEqual([
      { field: 'customer_id', sent: 'c-2', found: 'c-1' },
      { field: 'purpose', sent: 'second', found: 'first' },
      { field: 'callback_url', sent: 'https://shop.example/two', found: 'https://shop.example/one' },
    ]);
    expect(invoicesOf(input)).toBe(1);
  });

  it('with another amount, or ended, is a conflict that shows the present invoice', async () => {
    const input = orderOf();
    const made = await create(input);
    const other = await create({ ...input, intentId: randomUUID(), amount: '50.00' });
    expect(other).toMatchObject({
      outcome: 'conflict',
      failure: { kind: 'rejected', code: 'INVOICE_ALREADY_EXISTS', details: { status: 'pending' } },
      invoice: { uuid: made.invoice?.uuid },
    });
    expect(other.differences).toContainEqual({ field: 'amount', sent: '50.00', found: '49.90' });
    api.finish(made.invoice?.uuid ?? '', 'expired');
    const ended = await create({ ...input, intentId: randomUUID() });
    expect(ended).toMatchObject({ outcome: 'conflict', failure: { details: { status: 'expired' } } });
    expect(invoicesOf(input)).toBe(1);
  });
});

describe('an answer that is lost', () => {
  const MODES = [
    'drop-before',
    'process-then-drop',
    'process-then-500',
    'drop-then-409',
    'drop-then-unpaid-cap',
  ] as const satisfies readonly CreateMode[];

  it('ends as created, once, with the same bytes in every try', async () => {
    const runs = MODES.map((mode) => {
      const input = orderOf({ external_id: `${mode} ${randomUUID().slice(0, 8)}` });
      api.behaviour.createOf.set(input.external_id, mode);
      return { mode, input };
    });
    const answers = await Promise.all(runs.map(({ input }) => create(input)));
    for (const [index, { mode, input }] of runs.entries()) {
      expect({ mode, outcome: answers[index]?.outcome, count: invoicesOf(input) }).toEqual({
        mode,
        outcome: 'created',
        count: 1,
      });
      expect(new Set(bodiesOf(input)).size).toBe(1);
      expect(bodiesOf(input).length).toBeLessThanOrEqual(4);
    }
  });

  it('for ever: unknown, never refused; asked again it is still the recorded answer', async () => {
    const input = orderOf();
    api.behaviour.intercept = ({ method, path }) => (method === 'POST' || path.includes('create') ? 'drop' : null);
    const answer = await create(input);
    api.behaviour.intercept = () => null;
    expect(answer).toMatchObject({ outcome: 'unknown' });
    expect((await create(input)).outcome).toBe('unknown');
    expect(bodiesOf(input).length).toBeLessThanOrEqual(4);
    // So many failures in a row close the way for a while.
    bench.clock.skip(130_000);
  });
});

describe('an order of the same moment that is not as it was sent', () => {
  it('is "existing" with every field named, never silently "created"', async () => {
    const input = orderOf({ purpose: 'ours', callback_url: 'https://shop.example/ours' });
    api.behaviour.createOf.set(input.external_id, 'other-fields');
    const answer = await create(input);
    expect(answer.outcome).toBe('existing');
    expect(answer.differences?.map(({ field }) => field)).toEqual(['customer_id', 'purpose', 'callback_url']);
  });

  it('is not taken from an answer about another invoice', async () => {
    const input = orderOf();
    api.behaviour.createOf.set(input.external_id, 'wrong-answer');
    const answer = await create(input);
    expect(answer).toMatchObject({ outcome: 'created', invoice: { external_id: input.external_id } });
    expect(new Set(bodiesOf(input)).size).toBe(1);
  });
});

describe('what became of a create', () => {
  it('is in the books: order, bytes, outcome; an id that nobody used is not found', async () => {
    const input = orderOf({ purpose: 'kept' });
    await create(input);
    const record = await bench.call('creates.get', { intentId: input.intentId });
    expect(record).toMatchObject({
      state: 'ended',
      outcome: 'created',
      order: { external_id: input.external_id, amount: '49.90', purpose: 'kept' },
      invoice: { external_id: input.external_id },
    });
    expect(record.body).toBe(bodiesOf(input)[0]);
    expect(await bench.refused('creates.get', { intentId: randomUUID() })).toMatchObject({ kind: 'not-found' });
  });

  it('stays unknown while a late copy may come, and is known once somebody looks again', async () => {
    const input = orderOf();
    api.behaviour.createOf.set(input.external_id, 'late-then-unpaid-cap');
    // So late that none of the looks before meets it, however slow they are.
    api.behaviour.lateMs = 600_000;
    const answer = await create(input);
    expect(answer).toMatchObject({ outcome: 'unknown', failure: { code: 'TOO_MANY_UNPAID_INVOICES' } });
    expect((await bench.call('creates.unresolved', {})).creates).toContainEqual(
      expect.objectContaining({ intentId: input.intentId, externalId: input.external_id, outcome: 'unknown' }),
    );
    expect((await bench.call('overview.attention', {})).items).toContainEqual(
      expect.objectContaining({ kind: 'create-unresolved', oldest: expect.any(String) }),
    );
    const sent = bodiesOf(input).length;
    expect((await bench.call('creates.lookAgain', { intentId: input.intentId })).outcome).toBe('unknown');
    api.behaviour.intercept = ({ method }) => (method === 'GET' ? { status: 400, body: '' } : null);
    const unlooked = await bench.refused('creates.lookAgain', { intentId: input.intentId });
    expect(unlooked).toMatchObject({ status: 400 });
    api.behaviour.intercept = () => null;
    expect(await bench.call('creates.get', { intentId: input.intentId })).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'TOO_MANY_UNPAID_INVOICES' },
    });
    bench.clock.skip(610_000);
    await until(
      () => invoicesOf(input),
      (count) => count === 1,
    );
    expect(await bench.call('creates.lookAgain', { intentId: input.intentId })).toMatchObject({
      outcome: 'created',
      invoice: { external_id: input.external_id },
    });
    expect((await create(input)).outcome).toBe('created');
    expect(bodiesOf(input)).toHaveLength(sent);
  });
});

describe('an id for an order', () => {
  it('is free only when the API has none, and is counted up to the next free one', async () => {
    const input = orderOf();
    const { external_id: externalId } = input;
    expect(await bench.call('invoices.checkId', { externalId })).toMatchObject({ state: 'unseen', source: 'mirror' });
    expect(await bench.call('invoices.checkId', { externalId, ask: true })).toMatchObject({
      state: 'free',
      source: 'api',
    });
    await create(input);
    await copied(input);
    const taken = await bench.call('invoices.checkId', { externalId, ask: true });
    expect(taken).toMatchObject({ state: 'taken', source: 'mirror', invoice: { external_id: externalId } });
    api.order({ externalId: `${externalId}-r2` });
    expect(await bench.call('invoices.proposeId', { externalId })).toMatchObject({
      proposal: { externalId: `${externalId}-r3`, state: 'free' },
    });
    api.behaviour.intercept = ({ method }) => (method === 'GET' ? { status: 404, body: '<html>no</html>' } : null);
    expect(await bench.call('invoices.proposeId', { externalId: 'never seen' })).toEqual({});
    api.behaviour.intercept = () => null;
  });
});

describe('a closed invoice', () => {
  it('is made again under a new id, never while it is pending, and both know of each other', async () => {
    const input = orderOf({ purpose: 'again' });
    const { invoice } = await create(input);
    const uuid = invoice?.uuid ?? '';
    expect(await bench.call('invoices.recreation', { uuid })).toMatchObject({ verdict: 'pending' });
    const second = { ...input, intentId: randomUUID(), external_id: `${input.external_id}-r2`, recreatedFrom: uuid };
    expect(await bench.refused('invoices.create', second)).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'recreatedFrom' }],
    });
    expect(bodiesOf(second)).toHaveLength(0);
    api.finish(uuid, 'expired');
    const recreation = await bench.call('invoices.recreation', { uuid });
    expect(recreation).toMatchObject({
      verdict: 'allowed',
      invoice: { status: 'expired' },
      proposal: { externalId: second.external_id, state: 'free' },
      sentBefore: { purpose: 'again', amount: '49.90' },
    });
    const made = await create(second);
    expect(made.outcome).toBe('created');
    const next = made.invoice?.uuid ?? '';
    expect(await bench.call('invoices.lineage', { uuid: next })).toEqual({
      createdFrom: { uuid, externalId: input.external_id },
      createdAgainAs: [],
    });
    expect(await bench.call('invoices.lineage', { uuid })).toEqual({
      createdAgainAs: [{ uuid: next, externalId: second.external_id }],
    });
  });
});

describe('what the API refuses', () => {
  it('FAULT-35: DEALS_DISABLED stops creating and nothing else', async () => {
    api.behaviour.dealsEnabled = false;
    expect(await create(orderOf())).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'rejected', code: 'DEALS_DISABLED', status: 403 },
    });
    expect(
      (await bench.call('invoices.get', { ident: api.invoice(api.business.invoices[3]?.uuid ?? '').uuid, fresh: true }))
        .source,
    ).toBe('api');
    expect((await bench.call('sync.status', {})).state).not.toBe('stopped');
    api.behaviour.dealsEnabled = true;
    expect((await create(orderOf())).outcome).toBe('created');
  });

  it.each(['coded', 'detail'] as const)('a 422 in the %s shape names the field', async (validation) => {
    api.behaviour.validation = validation;
    api.behaviour.intercept = ({ method }) =>
      method !== 'POST'
        ? null
        : validation === 'coded'
          ? {
              status: 422,
              body: {
                success: false,
                error: { code: 'VALIDATION_ERROR', message: 'no', details: { currency: ['not active'] } },
              },
            }
          : { status: 422, body: { detail: [{ loc: ['body', 'currency'], msg: 'not active', type: 'value_error' }] } };
    const input = orderOf();
    const answer = await create(input);
    api.behaviour.intercept = () => null;
    expect(answer).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'rejected', code: 'VALIDATION_ERROR', status: 422, details: { currency: ['not active'] } },
    });
    expect(bodiesOf(input)).toHaveLength(1);
  });

  it('an unknown code is shown raw and never tried again', async () => {
    api.behaviour.intercept = ({ method }) =>
      method === 'POST'
        ? { status: 409, body: { success: false, error: { code: 'MOON_IN_WRONG_PHASE', message: 'wait' } } }
        : null;
    const input = orderOf();
    const answer = await create(input);
    api.behaviour.intercept = () => null;
    expect(answer).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'rejected', code: 'MOON_IN_WRONG_PHASE', message: 'wait' },
    });
    expect(bodiesOf(input)).toHaveLength(1);
  });

  it('a redirect is not followed and counts as not answered', async () => {
    const other = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 0 }] });
    api.behaviour.intercept = ({ method, path }) =>
      method === 'POST' ? { status: 307, headers: { location: `${other.baseUrl}/api/v1${path}` }, body: {} } : null;
    const input = orderOf();
    const answer = await create(input);
    api.behaviour.intercept = () => null;
    expect(answer.outcome).toBe('unknown');
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe('whose an order is', () => {
  it('is its own although the API tells no time and this computer is an hour ahead', async () => {
    api.behaviour.sendDate = false;
    bench.clock.wallOffset = 3_600_000;
    try {
      expect(await create(orderOf())).toMatchObject({ outcome: 'created' });
    } finally {
      bench.clock.wallOffset = 0;
    }
  });

  it('has its intent to itself while it is under way: the same again shares its end, another order is refused', async () => {
    const input = orderOf();
    api.behaviour.delayMs = ({ method }) => (method === 'POST' ? 300 : 0);
    const [first, again, other] = await Promise.all([
      create(input),
      create(input),
      bench.refused('invoices.create', { ...input, amount: '50' }),
    ]);
    expect([first.outcome, again.outcome]).toEqual(['created', 'created']);
    expect(other).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'intentId' }] });
    expect(bodiesOf(input)).toHaveLength(1);
  });
});
