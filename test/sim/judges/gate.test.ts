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
