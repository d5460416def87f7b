/** What was closed and the sum of its adjustments is what is now, whatever happens to the facts in between. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CloseFact, ClosedFactChange, KeptState } from '../../../src/domain/period/close.ts';
import type { StatementLineKind } from '../../../src/domain/period/statement.ts';
import { compareFacts } from '../../../src/reconciliation/period/close-form.ts';
import { changesOf, type FactState, stateOf, statesSoFar } from '../../../src/reconciliation/period/prior-period.ts';
import { sampleFact } from './close-sample.ts';

/** Exact, in units of 10^-18, written without the code under test. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(18, '0'));
  return amount.startsWith('-') ? -size : size;
}

type Sums = ReadonlyMap<string, bigint>;

function sumsOf(rows: readonly { readonly token: string | null; readonly units: bigint }[]): Sums {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const key = row.token ?? '(none)';
    sums.set(key, (sums.get(key) ?? 0n) + row.units);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n).sort(([left], [right]) => (left < right ? -1 : 1)));
}

const countedOf = (facts: readonly CloseFact[]): Sums =>
  sumsOf(
    facts.flatMap(({ line, token, amount }) => {
      if (amount === null || (line !== 'credits' && line !== 'withdrawals')) return [];
      return [{ token, units: line === 'credits' ? units(amount) : -units(amount) }];
    }),
  );

/** The books' part: keeps what is found, and remembers the latest state of each record. */
const END = '2026-11-01T00:00:00Z';

class Kept {
  readonly changes: ClosedFactChange[] = [];

  latest(): readonly KeptState[] {
    const byRecord = new Map<string, KeptState>();
    for (const { list, recordUuid: uuid, label, after } of this.changes) {
      byRecord.set(`${list} ${uuid}`, { list, uuid, label, after });
    }
    return [...byRecord.values()].sort(compareFacts);
  }

  compare(closed: readonly CloseFact[], present: readonly CloseFact[]): readonly ClosedFactChange[] {
    const found = [...changesOf(statesSoFar(closed, this.latest()), present.map(stateOf), END)];
    this.changes.push(...found);
    return found;
  }
}

/** What comes after the end for a withdrawal that was reserved then. */
const LATER = { status: null, processed_at: null, network_commission: null, amount_to_send: null };

/** What a closed period knows of a record: of what was reserved, nothing that came after the end. */
function knownOf({ list, uuid, evidence }: FactState): unknown {
  const isReserved = evidence['line']?.startsWith('reserved-') === true;
  const known = { ...evidence, ...(isReserved ? { ...LATER, line: 'reserved' } : {}) };
  const texts = Object.entries(known).map(([name, text]) => [
    name,
    text !== null && /^\d/.test(text) ? plain(text) : text,
  ]);
  return { list, uuid, known: Object.fromEntries(texts) };
}

/** An amount without the zeros at its end; a date as it is. */
const plain = (text: string): string => (text.includes('T') ? text : String(units(text)));

/** The closed facts with all that was kept of their changes laid over them. */
const factsSoFar = (closed: readonly CloseFact[], kept: Kept): readonly unknown[] =>
  [...statesSoFar(closed, kept.latest())].map(knownOf);

const amounts = ['0', '0.00', '1', '1.0', '1.000000000000000001', '25.5', '100'] as const;
const invoice = fc.record({
  uuid: fc.constantFrom('a', 'b', 'c'),
  line: fc.constantFrom<StatementLineKind>('credits', 'credits-without-amount', 'credits-without-date'),
  amount: fc.constantFrom(...amounts),
});
const withdrawal = fc.record({
  uuid: fc.constantFrom('a', 'd', 'e'),
  line: fc.constantFrom<StatementLineKind>('withdrawals', 'rejected', 'reserved-pending', 'reserved-processed-later'),
  amount: fc.constantFrom(...amounts),
  token: fc.constantFrom('USDT', 'TRX', null),
});
const moment = fc
  .tuple(
    fc.uniqueArray(invoice, { selector: ({ uuid }) => uuid }),
    fc.uniqueArray(withdrawal, { selector: ({ uuid }) => uuid }),
  )
  .map(([invoices, withdrawals]) =>
    [
      ...invoices.map((fact) =>
        sampleFact({ ...fact, amount: fact.line === 'credits-without-amount' ? null : fact.amount }),
      ),
      ...withdrawals.map((fact) => sampleFact(fact)),
    ].sort(compareFacts),
  );

