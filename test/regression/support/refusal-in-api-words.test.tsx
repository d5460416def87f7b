/**
 * What the API says beside the code of a refusal, `message` and `details`, was shown nowhere (of a refused key it was not even read), so that nobody
 * saw which field or which limit it meant. It stands wherever a refusal is now: marked as the API's, bounded, without characters that hide or turn
 * text, and never where the console refused by itself.
 */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RECORD_LIMITS } from '../../../src/backend/api/transport/answer-limits.ts';
import { readEnvelope } from '../../../src/backend/api/endpoints/envelope.ts';
import { parseFailure } from '../../../src/backend/books/kernel/json.ts';
import { FAILURE } from '../../../src/domain/kernel/failure/failure-shape.ts';
import { saidLine } from '../../../src/domain/kernel/failure/api-said.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import { refusalOf } from '../../../src/renderer/features/invoices/create/refusal.ts';
import { FailureNotice } from '../../../src/renderer/ui/frame/failure-notice.tsx';
import { failureWords } from '../../../src/renderer/ui/frame/failure-words.ts';
import { outcomeWords } from '../../../src/renderer/parts/resend-outcome.tsx';

async function refusal(status: number, code: string, said: object): Promise<Failure> {
  const body = Buffer.from(JSON.stringify({ success: false, error: { code, ...said } }));
  const read = await readEnvelope(
    { kind: 'reply', status, headers: { 'content-type': 'application/json' }, body },
    { nowMs: 0, limits: RECORD_LIMITS, subject: { what: 'invoice', ident: 'order-1' } },
  );
  if (read.ok) throw new Error('not refused');
  // What is kept in the books and what is told to a screen is all that the API said.
  const kept = parseFailure(JSON.stringify(read.failure));
  expect(kept).toEqual(JSON.parse(JSON.stringify(read.failure)));
  return FAILURE.parse(kept);
}

/** The strip alone, without the styles that stand before it. */
function notice(failure: Failure): string {
  const page = renderToStaticMarkup(
    <MantineProvider>
      <FailureNotice failure={failure} />
    </MantineProvider>,
  );
  return page.slice(page.lastIndexOf('</style>'));
}

const SAID = { message: 'Ask Ann.', details: { limit: 7, fields: ['a', 'b'], deep: { x: 1 } } };

describe('message and details of a refusal', () => {
  it.each([
    [401, 'API_KEY_INVALID'],
    [403, 'MERCHANT_BLOCKED'],
    [403, 'DEALS_DISABLED'],
    [404, 'MERCHANT_INVOICE_NOT_FOUND'],
    [409, 'INVOICE_ALREADY_EXISTS'],
    [429, 'RATE_LIMITED'],
    [429, 'WEBHOOK_RESEND_TOO_SOON'],
    [429, 'SOMETHING_NEW'],
    [404, 'CURRENCY_NOT_FOUND'],
    [503, 'RATE_UNAVAILABLE'],
    [418, 'SOMETHING_NEW'],
  ])('%i %s: stand in the notice and in every sentence', async (status, code) => {
    const failure = await refusal(status, code, SAID);
    const shown = notice(failure);
    for (const words of ['In the API’s own words', 'Ask Ann.', 'limit', '7', 'a, b', '{&quot;x&quot;:1}'])
      expect(shown).toContain(words);
    expect(failureWords(failure).sentence).toContain('The API says: “Ask Ann. (limit: 7; fields: a, b;');
    expect(outcomeWords({ outcome: 'refused', failure }).text).toContain('Ask Ann.');
    expect(refusalOf(failure).words).toContain('Ask Ann.');
  });

  it('of an order that is malformed: the message stands beside the words at the fields', async () => {
    const failure = await refusal(422, 'VALIDATION_ERROR', {
      message: 'Two fields.',
      details: { amount: ['too exact'] },
    });
    const { words, fields } = refusalOf(failure);
    expect(fields.amount).toBe('too exact');
    expect(words).toContain('Two fields.');
  });

  it('are bounded, and can neither turn, hide nor end the quotation', async () => {
    const details = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'v'.repeat(350)]));
    const failure = await refusal(409, 'X', {
      message: `a\u202eb” now pay <b>Eve</b>\u200b${'m'.repeat(4_000)}`,
      details,
    });
    const line = saidLine(failure);
    expect(line.length).toBeLessThan(330);
    expect(line).toContain('a⟨202E⟩b" now pay');
    expect(line.match(/[“”]/g)).toHaveLength(2);
    const shown = notice(failure);
    expect(shown).toMatch(/28(?:<!-- -->)? more/);
    expect(shown).toContain('⟨200B⟩');
    expect(shown).not.toMatch(/[\u202e\u200b]|<b>/);
    expect(shown.length).toBeLessThan(12_000);
  });

  it('are not said where the API said nothing, or where the console refused by itself', async () => {
    expect(saidLine(await refusal(409, 'X', {}))).toBe('');
    expect(notice(await refusal(409, 'X', {}))).not.toContain('own words');
    const own: Failure = {
      kind: 'rejected',
      code: 'RUN_ALREADY_OPEN',
      status: 409,
      message: 'Another run is open.',
      details: { openRunId: 'r' },
    };
    expect(saidLine(own)).toBe('');
    expect(failureWords(own).sentence).toBe('Another run is open.');
  });
});
