// Handlers of the journal: its lines and the rows behind them, its accounts, and whether one may be written.
import type { journalCalls } from '../../../contract/calls/period/journal.ts';
import type { SelectionOf } from '../../../domain/exports/export.ts';
import type { CallOutput } from '../../../contract/calls.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { FIRST_MAPPING, missingAccounts } from '../../../domain/period/journal-mapping.ts';
import { type Period, requireBounds } from '../../../domain/period/period.ts';
import { journalFile } from '../../../reconciliation/period/journal-file.ts';
import { deedOf } from '../../jobs/kernel/context.ts';
import type { CallContext, HandlersOf } from '../kernel/handler.ts';
import { closeIdOf, fromBlocks, type PageWindow } from '../statement.ts';

export function journalHandlers(): HandlersOf<typeof journalCalls> {
  return {
    'journal.read': ({ period }, call) => readJournal(period, call),
    'journal.rows': async ({ period, offset, limit, ...line }, call) => {
      const { reports, context } = call.business;
      const { books, profileId } = context;
      const { switches } = (await books.read('journals.mapping', { profileId })) ?? FIRST_MAPPING;
      const closeId = await closeIdOf(period, call);
      const job = { kind: 'journal-rows', profileId, period, closeId, switches, ...line } as const;
      const report = (block: PageWindow) => reports.result({ ...job, ...block }, call.signal);
      const rows = await fromBlocks({ offset, limit }, async (block) => (await report(block)).result.rows);
      return { ...(await report({ offset: 0, limit: 1_000 })).result, rows };
    },
    'journal.mapping': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { mapping: await books.read('journals.mapping', { profileId }) };
    },
    'journal.saveMapping': async (input, { business, by }) => {
      const { context: job } = business;
      const saved = await job.books.write('journals.saveMapping', { ...deedOf(job, by), ...input });
      job.announce({ kind: 'books', profileId: job.profileId, kinds: ['periods'] });
      return saved;
    },
  };
}

async function readJournal(period: Period, call: CallContext): Promise<CallOutput<'journal.read'>> {
  const { reports, context } = call.business;
  const { books, profileId } = context;
  const [mapping, closeId, made] = await Promise.all([
    books.read('journals.mapping', { profileId }),
    closeIdOf(period, call),
    books.read('journals.made', { profileId, bounds: requireBounds(period) }),
  ]);
  const used = mapping ?? FIRST_MAPPING;
  const job = { kind: 'journal', profileId, period, closeId, switches: used.switches } as const;
  const { result: journal, computedAt } = await reports.result(job, call.signal);
  return { journal, closeId, mapping, missing: missingAccounts(used, journal.lines), made, computedAt };
}

/**
 * Whether a journal may be written now: none is under way, none was made of these days (unless `again`), and every line can be written. Throws FailureError
 * `invalid-input`. The thread that writes it looks at the lines again, as they are then.
 */
export async function requireJournal(
  { period, currency, inHome, again = false }: SelectionOf<'journal'>,
  call: CallContext,
): Promise<void> {
  const { exports, profile } = call.business;
  if (exports.isMakingJournal) throw invalidInput('period', 'another journal is being written');
  const { journal, mapping, made } = await readJournal(period, call);
  const { name, kind } = profile;
  journalFile(journal, mapping ?? FIRST_MAPPING, { currency, inHome, profile: { name, sandbox: kind === 'sandbox' } });
  const before = made.find((one) => one.currency === null || currency === undefined || one.currency === currency);
  if (before !== undefined && !again)
    throw invalidInput(
      'again',
      `a journal of days of this period was made at ${before.at} by ${before.by}: ${before.fileName}`,
    );
}