describe('prior-period adjustments', () => {
  it('make what was closed into what is now, after every step of any history', () => {
    fc.assert(
      fc.property(moment, fc.array(moment, { maxLength: 5 }), (closed, history) => {
        const kept = new Kept();
        for (const present of history) {
          kept.compare(closed, present);
          expect(factsSoFar(closed, kept)).toEqual(present.map((fact) => knownOf(stateOf(fact))));
          const adjusted = sumsOf([
            ...[...countedOf(closed)].map(([token, sum]) => ({ token, units: sum })),
            ...kept.changes.map(({ token, amount }) => ({ token: token ?? '(none)', units: units(amount) })),
          ]);
          expect(adjusted).toEqual(countedOf(present));
          expect(kept.compare(closed, present)).toEqual([]);
        }
      }),
      { seed: 6, numRuns: 800 },
    );
  });

  it('are none where nothing changed, nor where only the notation did', () => {
    const closed = [
      sampleFact({ uuid: 'a', line: 'credits', amount: '5' }),
      sampleFact({ uuid: 'b', line: 'credits', amount: '0' }),
    ];
    const present = [
      sampleFact({ uuid: 'a', line: 'credits', amount: '5.00', asOf: '2027-01-01T00:00:00Z', label: 'renamed' }),
      sampleFact({ uuid: 'b', line: 'credits', amount: '0.00', endedAt: '2026-10-05T10:05:00.000+00:00' }),
    ];
    expect(new Kept().compare(closed, closed)).toEqual([]);
    expect(new Kept().compare(closed, present)).toEqual([]);
  });

  it('of a fact that changes twice are two, each against the state before it', () => {
    const at = (amount: string): readonly CloseFact[] => [sampleFact({ uuid: 'a', line: 'credits', amount })];
    const kept = new Kept();
    kept.compare(at('100'), at('90'));
    kept.compare(at('100'), at('95.5'));
    expect(
      kept.changes.map(({ amount, before, after }) => [
        amount,
        before?.['settled_amount_usdt'],
        after?.['settled_amount_usdt'],
      ]),
    ).toEqual([
      ['-10', '100', '90'],
      ['5.5', '90', '95.5'],
    ]);
  });

  it('say when a record came into the period later, and when it left', () => {
    const fact = sampleFact({ uuid: 'a', line: 'withdrawals', amount: '7' });
    expect(new Kept().compare([], [fact])).toMatchObject([
      { amount: '-7', before: null, after: { amount: '7', line: 'withdrawals' } },
    ]);
    expect(new Kept().compare([fact], [])).toMatchObject([{ amount: '7', before: { amount: '7' }, after: null }]);
  });

  it('of another token are two: out of the one and into the other', () => {
    const fact = sampleFact({ uuid: 'a', line: 'withdrawals', amount: '7' });
    const found = new Kept().compare([fact], [{ ...fact, token: 'TRX' }]);
    expect(found.map(({ token, amount }) => [token, amount])).toEqual([
      ['USDT', '7'],
      ['TRX', '-7'],
    ]);
  });

  it('are none of what was only reserved, until it counts', () => {
    const reserved = sampleFact({ uuid: 'a', line: 'reserved-pending', amount: '7', status: 'pending' });
    expect(
      new Kept().compare([reserved], [{ ...reserved, line: 'reserved-processed-later', status: 'approved' }]),
    ).toEqual([]);
    expect(new Kept().compare([reserved], [{ ...reserved, line: 'withdrawals', status: 'approved' }])).toMatchObject([
      { amount: '-7', before: { line: 'reserved-pending', status: 'pending' }, after: { line: 'withdrawals' } },
    ]);
  });

  it('of any other closed fact are of zero, with both sides of it', () => {
    const credit = sampleFact({ uuid: 'a', line: 'credits', amount: '7' });
    const reserved = sampleFact({ uuid: 'b', line: 'reserved-pending', amount: '7', status: 'pending', endedAt: null });
    const withdrawal = sampleFact({ uuid: 'c', line: 'withdrawals', amount: '7' });
    const undated = sampleFact({ uuid: 'd', line: 'credits-without-amount', amount: null });
    const split = { balanceType: 'other', actor: null, networkCommission: '0.25', amountToSend: '2.00' };
    for (const [before, after, sides] of [
      [credit, { ...credit, currency: 'PLN' }, { before: { currency: 'EUR' }, after: { currency: 'PLN' } }],
      [credit, { ...credit, endedAt: '2026-10-06T00:00:00Z' }, { after: { finished_at: '2026-10-06T00:00:00Z' } }],
      [reserved, { ...reserved, amount: '8' }, { before: { amount: '7' }, after: { amount: '8' } }],
      [null, { ...reserved, line: 'reserved-processed-later' }, { before: null, after: { amount: '7' } }],
      [reserved, { ...reserved, line: 'rejected', status: 'rejected' }, { after: { line: 'rejected' } }],
      [null, undated, { before: null, after: { line: 'credits-without-amount', settled_amount_usdt: null } }],
      [withdrawal, { ...withdrawal, split }, { before: { balance_type: 'main' }, after: { balance_type: 'other' } }],
    ] as const satisfies readonly (readonly [CloseFact | null, CloseFact, object])[]) {
      const kept = new Kept();
      const [closed, present] = [before === null ? [] : [before], [after]];
      expect(kept.compare(closed, present)).toMatchObject([{ amount: '0', token: 'USDT', ...sides }]);
      expect(kept.compare(closed, present)).toEqual([]);
    }
  });

  it('are none of what was created later and lacks only its date', () => {
    const late = { createdAt: '2026-11-01T00:00:00Z', endedAt: null };
    const undated = sampleFact({ uuid: 'a', line: 'withdrawals-without-date', amount: '7' });
    expect(new Kept().compare([], [{ ...undated, ...late }])).toEqual([]);
    expect(new Kept().compare([], [{ ...undated, endedAt: null }])).toMatchObject([{ amount: '0', before: null }]);
  });
});
