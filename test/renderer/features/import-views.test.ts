/** Importing as the screens word it and decide it: pure parts, without a page. */
import { describe, expect, it } from 'vitest';
import { MATCH_OUTCOMES, ORDER_STATUSES, SOURCE_KINDS } from '../../../src/domain/ledger/entry.ts';
import {
  DATE_ORDERS,
  ENCODINGS,
  FIELDS_OF_KIND,
  type Mapping,
  REJECT_REASONS,
  SEPARATORS,
  THOUSANDS_MARKS,
} from '../../../src/domain/ledger/import.ts';
import {
  BUCKETS,
  bucketWords,
  coverageWords,
  fieldWords,
  partsOf,
  STATUSES_OF_KIND,
  statusWords,
} from '../../../src/renderer/features/reconciliation/imports/words.ts';
import {
  DATE_WORDS,
  DOUBT_NAMES,
  DOUBT_WORDS,
  ENCODING_WORDS,
  formatParts,
  SEPARATOR_WORDS,
  THOUSANDS_WORDS,
  formatDifferences,
  bytesWords,
  openDoubts,
  percentDone,
  REJECT_WORDS,
} from '../../../src/renderer/parts/file/format-words.ts';
import {
  placeIn,
  placeText,
  reasonIn,
  rejectsText,
} from '../../../src/renderer/features/reconciliation/imports/rejects-table.tsx';
import { toleranceBar } from '../../../src/renderer/features/reconciliation/imports/tolerances.tsx';
import { goes } from '../../../src/renderer/features/reconciliation/imports/undo-dialog.tsx';
import {
  coverAnswers,
  besideStep,
  chosenSource,
  claimOf,
  coverBar,
  fieldOfColumn,
  fitMapping,
  isWayUnsaid,
  mappingLacks,
  nameBar,
  saidOf,
  stepIn,
  withColumn,
  withStatusWord,
  wordsToPlace,
} from '../../../src/renderer/features/reconciliation/imports/wizard.ts';
import {
  LEDGER_FORMAT,
  LEDGER_MAPPING,
  ledgerCheck,
  ledgerImport,
  ledgerInspection,
  shopSource,
} from '../support/import-scripts.ts';

const different = (words: readonly string[]): void => expect(new Set(words).size).toBe(words.length);

describe('words', () => {
  it('are there for every reason, bucket, mark and doubt, and no two are alike', () => {
    different(REJECT_REASONS.map((reason) => REJECT_WORDS[reason].title));
    for (const reason of REJECT_REASONS) expect(REJECT_WORDS[reason].advice).toMatch(/[.?]$/);
    expect([...BUCKETS].sort()).toEqual([...MATCH_OUTCOMES, 'rejected', 'repeated'].sort());
    for (const kind of SOURCE_KINDS) {
      different(BUCKETS.map((bucket) => bucketWords(bucket, kind).title));
      different(FIELDS_OF_KIND[kind].map((field) => fieldWords(kind, field).name));
      different(STATUSES_OF_KIND[kind].map((status) => statusWords(kind, status)));
    }
    different(ORDER_STATUSES.map((status) => statusWords('orders', status)));
    different(ENCODINGS.map((one) => ENCODING_WORDS[one]));
    different(SEPARATORS.map((one) => SEPARATOR_WORDS[one]));
    different(THOUSANDS_MARKS.map((one) => THOUSANDS_WORDS[one]));
    different(DATE_ORDERS.map((one) => DATE_WORDS[one]));
    expect(Object.keys(DOUBT_NAMES)).toEqual(Object.keys(DOUBT_WORDS));
  });

  it('say how a file is read', () => {
    expect(formatParts(LEDGER_FORMAT)).toEqual([
      ['Encoding', 'Windows-1252'],
      ['Separator', 'Semicolon ( ; )'],
      ['Titles', 'line 3'],
      ['Decimals', 'Comma: 12,34'],
      ['Thousands', 'Point: 1.234'],
      ['Dates', '21.11.2026, day first'],
      ['Time zone', 'Europe/Warsaw'],
    ]);
    const sheet = { ...LEDGER_FORMAT, type: 'xlsx', sheet: null, headerLine: 0, thousands: '' } as const;
    expect(formatParts(sheet)).toMatchObject([
      ['Sheet', 'the first'],
      ['Titles', 'none'],
      ['Decimals', 'Comma: 12,34'],
      ['Thousands', 'None: 1234'],
      ['Dates', '21.11.2026, day first'],
      ['Time zone', 'Europe/Warsaw'],
    ]);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1.0 KB'],
    [999_949, '999.9 KB'],
    [999_960, '1.0 MB'],
    [1_073_741_824, '1.1 GB'],
  ])('%d are %s', (bytes, words) => expect(bytesWords(bytes)).toBe(words));

  it('never say 100 % before the end', () => {
    expect(percentDone(999_999, 1_000_000)).toBe(99);
    expect(percentDone(1_000_000, 1_000_000)).toBe(100);
    expect(percentDone(5, 0)).toBe(0);
  });
});

