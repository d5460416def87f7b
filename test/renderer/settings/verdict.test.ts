/** A refused key in words: every code of authentication, the key store's troubles, another business, the network. */
import { expect, test } from 'vitest';
import { VAULT_PROBLEMS } from '../../../src/domain/console/lock.ts';
import {
  isKeychainVerdict,
  VAULT_STEPS,
  VAULT_WORDS,
  verdictWords,
} from '../../../src/renderer/features/settings/verdict-words.ts';

const refused = (code: string) => ({ ok: false, code, failure: { kind: 'unauthorised', code, status: 401 } }) as const;

test('each code of authentication has its own sentence', () => {
  const codes = ['API_KEY_INVALID', 'UNAUTHORIZED', 'API_KEY_REVOKED', 'BUSINESS_NOT_ACTIVE', 'MERCHANT_BLOCKED'];
  const sentences = codes.map((code) => verdictWords(refused(code)).sentence);
  expect(new Set(sentences).size).toBe(codes.length);
  expect(verdictWords(refused('NEW_CODE')).sentence).toContain('NEW_CODE');
});

test('the key store’s troubles say that the key works', () => {
  for (const code of [
    'NOT_INSTALLED',
    'NO_SERVICE',
    'LOCKED',
    'TIMED_OUT',
    'NO_MASTER_KEY',
    'FAILED',
    'SOMETHING_ELSE',
  ]) {
    const verdict = { ok: false, code: `KEYCHAIN_${code}` };
    expect(isKeychainVerdict(verdict)).toBe(true);
    expect(verdictWords(verdict).title).toBe('The key works, but the keychain did not take it');
  }
  expect(VAULT_WORDS['locked']).toContain('locked');
  expect(new Set(VAULT_PROBLEMS.map((reason) => VAULT_STEPS[reason])).size).toBe(VAULT_PROBLEMS.length);
  expect(isKeychainVerdict(refused('UNAUTHORIZED'))).toBe(false);
});

test('another business and an unreachable address are neither a bad key', () => {
  expect(verdictWords({ ok: false, code: 'DIFFERENT_BUSINESS' }).title).toContain('another business');
  expect(verdictWords({ ok: false, failure: { kind: 'unreachable', reason: 'dns' } }).title).toBe(
    'The API’s address was not found',
  );
});
