/** Text from elsewhere, cut short. Not here: what is made visible in it (the specs of hostile screens). */
import { describe, expect, it } from 'vitest';
import { shortText } from '../../../../src/domain/kernel/text/plain-text.ts';

describe('a text cut short', () => {
  it('is as it was up to the limit, and ends in an ellipsis beyond it', () => {
    expect(shortText('abcd', 4)).toBe('abcd');
    expect(shortText('abcde', 4)).toBe('abc…');
  });

  it('has no half of a character at its end', () => {
    expect(shortText('ab😀cd', 4)).toBe('ab\ufffd…');
  });
});
