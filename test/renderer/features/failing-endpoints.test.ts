/** What support's Home says of the endpoints that fail: one line a host, most first, with how it answers. */
import { describe, expect, it } from 'vitest';
import { type FailureGroup, type HostHealth } from '../../../src/domain/webhooks/delivery-list.ts';

import { endpointsOf } from '../../../src/renderer/features/home/support.tsx';

const group = (fields: Partial<FailureGroup>): FailureGroup => ({
  host: 'a.example',
  cause: 'refused',
  failed: 1,
  retrying: 0,
  atRisk: 0,
  httpCode: null,
  netUsdt: '0',
  failingSince: null,
  answers: null,
  oldest: '2026-11-22T17:41:00Z',
  newest: null,
  newestFailure: null,
  acknowledged: null,
  since: 0,
  ...fields,
});
const health = (fields: Partial<HostHealth>): HostHealth => ({
  host: '',
  deliveries: 0,
  attempts: 0,
  succeeded: 0,
  p50Ms: null,
  p95Ms: null,
  slow: 0,
  causes: [],
  elsewhere: 0,
  lastAttemptAt: null,
  hours: [],
  answers: null,
  ...fields,
});
const REFUSING: FailureGroup['answers'] = {
  isAnswering: false,
  since: '2026-11-22T17:41:00.000000000Z',
  cause: 'refused',
  lastSuccessAt: null,
  lastFailureAt: '2026-11-23T06:00:00.000000000Z',
};

describe('endpoints that fail', () => {
  it('are one line a host, with how it answers now and hour by hour, the most first', () => {
    const hours = Array.from({ length: 24 }, (_, at) => ({ succeeded: at, failed: 0 }));
    const groups = [
      group({ failed: 3, retrying: 1, answers: REFUSING }),
      group({ host: 'b.example', cause: 'timeout', failed: 2, retrying: 7 }),
      group({ cause: 'server-error', failed: 0, retrying: 6, answers: REFUSING }),
    ];
    expect(endpointsOf(groups, [health({ host: 'b.example', hours })])).toEqual([
      { host: 'a.example', failing: 10, failed: 3, answers: REFUSING, hours: [] },
      { host: 'b.example', failing: 9, failed: 2, answers: null, hours },
    ]);
  });
});
