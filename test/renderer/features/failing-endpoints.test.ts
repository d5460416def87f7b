/** What support's Home says of the endpoints that fail: one line a host, most first, and whether it answers again. */
import { describe, expect, it } from 'vitest';
import type { FailureGroup, HostHealth } from '../../../src/contract/calls/desk.ts';
import { answersAgain, endpointsOf } from '../../../src/renderer/features/home/failing-endpoints.tsx';

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
const hours = (...last: readonly (readonly [succeeded: number, failed: number])[]): HostHealth['hours'] => [
  ...Array.from({ length: 24 - last.length }, () => ({ succeeded: 0, failed: 0 })),
  ...last.map(([succeeded, failed]) => ({ succeeded, failed })),
];

describe('endpoints that fail', () => {
  it('are one line a host, with the cause of most of it, the most first', () => {
    const groups = [
      group({ failed: 3, retrying: 1 }),
      group({ host: 'b.example', cause: 'timeout', failed: 2, retrying: 7 }),
      group({ cause: 'server-error', failed: 0, retrying: 6, oldest: '2026-11-23T06:31:00Z' }),
    ];
    expect(endpointsOf(groups, []).map(({ hours: _none, ...rest }) => rest)).toEqual([
      { host: 'a.example', failing: 10, failed: 3, cause: 'server-error', since: '2026-11-23T06:31:00Z' },
      { host: 'b.example', failing: 9, failed: 2, cause: 'timeout', since: '2026-11-22T17:41:00Z' },
    ]);
  });

  it('answer again once nothing failed in the latest hour that saw an attempt', () => {
    expect(answersAgain(hours([0, 9], [4, 0], [0, 0]))).toBe(true);
    expect(answersAgain(hours([4, 0], [9, 1]))).toBe(false);
    expect(answersAgain(hours())).toBe(false);
  });
});
