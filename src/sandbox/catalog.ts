// The fixed part of the sandbox's business: its currencies, payment methods and market sources. Data only.

/** A currency of the platform (the specification, section "Currency"). */
export interface CurrencyEntry {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Known to the platform but switched off: create answers CURRENCY_NOT_FOUND. */
  readonly active: boolean;
  /** Enabled for this business; when not, create answers CURRENCY_NOT_ALLOWED. */
  readonly enabled: boolean;
  /** Middle price of one USDT in ten-thousandths of the currency. */
  readonly baseRate: number;
  /** Typical order range in whole units, for made-up orders. */
  readonly typical: readonly [number, number];
}

function currency(
  id: number,
  code: string,
  name: string,
  symbol: string,
  baseRate: number,
  typical: readonly [number, number],
  state: 'enabled' | 'active' | 'inactive' = 'enabled',
): CurrencyEntry {
  return { id, code, name, symbol, baseRate, typical, active: state !== 'inactive', enabled: state === 'enabled' };
}

/** All currencies of the platform. CHF is not enabled for the business; SEK is inactive. */
export const CURRENCIES: readonly [CurrencyEntry, ...CurrencyEntry[]] = [
  currency(1, 'EUR', 'Euro', '€', 9_214, [12, 620]),
  currency(2, 'USD', 'US Dollar', '$', 10_008, [10, 700]),
  currency(3, 'GBP', 'Pound Sterling', '£', 7_872, [10, 540]),
  currency(4, 'PLN', 'Polish Zloty', 'zł', 39_460, [45, 2_400]),
  currency(5, 'TRY', 'Turkish Lira', '₺', 415_300, [450, 21_000]),
  currency(6, 'CHF', 'Swiss Franc', 'CHF', 8_731, [20, 600], 'active'),
  currency(7, 'SEK', 'Swedish Krona', 'kr', 104_800, [100, 6_000], 'inactive'),
];

/** Where pictures lie. Nothing answers at that name: nobody is to fetch them. */
export const PICTURES = 'https://static.pay.example';

/** A payment method of the business (the specification, section "Payment method"). Percentages and amounts are strings. */
export interface MethodEntry {
  readonly id: number;
  readonly name: string;
  readonly logo: string;
  readonly currency: string;
  readonly min: string;
  readonly max: string;
  readonly total: string;
  readonly client: string;
  readonly merchant: string;
}

function method(
  id: number,
  currency: string,
  name: string,
  [min, max]: readonly [string, string],
  [total, client, merchant]: readonly [string, string, string],
): MethodEntry {
  const logo = `${PICTURES}/methods/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
  return { id, name, logo, currency, min, max, total, client, merchant };
}

/** The methods of the business, all with shares of their own; two names occur once per currency only. */
export const METHODS: readonly [MethodEntry, ...MethodEntry[]] = [
  method(11, 'EUR', 'SEPA Instant', ['5.00', '5000.00'], ['3.00', '1.00', '2.00']),
  method(12, 'EUR', 'Card EUR', ['10.00', '2500.00'], ['5.50', '2.25', '3.25']),
  method(13, 'EUR', 'Bank transfer EUR', ['50.00', '15000.00'], ['2.40', '0.00', '2.40']),
  method(21, 'USD', 'ACH', ['10.00', '8000.00'], ['2.90', '0.90', '2.00']),
  method(22, 'USD', 'Card USD', ['5.00', '3000.00'], ['5.80', '2.50', '3.30']),
  method(31, 'GBP', 'Faster Payments', ['5.00', '6000.00'], ['2.75', '0.75', '2.00']),
  method(32, 'GBP', 'Open Banking', ['1.00', '2000.00'], ['3.20', '1.10', '1.85']),
  method(41, 'PLN', 'BLIK', ['10.00', '10000.00'], ['4.10', '1.60', '2.50']),
  method(42, 'PLN', 'Express Elixir', ['20.00', '40000.00'], ['3.45', '1.05', '2.40']),
  method(51, 'TRY', 'FAST', ['100.00', '250000.00'], ['6.00', '2.75', '3.25']),
  method(52, 'TRY', 'Wallet TRY', ['50.00', '60000.00'], ['7.125', '3.125', '4.00']),
];

/** The two market sources; their identifier values are omitted by the specification (section "Rate"). */
export const RATE_SOURCES = ['market_one', 'market_two'] as const;

export function methodById(id: number): MethodEntry | undefined {
  return METHODS.find((entry) => entry.id === id);
}