describe('a check', () => {
  it('has parts that add up to the rows of the file', () => {
    for (const rejected of [0, 41, 10_000]) {
      const { rows, buckets } = ledgerCheck(rejected);
      expect(BUCKETS.reduce((sum, bucket) => sum + buckets[bucket], 0)).toBe(rows);
      const { fresh, repeated } = partsOf({ rows, buckets });
      expect(fresh + repeated + rejected).toBe(rows);
    }
  });

  it('gives rejected rows as a spreadsheet takes them, and none as a formula', () => {
    const text = rejectsText([
      { line: 1204, column: 'Betrag', value: '=HYPERLINK("x")', reason: 'not-an-amount' },
      { line: 1205, column: null, value: 'a\tb\nc\u202e', reason: 'broken-quotes' },
    ]);
    expect(text.split('\n')).toEqual([
      'Line\tColumn\tValue\tReason',
      '1204\tBetrag\t\'=HYPERLINK("x")\tNot an amount',
      '1205\t\ta b c⟨202E⟩\tBroken quotation marks',
    ]);
  });
});

describe('the address', () => {
  it('names a step, a reason and a place, and what it does not know is the beginning', () => {
    expect([stepIn('check'), stepIn('nowhere'), stepIn(undefined)]).toEqual(['check', 'file', 'file']);
    expect([besideStep('file', -1), besideStep('file', 1), besideStep('check', 1)]).toEqual([null, 'columns', null]);
    expect([reasonIn('no-ident'), reasonIn('<b>')]).toEqual(['no-ident', null]);
    expect(placeIn(placeText('all', 200), 'all')).toBe(200);
    expect(placeText('all', 0)).toBeUndefined();
    for (const text of ['no-ident 200', 'all -5', 'all 1e9', 'all', '']) expect(placeIn(text, 'all')).toBe(0);
  });
});

describe('a mapping', () => {
  it('gives a column one meaning, and a meaning one column', () => {
    const moved = withColumn(LEDGER_MAPPING, 'Lager', 'amount');
    expect(fieldOfColumn('orders', moved, 'Betrag')).toBeNull();
    expect(fieldOfColumn('orders', moved, 'Lager')).toBe('amount');
    const other = withColumn(moved, 'Lager', 'memo');
    expect(mappingLacks('orders', other)).toEqual(['the column of the amount']);
    expect(withColumn(other, 'Lager', null).columns).not.toHaveProperty('memo');
  });

  it('says what it lacks for each kind', () => {
    const empty = { ...LEDGER_MAPPING, columns: {}, unit: null };
    expect(mappingLacks('orders', empty)).toHaveLength(3);
    expect(mappingLacks('wallet', empty)).toEqual([
      'the column of the amount',
      'the column of the transaction hash or of the address',
      'the currency: a column, or one for every row',
    ]);
    expect(mappingLacks('wallet', { ...empty, unit: 'USDT', columns: { amount: 'A', address: 'B' } })).toEqual([]);
  });

  it('loses columns that the file does not have', () => {
    const { columns } = ledgerInspection();
    expect(fitMapping(LEDGER_MAPPING, columns)).toEqual(LEDGER_MAPPING);
    const without = columns.filter(({ title }) => title !== 'Betrag');
    expect(mappingLacks('orders', fitMapping(LEDGER_MAPPING, without))).toEqual(['the column of the amount']);
  });

  it('places words once, whatever their case, and lets one go back to the others', () => {
    expect(wordsToPlace([' Versendet', 'RETOURE', ''], LEDGER_MAPPING)).toEqual([
      'versendet',
      'retoure',
      'storniert',
      'offen',
    ]);
    const placed = withStatusWord(LEDGER_MAPPING, 'retoure', 'cancelled');
    expect(placed.statusWords['retoure']).toBe('cancelled');
    expect(withStatusWord(placed, 'retoure', null)).toEqual(LEDGER_MAPPING);
    // A word of the file may be the name of something that every object has.
    expect(wordsToPlace(['constructor'], LEDGER_MAPPING)).toContain('constructor');
  });
});

