/**
 * BUSINESS_NOT_ACTIVE said the same of every business: "finish the verification", also to one that was rejected or banned. The state that the API
 * gives in `details.status` was read, carried through the engine, and shown nowhere. Each state has words of its own now; one that this console
 * does not know is named as it came, with what could turn it made visible.
 */
import { describe, expect, it } from 'vitest';
import { adviceFor } from '../../../src/domain/kernel/failure/api-code.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import { verdictWords } from '../../../src/renderer/features/settings/verdict-words.ts';
import { failureWords } from '../../../src/renderer/ui/frame/failure-words.ts';
import { outcomeWords } from '../../../src/renderer/parts/resend-outcome.tsx';

const refused = (businessStatus?: string): Failure => ({
  kind: 'unauthorised',
  code: 'BUSINESS_NOT_ACTIVE',
  status: 403,
  businessStatus,
});
const STATES = ['pending_verification', 'ready_to_start', 'rejected', 'banned'] as const;

describe('a business that is not active', () => {
  it.each(STATES)('%s is named wherever a refusal is', (state) => {
    for (const words of [
      failureWords(refused(state)).sentence,
      verdictWords({ ok: false, code: 'BUSINESS_NOT_ACTIVE', failure: refused(state) }).sentence,
      outcomeWords({ outcome: 'refused', failure: refused(state) }).text,
    ]) {
      expect(words).toContain(`“${state}”`);
    }
  });

  it('has another sentence and next step in every state', () => {
    const advices = [undefined, ...STATES].map((state) => adviceFor('BUSINESS_NOT_ACTIVE', 403, state));
    expect(new Set(advices.map(({ sentence }) => sentence)).size).toBe(STATES.length + 1);
    expect(new Set(advices.map(({ nextStep }) => nextStep)).size).toBe(STATES.length + 1);
    expect(adviceFor('BUSINESS_NOT_ACTIVE', 403, 'banned').nextStep).not.toMatch(/verification/);
  });

  it('names a state that nobody knows as it came, visibly and short', () => {
    const { sentence } = failureWords(refused(`frozen\u202e${'x'.repeat(500)}`));
    expect(sentence).toContain('frozen⟨202E⟩');
    expect(sentence.length).toBeLessThan(260);
  });

  it('is not said to have a bad key', () => {
    expect(failureWords(refused('banned')).title).toBe('The business is not active');
  });

  it('lends its states to no other code', () => {
    expect(adviceFor('MERCHANT_BLOCKED', 403, 'banned')).toEqual(adviceFor('MERCHANT_BLOCKED', 403));
  });
});
