/** Asking the API for ids one by one: what counts as an answer, what ends it, and that nothing is told after an abort. */
import { expect, test } from 'vitest';
import type { LookupResult } from '../../../src/contract/calls/lookup.ts';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { type Failure, failed, type Result, success } from '../../../src/domain/kernel/failure/failure.ts';
import { askEach, type MissesStanding } from '../../../src/renderer/bridge/hooks/use-misses.ts';

const LIMITED: Failure = { kind: 'rate-limited', retryAfterMs: 60_000 };
const NO_ID: Failure = { kind: 'invalid-input', issues: [{ path: 'external_id', message: 'too long' }] };

function answer(ident: string, asked: LookupResult['asked']): LookupResult {
  return { ident, matches: [], isCut: false, similar: [], asked };
}

/** Asks for the ids at an engine that answers with this. */
async function asking(ids: readonly string[], reply: (id: string) => Result<CallOutput<'lookup.find'>>, ends = false) {
  const told: MissesStanding[] = [];
  const seen: string[] = [];
  const controller = new AbortController();
  const ask = (id: string): Promise<Result<CallOutput<'lookup.find'>>> => {
    seen.push(id);
    if (ends) controller.abort();
    return Promise.resolve(reply(id));
  };
  await askEach(ask, controller.signal, ids, new Map(), (standing) => told.push(standing));
  return { told, seen, last: told.at(-1) };
}

test('every id is asked for alone, and its requests are counted', async () => {
  const { seen, last } = await asking(['order-1', 'order-2'], (id) =>
    success({ results: [answer(id, { requests: 2 })] }),
  );
  expect(seen).toEqual(['order-1', 'order-2']);
  expect(last).toMatchObject({ state: 'done', done: 2, total: 2, requests: 4, failure: undefined });
  expect([...(last?.answers.keys() ?? [])]).toEqual(['order-1', 'order-2']);
});

test('a failure in an answer ends it like a failed call does', async () => {
  const inside = await asking(['order-1', 'order-2'], (id) =>
    success({ results: [answer(id, { requests: 1, failure: LIMITED })] }),
  );
  const outside = await asking(['order-1', 'order-2'], () => failed(LIMITED));
  expect([inside.seen.length, outside.seen.length]).toEqual([1, 1]);
  expect([inside.last?.state, outside.last?.state]).toEqual(['stopped', 'stopped']);
  expect([inside.last?.failure, outside.last?.failure]).toEqual([LIMITED, LIMITED]);
});

test('an id that cannot be asked for does not stop the others', async () => {
  const { seen, last } = await asking(['?', 'order-2'], (id) =>
    success({ results: [answer(id, id === '?' ? { requests: 0, failure: NO_ID } : { requests: 1 })] }),
  );
  expect(seen).toHaveLength(2);
  expect(last).toMatchObject({ state: 'done', failure: undefined });
});

test('nothing is told or asked after an abort', async () => {
  const { told, seen } = await asking(
    ['order-1', 'order-2'],
    (id) => success({ results: [answer(id, { requests: 1 })] }),
    true,
  );
  expect(told.map(({ state }) => state)).toEqual(['running']);
  expect(seen).toHaveLength(1);
});
