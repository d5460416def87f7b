/** Amounts and foreign text as they are rendered: exact digits, no markup, links that lead where they say. */
import { MantineProvider } from '@mantine/core';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { canonicalMoney } from '../../../src/domain/kernel/money/money.ts';
import { ExternalLink, safeHref } from '../../../src/renderer/ui/text/link.tsx';
import { plainText } from '../../../src/renderer/ui/text/foreign-text.tsx';
import { mostDecimals } from '../../../src/domain/kernel/money/parts.ts';
import { MoneyText } from '../../../src/renderer/ui/text/money-text.tsx';

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

describe('amounts', () => {
  test('every digit is there, in groups of three', () => {
    const show = (value: string): string => textOf(renderToStaticMarkup(<MoneyText value={value} />));
    expect(show('1234567.891234567890123456')).toBe('1,234,567.891234567890123456');
    expect(show('999')).toBe('999');
    expect(show('-1000.50')).toBe('−1,000.50');
    expect(show('0.00')).toBe('0.00');
    expect(show('100')).toBe('100');
    expect(show('-0.00')).toBe('0.00');
  });

  test('taking the groups away gives the value back, whatever it is', () => {
    const money = fc
      .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.option(fc.stringMatching(/^\d{1,20}$/)))
      .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));
    fc.assert(
      fc.property(money, (value) => {
        const shown = textOf(renderToStaticMarkup(<MoneyText value={value} sign />));
        const back = shown.replaceAll(',', '').replace('−', '-').replace('+', '');
        expect(canonicalMoney(back)).toBe(canonicalMoney(value));
        expect(back.split('.')[1]).toBe(value.split('.')[1]);
      }),
    );
  });

  test('a plus only before more than nothing, a word for what is missing, odd text as it came', () => {
    const show = (value: string | null): string =>
      textOf(renderToStaticMarkup(<MoneyText value={value} sign missing="not credited" />));
    expect(show('5')).toBe('+5');
    expect(show('0.00')).toBe('0.00');
    expect(show(null)).toBe('not credited');
    expect(show('1e5')).toBe('1e5');
    expect(show('<b>')).toBe('&lt;b&gt;');
  });

  test('room for decimals is not text', () => {
    const html = renderToStaticMarkup(<MoneyText value="5" decimals={2} />);
    expect(textOf(html)).toBe('5');
    expect(html).toContain('data-room=".00"');
    expect(mostDecimals(['1.5', null, '2.123', '7'])).toBe(3);
    expect(mostDecimals([])).toBe(0);
  });
});

const themed = (element: ReactNode) => <MantineProvider>{element}</MantineProvider>;

describe('foreign text', () => {
  test('shows what would hide or turn it', () => {
    expect(plainText('a\u202Eb\u200Bc\u0000')).toBe('a⟨202E⟩b⟨200B⟩c⟨0000⟩');
    expect(plainText('two\nlines\tand ż')).toBe('two\nlines\tand ż');
  });

  test('only https without credentials is a link', () => {
    for (const bad of ['http://x.example', 'javascript:alert(1)', 'https://a:b@x.example', 'x', '//x.example', '']) {
      expect(safeHref(bad)).toBeNull();
      expect(renderToStaticMarkup(themed(<ExternalLink href={bad} />))).not.toContain('<a');
    }
    const html = renderToStaticMarkup(
      themed(<ExternalLink href="https://scan.example/tx/1">Transaction</ExternalLink>),
    );
    expect(html).toContain('rel="noopener noreferrer"');
    expect(html).toContain('scan.example');
  });
});
