/** Which changes are late: every kind, what is none, and logs that do not say the status. */
import { describe, expect, it } from 'vitest';
import {
  isFinalStatus,
  lateChanges,
  lateKindOf,
  type LateKind,
  type Observed,
} from '../../../src/domain/records/observation.ts';

function observed(field: string, before: string | null, after: string | null, more: Partial<Observed> = {}): Observed {
  const at = '2026-11-21T10:00:00Z';
  return { list: 'invoices', recordUuid: 'i1', field, before, after, at, statusBefore: 'success', ...more };
}

describe('lateKindOf', () => {
  const W = { list: 'withdrawals', statusBefore: 'approved' } as const;
  const TABLE: readonly (readonly [Observed, LateKind | null])[] = [
    [observed('status', 'success', 'fail'), 'status-changed'],
    [observed('status', 'expired', 'success', { statusBefore: 'expired' }), 'status-changed'],
    [observed('status', 'pending', 'success', { statusBefore: 'pending' }), null],
    [observed('settled_amount_usdt', '93.10', '81.37'), 'settled-changed'],
    [observed('settled_amount_usdt', null, '81.37'), 'settled-changed'],
    [observed('settled_amount_usdt', '81.37', '81.3700'), null],
    [observed('settled_amount_usdt', null, '81.37', { statusBefore: 'pending' }), null],
    [observed('is_adjusted', 'false', 'true'), 'adjusted-later'],
    [observed('adjustment.actual_amount_fiat', null, '80.00'), 'adjusted-later'],
    [observed('amount', '100.00', '100'), null],
    [observed('amount', '100.00', '90.00'), 'amount-changed'],
    [observed('rate', '1.08', '1.09'), 'amount-changed'],
    [observed('finished_at', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.250Z'), null],
    [observed('finished_at', '2026-11-20T10:00:00Z', '2026-12-01T10:00:00Z'), 'dated-again'],
    [observed('finished_at', null, '2026-12-01T10:00:00Z'), null],
    [observed('purpose', 'a', 'b'), null],
    [observed('extra.settled_amount_usdt', '1', '2'), null],
    [observed('settled_amount_usdt', '1', '2', { statusBefore: null }), null],
    [observed('settled_amount_usdt', '1', '2', { statusBefore: 'odd' }), null],
    [observed('status', 'approved', 'rejected', W), 'status-changed'],
    [observed('amount', '5', '6', W), 'amount-changed'],
    [observed('is_adjusted', 'false', 'true', W), null],
    [observed('tx_hash', null, '0xabc', W), null],
    [observed('processed_at', '2026-11-20T10:00:00Z', '2026-11-22T10:00:00Z', W), 'dated-again'],
    [observed('status', 'delivered', 'failed', { list: 'deliveries', statusBefore: 'delivered' }), null],
  ];

  it.each(TABLE)('%j', (change, kind) => {
    expect(lateKindOf(change)).toBe(kind);
  });

  it('knows the final words of each list', () => {
    const final = (['invoices', 'withdrawals', 'deliveries'] as const).map((list) =>
      ['pending', 'success', 'fail', 'expired', 'canceled', 'approved', 'rejected', 'delivered', 'x'].filter((status) =>
        isFinalStatus(list, status),
      ),
    );
    expect(final).toEqual([['success', 'fail', 'expired', 'canceled'], ['approved', 'rejected'], []]);
  });
});

describe('lateChanges', () => {
  it('takes the status from the log where an entry does not say it', () => {
    const unsaid = { statusBefore: null };
    const history = [
      observed('purpose', 'a', 'b', { ...unsaid, at: '1' }),
      observed('status', 'pending', 'success', { ...unsaid, at: '2' }),
      // In the answer that ended it: the first amount is no late change.
      observed('settled_amount_usdt', null, '93.10', { ...unsaid, at: '2' }),
      observed('settled_amount_usdt', '93.10', '81.37', { ...unsaid, at: '3' }),
      observed('status', 'approved', 'rejected', { ...unsaid, at: '4', list: 'withdrawals', recordUuid: 'w1' }),
      observed('amount', '5', '6', { ...unsaid, at: '3', recordUuid: 'another' }),
    ];
    expect(lateChanges(history).map(({ field, at, late }) => [field, at, late])).toEqual([
      ['settled_amount_usdt', '3', 'settled-changed'],
      ['status', '4', 'status-changed'],
    ]);
  });

  it('proves nothing when no status was ever seen to change', () => {
    expect(lateChanges([observed('settled_amount_usdt', '1', '2', { statusBefore: null })])).toEqual([]);
  });

  it('reads the status before a change also from the change of status after it', () => {
    const unsaid = { statusBefore: null };
    const history = [
      observed('amount', '5', '6', { ...unsaid, at: '1' }),
      observed('status', 'success', 'fail', { ...unsaid, at: '2' }),
    ];
    expect(lateChanges(history).map(({ late }) => late)).toEqual(['amount-changed', 'status-changed']);
  });
});