describe('a source', () => {
  const source = shopSource();

  it('is the one whose columns the file has, until another is chosen', () => {
    expect(chosenSource({ kind: 'auto' }, [source], source.id)).toBe(source);
    expect(chosenSource({ kind: 'auto' }, [source], null)).toBeNull();
    expect(chosenSource({ kind: 'new' }, [source], source.id)).toBeNull();
    expect(chosenSource({ kind: 'saved', id: 'gone' }, [source], source.id)).toBeNull();
  });

  it('remembers the format but for the type, and what is said counts more', () => {
    expect(saidOf(null, { decimal: '.' })).toEqual({ decimal: '.' });
    const said = saidOf(source, { decimal: '.' });
    expect(said).toMatchObject({ encoding: 'windows-1252', decimal: '.' });
    expect(said).not.toHaveProperty('type');
    expect(openDoubts(ledgerInspection(), {})).toEqual(['decimal', 'dateOrder']);
    expect(openDoubts(ledgerInspection(), { decimal: ',' })).toEqual(['dateOrder']);
  });

  it('of an explorer is asked which way the money went, where nothing says it', () => {
    const [address, amount] = ['To', 'Amount'];
    const mapping: Mapping = { ...LEDGER_MAPPING, columns: { address, amount }, statusWords: { success: 'fulfilled' } };
    const columns = (from: string, amounts = '98.5') =>
      Object.entries({ [from]: 'TFrom', To: 'TTo', Amount: amounts }).map(([title, sample]) => ({
        title,
        samples: [sample],
      }));
    const isAsked = (change: Partial<Mapping> = {}, from = 'From', amounts = '98.5') =>
      isWayUnsaid('wallet', { ...mapping, ...change }, columns(from, amounts));
    for (const from of ['From', 'from address', 'SourceAddress', 'Sender', 'Von'])
      expect(isAsked({}, from), from).toBe(true);
    expect(isAsked({ statusWords: { failed: 'cancelled' } })).toBe(true);
    expect(isAsked({ ownAddresses: [] })).toBe(true);
    expect(isAsked({ ownAddresses: ['TTo'] })).toBe(false);
    expect(isAsked({ statusWords: { out: 'cancelled' } })).toBe(false);
    for (const amounts of ['-98.5', '−98.5', '(98.5)']) expect(isAsked({}, 'From', amounts), amounts).toBe(false);
    expect(isAsked({ columns: { amount } })).toBe(false);
    expect(isAsked({}, 'Block')).toBe(false);
    expect(isWayUnsaid('orders', mapping, columns('From'))).toBe(false);
  });

  it('tells every difference in how it is read, and none where there is none', () => {
    expect(formatDifferences(LEDGER_FORMAT, LEDGER_FORMAT)).toEqual([]);
    const changed = formatDifferences(LEDGER_FORMAT, { ...LEDGER_FORMAT, decimal: '.', thousands: ',', headerLine: 0 });
    expect(changed.map(({ what }) => what)).toEqual(['Titles', 'Decimals', 'Thousands']);
    const asBook = formatDifferences(LEDGER_FORMAT, { ...LEDGER_FORMAT, type: 'xlsx' });
    expect(asBook).toEqual([{ what: 'Type', before: 'CSV', now: 'XLSX' }]);
    expect(formatParts({ ...LEDGER_FORMAT, type: 'xlsx', sheet: null })[0]).toEqual(['Sheet', 'the first']);
  });

  it('has a name that no other has', () => {
    expect(nameBar('', null, [source])).toMatch(/^Give the source a name/);
    expect(nameBar('x'.repeat(65), null, [])).toMatch(/at most 64/);
    expect(nameBar(' shop LEDGER ', null, [source])).toMatch(/there already/);
    expect(nameBar('', source, [source])).toBeNull();
  });

  it('allows a tolerance that is an amount and not less than nothing', () => {
    expect(toleranceBar('', '1')).toMatch(/currency/);
    expect(toleranceBar('EUR', '1,5')).toBeNull();
    expect(toleranceBar('EUR', '1,500')).toMatch(/0\.01/);
    expect(toleranceBar('EUR', '-1')).toMatch(/not less/);
    expect(toleranceBar('EUR', '1,000.50')).toBeNull();
  });
});

