/** Ranges of amounts as people type them, and what "about" comes to. */
import { describe, expect, it } from 'vitest';
import { aboutRange, readAmountRange } from '../../../../src/domain/kernel/money/amount-filter.ts';

describe('a range of amounts', () => {
  it.each([
    ['49.90', { from: '49.90', to: '49.90' }],
    ['49,90', { from: '49.90', to: '49.90' }],
    ['1 234,50', { from: '1234.50', to: '1234.50' }],
    ['40..60', { from: '40', to: '60' }],
    ['60–40', { from: '40', to: '60' }],
    ['40 - 60', { from: '40', to: '60' }],
    ['40..', { from: '40', to: undefined }],
    ['..49,90', { from: undefined, to: '49.90' }],
    ['~100', { from: '98.00000000', to: '102.00000000' }],
  ])('%s', (text, range) => {
    expect(readAmountRange(text)).toEqual(range);
  });

  it.each(['', '..', '~', 'forty', '1,234', '1..2..3', '49.90 eur', '~1,234', `1${'0'.repeat(80)}`])(
    'none: %s',
    (text) => {
      expect(readAmountRange(text)).toBeNull();
    },
  );

  it('about is two per cent to either side, exactly, and wider rather than narrower', () => {
    expect(aboutRange('49.90')).toEqual({ from: '48.90200000', to: '50.89800000' });
    expect(aboutRange('0.000000001')).toEqual({ from: '0.00000000', to: '0.00000001' });
    expect(aboutRange('-50')).toEqual({ from: '-51.00000000', to: '-49.00000000' });
  });
});
