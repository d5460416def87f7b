/** Scripted answers about the journal of October: lines in EUR and USDT, an account that is missing, what is not booked. Not here: the server (scripted-engine.ts). */
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import type { JournalLine } from '../../../src/domain/period/journal.ts';
import { FIRST_MAPPING, missingAccounts, type SavedMapping } from '../../../src/domain/period/journal-mapping.ts';
import { OCTOBER } from './period-scripts.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

type Answer = CallOutput<'journal.read'>;

const line = (
  entry: JournalLine['entry'],
  role: JournalLine['role'],
  currency: string,
  side: JournalLine['side'],
  amount: string,
  count: number,
): JournalLine => ({
  entry,
  role,
  currency,
  side,
  amount,
  count,
  isEstimate: entry === 'settlement' && role !== 'balance',
  home: null,
});

const LINES: readonly JournalLine[] = [
  line('sales', 'conversion', 'EUR', 'debit', '430000.10', 2_614),
  line('sales', 'sales', 'EUR', 'credit', '430000.10', 2_614),
  line('customer-fees', 'customer-fee-cost', 'EUR', 'debit', '4300.55', 2_600),
  line('customer-fees', 'customer-fee-income', 'EUR', 'credit', '4300.55', 2_600),
  line('settlement', 'balance', 'USDT', 'debit', '452105.338104', 2_614),
  line('settlement', 'conversion', 'USDT', 'credit', '463697.782671', 2_614),
  line('settlement', 'merchant-fee', 'USDT', 'debit', '11592.444567', 2_614),
  line('withdrawals', 'balance', 'USDT', 'credit', '50000', 1),
  line('withdrawals', 'withdrawn', 'USDT', 'debit', '49998.5', 1),
  line('withdrawals', 'network-fee', 'USDT', 'debit', '1.5', 1),
  line('late-changes', 'balance', 'USDT', 'credit', '12.60', 1),
  line('late-changes', 'late-changes', 'USDT', 'debit', '12.60', 1),
  line('reconciling-items', 'balance', 'USDT', 'debit', '6.00', 1),
  line('reconciling-items', 'timing', 'USDT', 'credit', '6.00', 1),
];

const ROLES = [...new Set(LINES.map(({ role }) => role))];

/** Every account but that of network fees. */
export const MAPPING: SavedMapping = {
  ...FIRST_MAPPING,
  accounts: ROLES.filter((role) => role !== 'network-fee').map((role, at) => ({
    role,
    currency: null,
    account: `${4000 + at}`,
    taxRate: null,
  })),
  id: 1,
  savedAt: '2026-11-02T09:14:00Z',
  savedBy: 'finance',
};

/** The journal of October; what is given of it is another. */
export function journalAnswer(change: Partial<Answer> = {}, home: Answer['journal']['home'] = null): Answer {
  const mapping = change.mapping === undefined ? MAPPING : change.mapping;
  const lines =
    home === null
      ? LINES
      : LINES.map((one) => ({ ...one, home: { value: one.currency === 'EUR' ? one.amount : '1.00', unknown: 0 } }));
  return {
    journal: {
      period: OCTOBER,
      standing: 'open',
      lines,
      totals: [
        { currency: 'EUR', debit: '434300.65', credit: '434300.65' },
        { currency: 'USDT', debit: '513716.382671', credit: '513716.382671' },
      ],
      left: [{ kind: 'credits-without-amount', count: 3 }],
      home,
      changedSinceClose: false,
    },
    closeId: null,
    mapping,
    missing: missingAccounts(mapping ?? FIRST_MAPPING, LINES),
    made: [],
    computedAt: '2026-11-01T02:14:07Z',
    ...change,
  };
}

/** Answers as the mapping that was saved last says. */
export function scriptJournal(engine: ScriptedEngine, change: Partial<Answer> = {}): ScriptedEngine {
  let mapping: SavedMapping | null = change.mapping === undefined ? MAPPING : change.mapping;
  const save = ({ mapping: said }: CallInput<'journal.saveMapping'>): SavedMapping => ({
    ...said,
    id: (mapping?.id ?? 0) + 1,
    savedAt: '2026-11-03T10:00:00Z',
    savedBy: 'finance',
  });
  return engine
    .on('journal.read', () => success(journalAnswer({ ...change, mapping })))
    .on('journal.saveMapping', (input, profile) => {
      mapping = save(input);
      engine.push('books.changed', { kinds: ['periods'] }, profile ?? null);
      return success(mapping);
    })
    .on('journal.rows', ({ offset, limit }) => {
      const total = 2_614;
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => ({
        list: 'invoices' as const,
        uuid: `3f1c2b1e-0000-4000-8000-${String(offset + at).padStart(12, '0')}`,
        label: `order-${offset + at + 1}`,
        at: '2026-10-14T08:12:31Z',
        amount: '164.50',
        home: null,
      }));
      return success({ rows, total, amount: '430000.10' });
    })
    .on('home.get', () => success({ book: null }))
    .on('home.set', () => success({ changed: true }))
    .on('home.saveRates', ({ rates }) => success({ saved: rates.length }));
}
