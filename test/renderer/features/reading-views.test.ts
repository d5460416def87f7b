/** The other pure views: rates with their gaps, explorers and addresses, fields of a record. */
import { describe, expect, it } from 'vitest';
import {
  freshnessOf,
  marketRows,
  rateRows,
  settledOf,
  spreadOf,
} from '../../../src/renderer/features/pricing/rates-view.ts';
import { addressGroups, explorerLink } from '../../../src/renderer/features/withdrawals/withdrawal-view.ts';
import { recordFields } from '../../../src/renderer/ui/text/fields-panel.tsx';
import { NOT_ON_TOP } from '../support/scripts.ts';
import { HOSTILE, invoice, rate } from './records.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('rates', () => {
  it('tells fresh from stale from undated', () => {
    expect(freshnessOf(rate(), NOW)).toBe('fresh');
    expect(freshnessOf(rate({ updated_at: '2026-11-20T09:49:59Z' }), NOW)).toBe('stale');
    expect(freshnessOf(rate({ updated_at: '2026-11-20T09:50:00Z' }), NOW)).toBe('fresh');
    expect(freshnessOf(rate({ updated_at: null }), NOW)).toBe('unknown');
    expect(freshnessOf(rate({ updated_at: 'yesterday' }), NOW)).toBe('unknown');
  });

  it('orders by currency, source and side, and names the pairs that were left out', () => {
    const rates = [rate({ side: 'sell' }), rate(), rate({ currency: 'PLN', price: null })];
    const rows = rateRows(rates, ['EUR', 'PLN', 'CZK'], NOW).map((row) =>
      row.kind === 'rate'
        ? `${row.rate.currency} ${row.rate.side} ${row.rate.price}`
        : `${row.currency} ${row.side ?? 'any'} missing`,
    );
    expect(rows).toEqual(['CZK any missing', 'EUR buy 0.92', 'EUR sell 0.92', 'PLN buy null', 'PLN sell missing']);
  });

  it('misses nothing for a currency that the merchant does not use', () => {
    expect(rateRows([rate(), rate({ currency: 'PLN', side: 'sell' })], ['EUR'], NOW).map((row) => row.kind)).toEqual([
      'rate',
      'missing',
      'rate',
    ]);
  });

  it('says that everything is missing when the snapshot is empty', () => {
    expect(rateRows([], ['EUR'], NOW)).toMatchObject([{ kind: 'missing', currency: 'EUR', source: null, side: null }]);
    expect(rateRows([], [], NOW)).toEqual([]);
  });

  it('keeps two rows of one pair apart', () => {
    const keys = rateRows([rate(), rate()], [], NOW).map((row) => row.key);
    expect(new Set(keys).size).toBe(2);
  });

  it('says how far the sides of a market are apart, on its selling row, where both are fresh and have one price', () => {
    const spreads = (...rates: readonly ReturnType<typeof rate>[]) => {
      const rows = rateRows(rates, [], NOW);
      return rows.filter(({ kind }) => kind === 'rate').map((row) => spreadOf(row, rows));
    };
    const sell = rate({ side: 'sell', price: '0.9180' });
    expect(spreads(rate({ price: '0.9219' }), sell)).toEqual([null, '0.42']);
    expect(spreads(rate({ price: '0.9141' }), sell)).toEqual([null, '0.42']);
    expect(spreads(rate({ price: null }), sell)).toEqual([null, null]);
    expect(spreads(rate({ updated_at: '2026-11-20T09:00:00Z' }), sell)).toEqual([null, null]);
    expect(spreads(rate({ source: 'market-b' }), sell)).toEqual([null, null]);
    expect(spreads(rate(), rate(), sell)).toEqual([null, null, null]);
    expect(spreads(rate(), { ...sell, price: '0' })).toEqual([null, null]);
  });

  it('sets both sides of a market in one line, and loses none', () => {
    const rates = [
      rate({ side: 'sell', price: '1' }),
      rate({ price: '2' }),
      rate({ price: '3' }),
      rate({ source: 'market-b', side: 'sell', price: '4' }),
      rate({ source: 'market-b', side: null, price: '5' }),
      rate({ currency: 'PLN', side: 'sell', price: '6' }),
    ];
    const rows = rateRows(rates, ['EUR', 'CZK', 'PLN'], NOW);
    const markets = marketRows(rows);
    const told = (row: (typeof rows)[number] | undefined) => (row?.kind === 'rate' ? row.rate.price : row?.kind);
    expect(
      markets.map(({ currency, source, sell, buy, only }) => [currency, source, told(sell), told(buy), told(only)]),
    ).toEqual([
      ['CZK', null, undefined, undefined, 'missing'],
      ['EUR', 'market-a', '1', '2', undefined],
      ['EUR', 'market-a', undefined, '3', undefined],
      ['EUR', 'market-b', '4', undefined, undefined],
      ['EUR', 'market-b', undefined, undefined, '5'],
      ['PLN', 'market-a', '6', 'missing', undefined],
      ['PLN', 'market-b', 'missing', undefined, undefined],
      ['PLN', 'market-b', undefined, undefined, 'missing'],
    ]);
    expect(new Set(markets.map(({ key }) => key)).size).toBe(markets.length);
  });

  it('tells what settled as all that was paid by its worth, and leaves a day without payments empty', () => {
    const sums = {
      currency: 'EUR',
      count: 2,
      uncounted: 0,
      paid: '184.00',
      grossUsdt: '200.000000',
      netUsdt: '195',
      creditedUsdt: '195',
      ...NOT_ON_TOP,
    };
    const totals = {
      currencies: [sums, { ...sums, currency: 'PLN', count: 0, paid: '0', grossUsdt: '0' }],
      days: [
        { ...sums, day: '2026-11-19', paid: '90', grossUsdt: '97.3' },
        { ...sums, currency: 'PLN', day: '2026-11-20' },
      ],
    };
    expect(settledOf('EUR', totals, ['2026-11-19', '2026-11-20'])).toEqual({
      count: 2,
      average: '0.9200',
      byDay: ['0.9250', null],
    });
    expect(settledOf('PLN', totals, [])).toBeNull();
    expect(settledOf('USD', totals, [])).toBeNull();
  });
});