describe('the days of a file', () => {
  it('are whole, end after the last, and are not taken half', () => {
    expect(claimOf({ kind: 'rows' })).toBeNull();
    expect(claimOf({ kind: 'days', from: '2026-02-01', to: '2026-02-28' })).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    });
    expect(coverageWords({ from: '2026-02-01', to: '2026-03-01' })).toBe('2026-02-01 – 2026-02-28');
    expect(coverageWords({ from: '2026-02-01', to: '2026-02-02' })).toBe('2026-02-01');
    expect(coverBar({ kind: 'days', from: '2026-02-01', to: undefined })).toMatch(/first and the last/);
    expect(coverBar({ kind: 'days', from: '2026-02-02', to: '2026-02-01' })).toMatch(/before the first/);
    expect(coverBar({ kind: 'rows' })).toBeNull();
  });
});

describe('which days a file is complete for', () => {
  const rows = { kind: 'rows' } as const;
  const days = { from: '2026-11-13', to: '2026-11-21' };
  const on = (day: string, missing: number) => ({ day, paid: 200, missing });
  const told = (missingDays: readonly ReturnType<typeof on>[], missingThere: number) => ({
    days,
    missingThere,
    missingDays: [...missingDays],
  });
  const answers = (...asked: Parameters<typeof coverAnswers>) =>
    coverAnswers(...asked).map(({ title, count }) => [title, count]);

  it('leaves out the end at which most are missing', () => {
    const whole = ['2026-11-13 – 2026-11-20, as its rows say', 206];
    expect(answers(rows, told([on('2026-11-13', 35), on('2026-11-20', 171)], 206))).toEqual([
      whole,
      ['2026-11-13 – 2026-11-19', 35],
      ['No day', 0],
    ]);
    expect(answers(rows, told([on('2026-11-13', 171), on('2026-11-20', 35)], 206))).toEqual([
      whole,
      ['2026-11-14 – 2026-11-20', 35],
      ['No day', 0],
    ]);
  });

  it('leaves out none where both ends are whole, where there is one day, and where none was said', () => {
    const holes = told([on('2026-11-15', 2)], 2);
    expect(answers(rows, holes)).toHaveLength(2);
    const one = { kind: 'days', from: '2026-11-13', to: '2026-11-13' } as const;
    expect(answers(one, told([on('2026-11-13', 35)], 35))).toEqual([
      ['2026-11-13', 35],
      ['No day', 0],
    ]);
    expect(answers({ kind: 'none' }, holes)).toEqual([['No day', 0]]);
    expect(answers(rows, { ...holes, days: null })).toEqual([['No day', 0]]);
  });
});

describe('taking an import back', () => {
  it('says exactly what goes', () => {
    expect(goes({ import: ledgerImport(), handMatches: 2 })).toEqual([
      '4,839 entries, with what was found about them',
      '2 matches by hand of these entries',
      'the list of 41 rejected rows',
      'that your ledger is complete for 2026-10-01 – 2026-10-31, unless another import says so too',
    ]);
    expect(goes({ import: ledgerImport({ entries: 1, rejected: 0, covers: null }), handMatches: 0 })).toEqual([
      '1 entry, with what was found about it',
    ]);
  });
});
