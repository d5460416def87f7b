/** The judge of the gate: what it calls too early, and what it does not. Not here: the gate. */
import { expect, it } from 'vitest';
import type { Outgoing } from '../../../src/backend/api/transport/transport.ts';
import { Journal } from '../journal.ts';
import { GateJudge } from './gate.ts';
import { Verdicts } from './verdicts.ts';

const TOLD = JSON.stringify({ error: { code: 'RATE_LIMITED', details: { retry_after_seconds: 2 } } });
const asked = (): Outgoing => ({ method: 'GET', path: '/api/v1/external/invoices?page=1' });

it('holds a refusal against the key that was refused, and against no other', () => {
  let now = 1_000;
  const verdicts = new Verdicts(new Journal(() => now, false), () => now);
  const judge = new GateJudge(verdicts, () => now, false);
  const refused = asked();
  judge.left(refused, 'one');
  judge.heard(refused, { kind: 'reply', status: 429, headers: {}, body: Buffer.from(TOLD) });
  now += 500;
  judge.left(asked(), 'another');
  expect(verdicts.violations).toEqual([]);
  judge.left(asked(), 'one');
  expect(verdicts.violations).toEqual([
    'gate: GET /api/v1/external/invoices left 1500 ms before the time of a refusal was over',
  ]);
  now += 1_500;
  judge.left(asked(), 'one');
  expect(verdicts.violations).toHaveLength(1);
});

it('holds it against whoever asks again at once each time, and not against what was on its way', () => {
  let now = 1_000;
  const verdicts = new Verdicts(new Journal(() => now, false), () => now);
  const judge = new GateJudge(verdicts, () => now, false);
  for (let tries = 0; tries < 3; tries += 1) {
    const refused = asked();
    judge.left(refused, 'one');
    expect(verdicts.violations).toHaveLength(tries < 2 ? 0 : 1);
    judge.heard(refused, { kind: 'reply', status: 429, headers: {}, body: Buffer.from(TOLD) });
    now += 60;
  }
});

it('holds it against whoever asks for what fails without a pause', () => {
  let now = 1_000;
  const verdicts = new Verdicts(new Journal(() => now, false), () => now);
  const judge = new GateJudge(verdicts, () => now, false);
  const failed = (times: number, everyMs: number): void => {
    for (let tries = 0; tries < times; tries += 1) {
      judge.left(asked(), 'one');
      judge.heard(asked(), { kind: 'reply', status: 500, headers: {}, body: Buffer.from('{}') });
      now += everyMs;
    }
  };
  failed(60, 500);
  expect(verdicts.violations).toEqual([]);
  now += 60_000;
  failed(17, 60);
  expect(verdicts.violations).toEqual([
    'gate: /api/v1/external/invoices has failed and is asked for at once, again and again',
  ]);
});
