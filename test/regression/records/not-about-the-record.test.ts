/**
 * A 404 says what it did not find by its code. The console took WITHDRAWAL_NOT_FOUND and PAYMENT_METHOD_NOT_FOUND in the answer about an invoice for "this
 * invoice is gone", told people so and marked the row, although such an answer says nothing about the invoice.
 */
import { expect, test } from 'vitest';
import { RECORD_LIMITS } from '../../../src/backend/api/transport/answer-limits.ts';
import { readEnvelope, type Subject } from '../../../src/backend/api/endpoints/envelope.ts';
import { API_CODES } from '../../../src/domain/kernel/failure/api-code.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import { failureWords } from '../../../src/renderer/ui/frame/failure-words.ts';

async function failureOf(code: string, what: Subject['what']): Promise<Failure> {
  const body = Buffer.from(JSON.stringify({ success: false, error: { code, message: 'x' } }));
  const headers = { 'content-type': 'application/json' };
  const result = await readEnvelope(
    { kind: 'reply', status: 404, headers, body },
    { nowMs: 0, limits: RECORD_LIMITS, subject: { what, ident: 'a' } },
  );
  if (result.ok) throw new Error('no failure');
  return result.failure;
}

const ABOUT: Readonly<Record<Subject['what'], readonly string[]>> = {
  invoice: ['MERCHANT_INVOICE_NOT_FOUND', 'INVOICE_NOT_FOUND'],
  withdrawal: ['WITHDRAWAL_NOT_FOUND'],
};
const NOT_FOUND = API_CODES.filter((code) => code.endsWith('_NOT_FOUND') && code !== 'WEBHOOK_NOT_FOUND');

test.each(['invoice', 'withdrawal'] as const)(
  'FAULT-24: only a code about the %s says that it is gone',
  async (what) => {
    for (const code of [...NOT_FOUND, 'SOMETHING_NEW_NOT_FOUND', 'NOT_FOUND']) {
      const failure = await failureOf(code, what);
      if (ABOUT[what].includes(code)) {
        expect(failure).toEqual({ kind: 'not-found', what, ident: 'a', code, said: { message: 'x' } });
        continue;
      }
      expect(failure).toMatchObject({ kind: 'rejected', code, status: 404, asked: what });
      expect(failureWords(failure).sentence).toContain(`“${code}”, which is not about the ${what}`);
    }
  },
);
