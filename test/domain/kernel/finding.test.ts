/** What the evidence of a finding is called, whichever record it is of. */
import { describe, expect, it } from 'vitest';
import { changedName, closedFactField, evidenceField } from '../../../src/domain/kernel/finding.ts';

describe('a name of evidence', () => {
  it('is called by what it is in its record: only an invoice has an ordered amount', () => {
    expect(evidenceField('ordered-differs', 'amount')).toEqual({ type: 'money', label: 'Ordered' });
    expect(evidenceField('sent-differs', 'amount')).toEqual({ type: 'money', label: 'Withdrawn' });
    expect(evidenceField('closed-fact-changed', 'before.amount')?.label).toBe('Closed with: withdrawn');
    expect(closedFactField('amount')?.label).toBe('Withdrawn');
  });

  it('says of a changed fact on which side it stands, and of which close when there are several', () => {
    expect(changedName('after', 'status', null)).toBe('after.status');
    expect(evidenceField('closed-fact-changed', 'after.status')?.label).toBe('Now: status');
    expect(changedName('before', 'finished_at', 12)).toBe('12.before.finished_at');
    expect(evidenceField('closed-fact-changed', '12.before.finished_at')).toMatchObject({
      type: 'instant',
      label: 'Closed with: finished (close 12)',
    });
  });

  it.each(['', 'amount', 'before.', 'before.constructor', 'x.before.amount', 'before.before.amount', '1.amount'])(
    'of a changed fact is not %j',
    (name) => expect(evidenceField('closed-fact-changed', name)).toBeNull(),
  );

  it('is unknown of a kind that does not have it', () => {
    expect(evidenceField('finished-missing', 'settled_amount_usdt')).toBeNull();
    expect(evidenceField('adjusted', 'toString')).toBeNull();
  });
});
