// Handlers of entries: lists by what became of them, one with both its sides, matches by hand.
import type { CallOutput } from '../../contract/calls.ts';
import type { EntryFilter, HandMatchRefusal, SourceKind } from '../../domain/entry.ts';
import { FailureError } from '../../domain/failure.ts';
import { toleranceOf } from '../../domain/import.ts';
import { fromEpochMs } from '../../domain/time.ts';
import type { JobContext } from '../jobs/context.ts';
import { identsOfRecord, type RecordSide, recordSide } from '../jobs/entry-records.ts';
import type { HandlersFor } from './handler.ts';

type ListCall = 'entries.page' | 'entries.counts' | 'entries.changes';
type OneCall = 'entries.get' | 'entries.matchByHand' | 'entries.unmatch';

export function entriesHandlers(): HandlersFor<ListCall | OneCall> {
  return { ...listHandlers(), ...oneHandlers() };
}

function listHandlers(): HandlersFor<ListCall> {
  return {
    'entries.page': async ({ filter = {}, sort = [], offset, limit }, context) => {
      const { context: job } = context.business();
      const { books, profileId } = job;
      const idents = await identsFor(job, filter);
      const page = await books.read('entries.page', { profileId, filter, idents, sort, offset, limit });
      return { rows: [...page.rows], total: page.total, totals: [...page.totals] };
    },
    'entries.counts': async ({ filter = {} }, context) => {
      const { context: job, reconciliation } = context.business();
      const { books, profileId } = job;
      const idents = await identsFor(job, filter);
      const { total, outcomes, units } = await books.read('entries.counts', { profileId, filter, idents });
      const { run, isPending } = await reconciliation.state();
      const matchedAt = run?.at ?? null;
      return { total, outcomes: [...outcomes], units: [...units], matchedAt, pending: isPending };
    },
    'entries.changes': async (asked, context) => {
      const { books, profileId } = context.business().context;
      const { since, fresh, moves, rows, total } = await books.read('entries.changes', { profileId, ...asked });
      return { since, fresh: [...fresh], moves: [...moves], rows: [...rows], total };
    },
  };
}

function oneHandlers(): HandlersFor<OneCall> {
  return {
    'entries.get': async ({ id }, context) => {
      const { books, mirror, profileId } = context.business().context;
      const found = await books.read('entries.get', { profileId, id });
      if (found === null) throw new FailureError({ kind: 'not-found', what: 'entry', ident: id });
      const { entry, source } = found;
      const match = entry.handMatchId === null ? null : { profileId, id: entry.handMatchId };
      const handMatch = match === null ? null : await books.read('entries.handMatch', match);
      const uuids = new Set([...(entry.recordUuid === null ? [] : [entry.recordUuid]), ...(handMatch?.records ?? [])]);
      const records = await Promise.all([...uuids].map((uuid) => recordSide(mirror, uuid)));
      return {
        entry,
        import: found.import,
        tolerance: toleranceOf(source.tolerances, entry.unit) ?? null,
        records: records.filter((side) => side !== null).map(wireSide),
        handMatch,
        replacedBy: found.replacedBy,
        replaces: [...found.replaces],
        others: [...found.others],
        exceptionId: found.exceptionId,
      };
    },
    'entries.matchByHand': async (asked, context) => {
      const { context: job, reconciliation } = context.business();
      const { books, profileId, osUser, clock } = job;
      const refusal = await refusalOfRecords(job, asked.kind, asked.records);
      if (refusal !== null) return { outcome: 'refused', ...refusal };
      const deed = { profileId, osUser, at: fromEpochMs(clock.now()) };
      const matched = await books.write('entries.matchByHand', { ...deed, ...asked });
      if (matched.outcome === 'refused') return matched;
      announceEntries(job);
      reconciliation.booksChanged();
      return matched;
    },
    'entries.unmatch': async ({ id }, context) => {
      const { context: job, reconciliation } = context.business();
      const { books, profileId, osUser, clock } = job;
      const wasThere = await books.write('entries.unmatch', { profileId, osUser, at: fromEpochMs(clock.now()), id });
      if (!wasThere) return {};
      announceEntries(job);
      reconciliation.booksChanged();
      return {};
    },
  };
}

/** By what the entries of the filter's record are found. */
async function identsFor({ mirror }: JobContext, { recordUuid }: EntryFilter): Promise<readonly string[]> {
  return recordUuid === undefined ? [] : identsOfRecord(mirror, recordUuid);
}

interface RecordRefusal {
  readonly reason: HandMatchRefusal;
  readonly ident: string | null;
}

/** Why these records cannot be matched as one, as far as the mirror tells. */
async function refusalOfRecords(
  { mirror }: JobContext,
  kind: SourceKind,
  uuids: readonly string[],
): Promise<RecordRefusal | null> {
  let unit: string | null | undefined;
  for (const uuid of new Set(uuids)) {
    const side = await recordSide(mirror, uuid);
    const list = kind === 'orders' ? 'invoices' : 'withdrawals';
    if (side === null || side.list !== list) return { reason: 'record-not-found', ident: uuid };
    // What was credited is in one token always; it is what was ordered, or withdrawn, that may differ.
    const own = side.amounts[0]?.unit ?? null;
    if (unit !== undefined && unit !== own) return { reason: 'other-currency', ident: side.ident };
    unit = own;
  }
  return null;
}

function announceEntries({ announce, profileId }: JobContext): void {
  announce({ kind: 'books', profileId, kinds: ['entries'] });
}

function wireSide(side: RecordSide): CallOutput<'entries.get'>['records'][number] {
  return { ...side, amounts: [...side.amounts] };
}
