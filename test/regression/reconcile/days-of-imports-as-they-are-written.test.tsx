/** The days for which a file is complete, and the bounds of a resend that was asked for, stood in the API's order whatever a person had chosen. */
import { afterEach, expect, test } from 'vitest';
import { PLAIN_WRITING } from '../../../src/domain/kernel/text/writing.ts';
import { coverageWords } from '../../../src/renderer/features/reconciliation/imports/words.ts';
import { askedWords } from '../../../src/renderer/features/webhooks/resends/plan-words.ts';
import { setWriting } from '../../../src/renderer/ui/text/writing.ts';

afterEach(() => setWriting(PLAIN_WRITING));

test('both are written as days are in this window', () => {
  setWriting({ ...PLAIN_WRITING, days: { order: 'dmy', mark: '/' } });
  expect(coverageWords({ from: '2026-10-01', to: '2026-11-01' })).toBe('01/10/2026 – 31/10/2026');
  const filter = { createdFrom: '2026-10-01T00:00:00Z', createdTo: '2026-11-01T00:00:00Z' };
  expect(askedWords({ kind: 'filter', filter })).toBe(
    'Deliveries: created from 01/10/2026 00:00 before 01/11/2026 00:00 UTC',
  );
});