describe('explorers', () => {
  const hash = 'ab'.repeat(32);
  it.each([
    ['TRC20', hash, `https://tronscan.org/#/transaction/${hash}`],
    ['ERC20', `0x${hash}`, `https://etherscan.io/tx/0x${hash}`],
    ['BEP20', `0x${hash}`, `https://bscscan.com/tx/0x${hash}`],
  ])('%s has one', (network, tx, href) => {
    expect(explorerLink(network, tx)).toMatchObject({ kind: 'link', href });
  });

  it.each([
    ['TRC20', `0x${hash}`],
    ['ERC20', hash],
    ['ERC20', `0x${hash}/../../evil`],
    ['ERC20', `0x${hash}\n`],
    ['SOL', hash],
    ['__proto__', hash],
    [null, hash],
    ['TRC20', null],
    ['TRC20', ''],
    ['trc20', HOSTILE.script],
  ])('%s with %s gets no link', (network, tx) => {
    expect(explorerLink(network, tx).kind).toBe('none');
  });
});

describe('addresses', () => {
  it('are grouped in fours and lose nothing', () => {
    const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    expect(
      addressGroups(address)
        ?.map(({ text }) => text)
        .join(''),
    ).toBe(address);
    expect(addressGroups(address)?.[1]).toEqual({ at: 4, text: 'Y2kh' });
  });

  it('are left as they came when they are not plain', () => {
    expect(addressGroups(HOSTILE.rtl)).toBeNull();
    expect(addressGroups(HOSTILE.long)).toBeNull();
    expect(addressGroups('')).toBeNull();
  });
});

describe('fields of a record', () => {
  it('show every field of the specification and every other one', () => {
    const names = recordFields(invoice({ extra: { order_kind: 'x', nested: { a: [1] } } })).map((field) => field.name);
    for (const name of Object.keys(invoice())) {
      expect(names.some((shown) => shown === name || shown.startsWith(`${name}.`) || name === 'extra')).toBe(true);
    }
    expect(names).toContain('order_kind');
  });

  it('write unknown values as text', () => {
    expect(recordFields({ extra: { a: null, b: { c: 1 }, d: HOSTILE.script } })).toEqual([
      { name: 'a', value: null, known: false },
      { name: 'b', value: '{"c":1}', known: false },
      { name: 'd', value: HOSTILE.script, known: false },
    ]);
    expect(recordFields({ amount: '1.10', currency: { code: 'EUR', id: 4 }, list: [1] })).toEqual([
      { name: 'amount', value: '1.10', known: true },
      { name: 'currency.code', value: 'EUR', known: true },
      { name: 'currency.id', value: '4', known: true },
      { name: 'list', value: '[1]', known: true },
    ]);
  });
});
