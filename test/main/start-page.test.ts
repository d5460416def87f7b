/** The first page of a run: the figures of last time in it, once, and every text of them a text. */
import { expect, test } from 'vitest';
import type { LastKnown } from '../../src/domain/last-known.ts';
import { startPage, withStart } from '../../src/main/start-page.ts';
import { LAST_KNOWN } from '../support/last-known.ts';

const KNOWN: LastKnown = {
  ...LAST_KNOWN,
  timeZone: 'Europe/Warsaw',
  totals: {
    currencies: [
      {
        currency: 'EUR',
        count: 12,
        byStatus: { success: 9, expired: 3 },
        successAmount: '1234.5',
        settledUsdt: '1300.000001',
        settledMissing: 0,
      },
    ],
    quarantined: 0,
    asOf: '2026-11-22T09:59:00Z',
  },
};
const NOW = Date.parse('2026-11-22T11:00:00Z');
const PAGE = '<html lang="en"><body><div id="root"></div></body></html>';

function taken(known: LastKnown | null = KNOWN, now = NOW): string | null {
  return startPage({ lastKnown: () => known, now: () => now, isDark: () => false }).take()?.html ?? null;
}

test('the figures, what they are of, and how old they are', () => {
  const html = taken() ?? '';
  const words = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/ +/g, ' ');
  expect(words).toContain('Shop Opening…');
  expect(words).toContain('As of 11:00:00 Europe/Warsaw , when the console last ran.');
  expect(words).toContain('1,300.00 0001 USDT 2026-11-01 – 2026-11-22, as of 10:59:00 Europe/Warsaw');
  expect(words).toContain('EUR 9 1,234.5');
  expect(words).toContain('expired 3');
  expect(words).not.toContain('These figures are about');
  // Nothing to click, for nothing would answer.
  expect(html).not.toMatch(/<(?:a|button|input|form|script|style)\b/);
});

test('of a list that was not whole it is said how much of it there was', () => {
  const part = { certificate: 'incomplete', seen: 1_204, total: 12_512 } as const;
  expect(taken({ ...KNOWN, list: part })).toContain('These figures are about 1,204 of 12,512 invoices');
  expect(taken({ ...KNOWN, list: { ...part, certificate: 'as-far-as-seen' } })).toContain('Complete as far as seen');
});

test('what stands in the file is shown as it stands there, whoever wrote it', () => {
  const hostile = `<img src=x onerror=alert(1)>"'><script>__CSP_NONCE__</script>\u202e`;
  const [row] = KNOWN.totals.currencies;
  if (row === undefined) throw new Error('there is a row');
  const html =
    taken({
      ...KNOWN,
      profile: { ...KNOWN.profile, name: hostile },
      totals: {
        ...KNOWN.totals,
        asOf: '"><script>',
        currencies: [{ ...row, currency: hostile, byStatus: { [hostile]: 4 } }],
      },
    }) ?? '';
  expect(html).not.toMatch(/<(?:img|script)\b/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&gt;');
  // Direction-changing characters are seen: of the business's name, of a currency, and of an outcome.
  const turned = '\u202eEUR';
  const seen = (known: LastKnown): string => taken(known) ?? '';
  const rows = (change: object) => ({ ...KNOWN.totals, currencies: [{ ...row, ...change }] });
  for (const known of [
    { ...KNOWN, profile: { ...KNOWN.profile, name: turned } },
    { ...KNOWN, totals: rows({ currency: turned }) },
    { ...KNOWN, totals: rows({ byStatus: { [turned]: 4 } }) },
  ]) {
    expect(seen(known)).toContain('⟨202E⟩EUR');
    expect(seen(known)).not.toContain('\u202e');
  }
});

test('only the first page has it, and only until somebody says that it is over', () => {
  const page = startPage({ lastKnown: () => KNOWN, now: () => NOW, isDark: () => true });
  page.prepare();
  expect(page.take()?.scheme).toBe('dark');
  expect(page.take()).toBeNull();
  const late = startPage({ lastKnown: () => KNOWN, now: () => NOW, isDark: () => true });
  late.drop();
  late.prepare();
  expect(late.take()).toBeNull();
});

test('without figures, or with those of another month, there is nothing', () => {
  expect(taken(null)).toBeNull();
  // In Warsaw it is December already.
  expect(taken(KNOWN, Date.parse('2026-11-30T23:30:00Z'))).toBeNull();
  expect(taken({ ...KNOWN, timeZone: 'UTC' }, Date.parse('2026-11-30T23:30:00Z'))).not.toBeNull();
});

test('it stands before the place of the screens, and a page without one is told apart', () => {
  const written = withStart(PAGE, { html: '<p>$& $1</p>', scheme: 'dark' });
  expect(written).toBe(
    '<html lang="en" data-mantine-color-scheme="dark"><body><p>$& $1</p><div id="root"></div></body></html>',
  );
  expect(() => withStart('<html lang="en"></html>', { html: '', scheme: 'dark' })).toThrow('no place');
});
